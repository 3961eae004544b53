package io.atp.cli.command;

import io.atp.cli.Main;
import io.atp.cli.Terminal;
import io.atp.cli.option.CheckpointOptions;
import io.atp.cli.option.CommonOptions;
import io.atp.cli.option.CorrectionOptions;
import io.atp.cli.option.DataOptions;
import io.atp.cli.option.EncodingOptions;
import io.atp.cli.option.OptionalCorrection;
import io.atp.core.correct.CorrectionConfig;
import io.atp.core.correct.MaskOrder;
import io.atp.core.encode.Encoding;
import io.atp.core.encode.EncodingConfig;
import io.atp.core.encode.EncodingConfig.ClusteringMethod;
import io.atp.core.encode.LocalNodeContext;
import io.atp.core.estimate.Needs;
import io.atp.core.estimate.Workload;
import io.atp.core.graph.CsrGraph;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workers;
import io.atp.io.dataset.GraphData;
import io.atp.io.store.OutputFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `atp encode DATA --out DIR`: every encoding, and the coefficients made of those with a weight.
@Command(
    name = "encode",
    header = "Describe each node by its place in the graph, and give it its coefficient.",
    description =
        "%nWrites degree, clustering, eigenvector, pagerank, katz, triangles and coefficients as"
            + " .npy, one value a node, on the corrected graph.%n",
    footer = {
      "%nExample:",
      "  atp generate --nodes 1000 --edges 5000 --out small",
      "  atp encode small --no-correct --out encodings"
    },
    customSynopsis = "atp encode DATA --out DIR [OPTIONS]",
    sortOptions = false)
final class EncodeCommand implements Callable<Integer> {
  private final Terminal terminal;
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "DATA", description = DataOptions.DATA)
  private String typed;

  @Option(names = "--out", paramLabel = "DIR", required = true, description = "Folder to write.")
  private Path out;

  @Option(
      names = "--only",
      paramLabel = "NAME,…",
      description = "These encodings, and those with a weight. Default: all five.")
  private String only;

  @Mixin private OptionalCorrection correction;

  @ArgGroup(validate = false, heading = EncodingOptions.HEADING)
  private EncodingOptions encoding = new EncodingOptions();

  @Mixin private DataOptions sources;

  @Mixin private CheckpointOptions checkpoint;

  @Mixin private CommonOptions common;

  EncodeCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    Optional<CorrectionConfig> mask = correction.config(true, common.seed());
    EncodingConfig config = encoding.config(common.seed());
    try (var run = new Run(terminal, common, spec)) {
      run.config(CorrectionOptions.settings(mask)).config(EncodingOptions.settings(config));
      Path path = run.find(sources, typed);
      OutputFolder folder = run.output(out, path);
      Set<Encoding> wanted = wanted(config);
      boolean sampled = config.clustering() instanceof ClusteringMethod.Sampled;
      Optional<Workload> known = run.sizes(path, 0);
      known.ifPresent(sizes -> requireMemory(run, sizes, wanted, sampled));
      run.spill(known.map(sizes -> Needs.encode(sizes, wanted, sampled).leastBytes()).orElse(0L));
      GraphData data = run.read(path);
      requireMemory(run, run.sizes(data, 0), wanted, sampled);
      run.checkpoint(
          out,
          checkpoint.asked() || data.graph().arcCount() >= Restart.LONG_ARCS,
          () -> facts(data, mask, config, run.work().workers()));
      CsrGraph graph =
          mask.isPresent() ? PaperRooms.correct(run, data, mask.get()).graph() : data.graph();
      PaperRooms.NodeContext context = PaperRooms.encode(run, graph, config, wanted);
      for (Encoding each : wanted) {
        folder.writeDoubles(PaperRooms.name(each) + ".npy", context.encodings().values(each));
      }
      if (wanted.contains(Encoding.CLUSTERING)) {
        folder.writeLongs("triangles.npy", context.encodings().triangles());
      }
      folder.writeDoubles("coefficients.npy", context.coefficients().values());
      run.finish();
    }
    return Main.OK;
  }

  /// Which encodings are wanted is none of them: each is a part by itself.
  private Map<String, Object> facts(
      GraphData data, Optional<CorrectionConfig> mask, EncodingConfig config, Workers workers) {
    Map<String, Object> facts = new LinkedHashMap<>(CorrectionOptions.settings(mask));
    facts.putAll(EncodingOptions.settings(config));
    facts.put("command", "encode");
    facts.put("seed", common.seed());
    boolean byFeatures =
        mask.map(CorrectionConfig::order).filter(MaskOrder.LEAST_ALIKE_FIRST::equals).isPresent();
    facts.putAll(Restart.facts(data, byFeatures, workers));
    return facts;
  }

  /// Those asked for, and those that have a weight.
  private Set<Encoding> wanted(EncodingConfig config) {
    if (only == null) {
      return EnumSet.allOf(Encoding.class);
    }
    Set<Encoding> wanted = EnumSet.copyOf(LocalNodeContext.weighted(config));
    for (String name : only.split(",", -1)) {
      Encoding found = null;
      for (Encoding each : Encoding.values()) {
        found = PaperRooms.name(each).equals(name.strip()) ? each : found;
      }
      Require.that(
          found != null,
          "--only names degree, clustering, eigenvector, pagerank or katz, got '%s'",
          name);
      wanted.add(found);
    }
    return wanted;
  }

  private static void requireMemory(
      Run run, Workload sizes, Set<Encoding> wanted, boolean sampled) {
    boolean narrows = wanted.contains(Encoding.EIGENVECTOR) || wanted.contains(Encoding.KATZ);
    run.require(
        Needs.encode(sizes, wanted, sampled),
        sizes,
        narrows
            ? "--only degree,clustering,pagerank --weights degree=1,clustering=1,pagerank=1"
            : "");
  }
}
