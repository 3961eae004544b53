package io.atp.spark.cli;

import io.atp.cli.Terminal;
import io.atp.cli.option.CorrectionOptions;
import io.atp.cli.option.EncodingOptions;
import io.atp.cli.option.OptionalCorrection;
import io.atp.core.correct.CorrectionConfig;
import io.atp.core.encode.EncodingConfig;
import io.atp.learn.plan.OperatorPlan;
import io.atp.learn.plan.OperatorPlan.Kernel;
import io.atp.spark.SparkEncodings;
import io.atp.spark.SparkGraph;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `atp spark encode EDGES NODES --out DIR`.
@Command(
    name = "encode",
    header = "Mask edges, and give every node its encodings and its coefficient.",
    description =
        "%nWrites the tables encodings (id, degree, each encoding that has a weight, r, left,"
            + " right) and edges (what masking left).%n",
    customSynopsis = "atp spark encode EDGES NODES --out DIR [OPTIONS]",
    sortOptions = false)
final class EncodeCommand implements Callable<Integer> {
  private final Terminal terminal;
  @Spec private CommandSpec spec;
  @Mixin private SparkOptions options;
  @Mixin private OptionalCorrection correction;

  @ArgGroup(validate = false, heading = EncodingOptions.HEADING)
  private EncodingOptions encoding = new EncodingOptions();

  EncodeCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    Optional<CorrectionConfig> mask = correction.config(true, options.seed());
    EncodingConfig config = encoding.config(options.seed());
    PaperRooms.requireSupported(new OperatorPlan(mask, new Kernel.NodeWise(config)));
    try (SparkRun run = new SparkRun(terminal, options, spec)) {
      run.record().config(CorrectionOptions.settings(mask));
      run.record().config(EncodingOptions.settings(config));
      SparkGraph graph = PaperRooms.correct(run, run.graph(), mask);
      SparkEncodings encoded = PaperRooms.encode(run, graph, config);
      run.write("encodings", encoded.table());
      run.write("edges", graph.edges());
      run.finish(List.of("encodings", "edges"));
    }
    return 0;
  }
}
