package io.atp.spark.cli;

import io.atp.cli.Terminal;
import io.atp.cli.option.CorrectionOptions;
import io.atp.cli.option.EncodingOptions;
import io.atp.cli.option.OptionalCorrection;
import io.atp.cli.option.PropagationOptions;
import io.atp.core.correct.CorrectionConfig;
import io.atp.core.encode.EncodingConfig;
import io.atp.core.propagate.PropagationConfig;
import io.atp.core.runtime.Require;
import io.atp.spark.SparkEncodings;
import io.atp.spark.SparkGraph;
import io.atp.spark.SparkHops;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `atp spark propagate EDGES NODES --hops K --out DIR`.
@Command(
    name = "propagate",
    header = "Send features over the graph, K hops.",
    description =
        "%nWrites the table hops: id, and hop_0 … hop_K as arrays, or features where hops are"
            + " combined.%n",
    customSynopsis = "atp spark propagate EDGES NODES --hops K --out DIR [OPTIONS]",
    sortOptions = false)
final class PropagateCommand implements Callable<Integer> {
  private final Terminal terminal;
  @Spec private CommandSpec spec;
  @Mixin private SparkOptions options;
  @Mixin private PropagationOptions propagation;

  @Option(
      names = "--r",
      paramLabel = "R",
      description = "One coefficient for all nodes instead of encodings: 0, 0.5 or 1, say.")
  private Double r;

  @Mixin private OptionalCorrection correction;

  @ArgGroup(validate = false, heading = EncodingOptions.HEADING)
  private EncodingOptions encoding = new EncodingOptions();

  PropagateCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    Require.that(
        r == null || encoding.typed().isEmpty(),
        "--r and %s cannot be used together",
        String.join(", ", encoding.typed()));
    Optional<CorrectionConfig> mask = correction.config(r == null, options.seed());
    EncodingConfig config = encoding.config(options.seed());
    PropagationConfig hops = propagation.config(0);
    PaperRooms.requireSupported(mask, r == null ? Optional.of(config) : Optional.empty());
    try (SparkRun run = new SparkRun(terminal, options, spec)) {
      run.record().config(CorrectionOptions.settings(mask));
      run.record().config(r == null ? EncodingOptions.settings(config) : Map.of("r", r));
      run.record().config(propagation.settings(hops));
      SparkGraph graph = PaperRooms.correct(run, run.graph(), mask);
      SparkEncodings encoded =
          r == null ? PaperRooms.encode(run, graph, config) : graph.constant(r);
      SparkHops found = PaperRooms.propagate(run, encoded, hops);
      run.write("hops", found.table());
      run.finish(List.of("hops"));
    }
    return 0;
  }
}
