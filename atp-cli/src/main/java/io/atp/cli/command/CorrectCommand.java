package io.atp.cli.command;

import io.atp.cli.Main;
import io.atp.cli.Terminal;
import io.atp.cli.option.CheckpointOptions;
import io.atp.cli.option.CommonOptions;
import io.atp.cli.option.CorrectionOptions;
import io.atp.cli.option.DataOptions;
import io.atp.core.correct.CorrectedGraph;
import io.atp.core.correct.CorrectionConfig;
import io.atp.core.correct.MaskOrder;
import io.atp.core.estimate.Needs;
import io.atp.core.estimate.Workload;
import io.atp.io.dataset.GraphData;
import io.atp.io.store.NativeStore;
import io.atp.io.store.OutputFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `atp correct DATA --out DIR`.
@Command(
    name = "correct",
    header = "Hide some edges of the nodes that over-smooth first, the hubs.",
    description =
        "%nDIR becomes a native store of the corrected graph, with all that came along.%n",
    footer = {
      "%nExample:",
      "  atp generate --nodes 1000 --edges 5000 --out small",
      "  atp correct small --top 0.1 --sample 0 --remove 0.15 --out corrected"
    },
    customSynopsis = "atp correct DATA --out DIR [OPTIONS]",
    sortOptions = false)
final class CorrectCommand implements Callable<Integer> {
  private final Terminal terminal;
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "DATA", description = DataOptions.DATA)
  private String typed;

  @Option(names = "--out", paramLabel = "DIR", required = true, description = "Folder to write.")
  private Path out;

  @ArgGroup(validate = false, heading = CorrectionOptions.HEADING)
  private CorrectionOptions correction = new CorrectionOptions();

  @Mixin private DataOptions sources;

  @Mixin private CheckpointOptions checkpoint;

  @Mixin private CommonOptions common;

  CorrectCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    CorrectionConfig config = correction.config(common.seed());
    try (var run =
        new Run(terminal, common, spec).config(CorrectionOptions.settings(Optional.of(config)))) {
      Path path = run.find(sources, typed);
      OutputFolder folder = run.output(out, path);
      boolean byFeatures = config.order() == MaskOrder.LEAST_ALIKE_FIRST;
      Optional<Workload> known = run.sizes(path, 0);
      known.ifPresent(sizes -> run.require(Needs.correct(sizes, byFeatures), sizes, ""));
      run.spill(known.map(sizes -> Needs.correct(sizes, byFeatures).leastBytes()).orElse(0L));
      GraphData data = run.read(path);
      Workload sizes = run.sizes(data, 0);
      run.require(Needs.correct(sizes, byFeatures), sizes, "");
      run.checkpoint(
          out,
          checkpoint.asked() || data.graph().arcCount() >= Restart.LONG_ARCS,
          () -> {
            Map<String, Object> facts =
                new LinkedHashMap<>(CorrectionOptions.settings(Optional.of(config)));
            facts.put("command", "correct");
            facts.put("seed", common.seed());
            facts.putAll(Restart.facts(data, true, run.work().workers()));
            return facts;
          });
      CorrectedGraph corrected = PaperRooms.correct(run, data, config);
      GraphData result = data.withGraph(corrected.graph());
      run.room(
          "store",
          () -> {
            NativeStore.write(folder, result, run.work());
            return result;
          },
          Run::sizes);
      run.finish();
    }
    return Main.OK;
  }
}
