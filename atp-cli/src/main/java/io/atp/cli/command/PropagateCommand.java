package io.atp.cli.command;

import io.atp.cli.Main;
import io.atp.cli.Terminal;
import io.atp.cli.Text;
import io.atp.cli.option.BlockOptions;
import io.atp.cli.option.CommonOptions;
import io.atp.cli.option.DataOptions;
import io.atp.cli.option.NodeWiseOptions;
import io.atp.cli.option.OperatorOptions;
import io.atp.cli.option.PropagationOptions;
import io.atp.core.correct.CorrectionConfig;
import io.atp.core.encode.EncodingConfig;
import io.atp.core.encode.NodeCoefficients;
import io.atp.core.feature.ColumnSource;
import io.atp.core.feature.Features;
import io.atp.core.graph.CsrGraph;
import io.atp.core.nodewise.NodeWise;
import io.atp.core.nodewise.NodeWiseAccount;
import io.atp.core.nodewise.NodeWiseFeatures;
import io.atp.core.nodewise.NodeWisePropagation;
import io.atp.core.nodewise.Strategy;
import io.atp.core.operator.MaterialisedOperator;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.propagate.BlockConfig;
import io.atp.core.propagate.BlockPlan;
import io.atp.core.propagate.HopFactors;
import io.atp.core.propagate.HopOutput;
import io.atp.core.propagate.MemoryPlan;
import io.atp.core.propagate.PropagationConfig;
import io.atp.core.propagate.Propagator;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.npy.NpzWriter;
import io.atp.io.store.OutputFolder;
import io.atp.learn.model.NodeWiseRecipes;
import io.atp.learn.plan.OperatorPlan;
import io.atp.learn.plan.OperatorPlan.Kernel;
import io.atp.learn.settings.Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `atp propagate DATA --hops K --out DIR`.
@Command(
    name = "propagate",
    header = "Let features travel K hops along the node-wise operator.",
    description =
        "%nWrites hop-0.npy … hop-K.npy (or one features.npy), left.npy and right.npy, and with"
            + " --nodewise where each node stops, steps.npy. With --r the"
            + " operator is a classic one and the graph is taken as it is, unless a correction"
            + " option says otherwise.%n",
    footer = {
      "%nExample:",
      "  atp generate --nodes 1000 --edges 5000 --out small",
      "  atp propagate small --hops 3 --combine mean --out hops",
      "  atp propagate small --hops 3 --rows labelled --storage bf16 --out rows"
    },
    customSynopsis = "atp propagate DATA --hops K --out DIR [OPTIONS]",
    sortOptions = false)
final class PropagateCommand implements Callable<Integer> {
  private final Terminal terminal;
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "DATA", description = DataOptions.DATA)
  private String typed;

  @Mixin private PropagationOptions propagation;
  @Mixin private BlockOptions blocks;

  @Mixin private NodeWiseOptions nodeWise;

  @Option(
      names = "--materialise",
      description = "Also write the operator with a value per entry, for scipy.sparse.load_npz.")
  private boolean materialise;

  @Option(names = "--out", paramLabel = "DIR", required = true, description = "Folder to write.")
  private Path out;

  @Mixin private OperatorOptions chosen;

  @Mixin private DataOptions sources;

  @Mixin private CommonOptions common;

  PropagateCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    OperatorPlan plan = chosen.plan(common.seed());
    PropagationConfig config = propagation.config(common.memoryLimit());
    List<Strategy> strategies = strategies();
    NodeWise choice = NodeWise.of(strategies);
    Require.that(
        choice.isPlain() || !blocks.needsBlocks(),
        "node-wise hops are formed for all nodes in memory: --rows, --storage, --panels,"
            + " --topology, --block and --checkpoint are for plain ones");
    Map<String, Object> settings = settings(plan, config);
    try (var run = new Run(terminal, common, spec).config(settings)) {
      if (!strategies.isEmpty()) {
        run.config(Map.of("nodewise", NodeWiseRecipes.toMap(strategies)));
      }
      Path path = run.find(sources, typed);
      OutputFolder folder = run.output(out, path);
      Loaded loaded = load(run, path);
      GraphData data = loaded.data();
      ColumnSource source = source(run, data);
      if (choice.isPlain() && byBlocks(data.graph(), source, config)) {
        var blocked =
            new BlockConfig(
                config, loaded.rows(), blocks.storage(), blocks.panels(), blocks.topology());
        // What does not fit is refused before the work; a corrected graph is held in memory.
        BlockPlan.require(data.graph(), source, blocked, plan.correction().isPresent());
        try (var parts =
            new BlockedRun(run, out, data.graph(), source, blocked, decisive(settings))) {
          CsrGraph graph = corrected(run, data, plan.correction());
          HopFactors factors = factors(run, folder, graph, parts, plan.kernel(), config);
          parts.propagate(folder, graph, factors, blocks);
          run.finish();
          parts.done();
        }
      } else {
        Features features =
            data.features()
                .orElseGet(() -> RandomFeatures.of(data.graph().nodeCount(), common.seed()));
        MemoryPlan.of(data.graph(), features, config); // refused before the work, if at all
        CsrGraph graph = corrected(run, data, plan.correction());
        NodeCoefficients r = coefficients(run, graph, plan.kernel());
        PropagationOperator operator = operator(run, folder, graph, r);
        if (config.memoryBytes() > 0) {
          System.gc(); // the plan counts the heap, and the rooms before left garbage in it
        }
        if (choice.isPlain()) {
          propagate(run, folder, operator, features, config);
        } else {
          nodeWise(run, folder, operator, features, choice, config);
        }
        run.finish();
      }
    }
    return Main.OK;
  }

  /// What is needed of the data, and which rows are to be written.
  private record Loaded(GraphData data, int[] rows) {}

  private Loaded load(Run run, Path path) throws IOException {
    GraphData data = run.read(path);
    return new Loaded(data.unlabelled(), KeptRows.of(blocks, data));
  }

  private List<Strategy> strategies() {
    Map<String, String> changes = nodeWise.changes();
    List<Strategy> named = nodeWise.strategies(typed.toLowerCase(Locale.ROOT));
    List<Strategy> strategies = NodeWiseRecipes.with(named, changes);
    Require.that(
        changes.isEmpty(),
        "--set takes settings of node-wise strategies here, got '%s'",
        String.join(", ", changes.keySet()));
    return strategies;
  }

  /// Results go straight to their files where all of it fits and the work is short.
  private boolean byBlocks(CsrGraph graph, ColumnSource source, PropagationConfig config)
      throws IOException {
    return BlockedRun.wanted(
        blocks,
        out,
        graph,
        source,
        MemoryPlan.holdsResults(graph, source, config),
        config.hopCount());
  }

  /// The settings that results depend on.
  private Map<String, Object> decisive(Map<String, Object> settings) {
    Map<String, Object> facts = new LinkedHashMap<>(settings);
    facts.put("seed", common.seed());
    facts.remove("rowOrder");
    facts.remove("topology");
    facts.remove("materialise");
    facts.remove("rows"); // which rows they are counts, not how they were named
    return facts;
  }

  private static CsrGraph corrected(Run run, GraphData data, Optional<CorrectionConfig> mask)
      throws IOException {
    return mask.isPresent() ? PaperRooms.correct(run, data, mask.get()).graph() : data.graph();
  }

  private static NodeCoefficients coefficients(Run run, CsrGraph graph, Kernel kernel)
      throws IOException {
    return switch (kernel) {
      case Kernel.Constant(double r) -> NodeCoefficients.constant(graph.nodeCount(), r);
      case Kernel.NodeWise(EncodingConfig config) ->
          PaperRooms.encode(run, graph, config).coefficients();
    };
  }

  private PropagationOperator operator(
      Run run, OutputFolder folder, CsrGraph graph, NodeCoefficients r) throws IOException {
    PropagationOperator operator = PaperRooms.operator(run, graph, r);
    folder.writeDoubles("left.npy", operator.left());
    folder.writeDoubles("right.npy", operator.right());
    if (materialise) {
      materialise(run, folder, operator);
    }
    return operator;
  }

  /// What a walk by blocks needs of the operator; coefficients and operator are left behind, for
  /// they are twice as large.
  private HopFactors factors(
      Run run,
      OutputFolder folder,
      CsrGraph graph,
      BlockedRun parts,
      Kernel kernel,
      PropagationConfig config)
      throws IOException {
    NodeCoefficients r =
        kernel instanceof Kernel.NodeWise
            ? parts.coefficients(() -> coefficients(run, graph, kernel))
            : coefficients(run, graph, kernel);
    return HopFactors.of(operator(run, folder, graph, r), config);
  }

  private Map<String, Object> settings(OperatorPlan plan, PropagationConfig config) {
    Map<String, Object> settings = new LinkedHashMap<>(OperatorOptions.settings(plan));
    settings.putAll(propagation.settings(config));
    settings.putAll(blocks.settings());
    settings.put("materialise", materialise);
    return settings;
  }

  private ColumnSource source(Run run, GraphData data) throws IOException {
    if (data.features().isPresent()) {
      return data.features().get();
    }
    run.config(Map.of("randomFeatures", RandomFeatures.WIDTH));
    return run.room(
        "features",
        () -> RandomFeatures.of(data.graph().nodeCount(), common.seed()),
        x -> "none in the data, so %d random columns travel instead".formatted(x.width()));
  }

  private static HopOutput files(
      Run run, OutputFolder folder, Features features, PropagationConfig config) {
    return index -> {
      String name = config.outputCount() == 1 ? "features.npy" : "hop-" + index + ".npy";
      try {
        return folder.mapFloats(name, features.rows(), features.width(), run.work().arena()).data();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    };
  }

  private static void nodeWise(
      Run run,
      OutputFolder folder,
      PropagationOperator operator,
      Features features,
      NodeWise choice,
      PropagationConfig config)
      throws IOException {
    HopOutput output = files(run, folder, features, config);
    NodeWiseFeatures made =
        run.room(
            "propagate",
            () ->
                NodeWisePropagation.propagate(
                    operator, features, choice, config, output, run.work()),
            result -> outcome(result.account()));
    if (made.steps().length > 0) {
      folder.writeInts("steps.npy", made.steps());
    }
    run.record().result("places", Settings.toMap(choice));
    run.record().result("nodewise", Settings.toMap(made.account()));
  }

  private static String outcome(NodeWiseAccount account) {
    return "%d hops, nodes stop after %.1f on average, %s arc visits, off by at most %s × s"
        .formatted(
            account.hops(),
            account.meanSteps(),
            Text.count(account.arcVisits()),
            Text.decimal(account.errorBound()));
  }

  private static void propagate(
      Run run,
      OutputFolder folder,
      PropagationOperator operator,
      Features features,
      PropagationConfig config)
      throws IOException {
    HopOutput output = files(run, folder, features, config);
    MemoryPlan plan =
        run.room(
            "propagate",
            () -> Propagator.propagate(operator, features, config, output, run.work()),
            p -> outcome(config, features, p));
    Map<String, Object> planned = new LinkedHashMap<>();
    planned.put("panelWidth", plan.panelWidth());
    planned.put("panelCount", plan.panelCount());
    planned.put("releaseOutputs", plan.releaseOutputs());
    planned.put("topology", "plain");
    CsrGraph graph = operator.graph();
    planned.put("bytesPerArc", (double) graph.sizeBytes() / Math.max(1, graph.arcCount()));
    planned.put("residentBytes", plan.residentBytes());
    run.record().result("plan", planned);
  }

  private static String outcome(PropagationConfig config, Features features, MemoryPlan plan) {
    return "%d hops of %s columns, %d at a time, about %s held"
        .formatted(
            config.hopCount(),
            Text.count(features.width()),
            plan.panelWidth(),
            Text.bytes(plan.residentBytes()));
  }

  private static void materialise(Run run, OutputFolder folder, PropagationOperator operator)
      throws IOException {
    run.room(
        "export",
        () -> {
          try (Workspace scratch = run.work().scratch()) {
            MaterialisedOperator full = MaterialisedOperator.of(operator, scratch);
            NpzWriter.writeCsr(
                folder.newFile("operator.npz"),
                full.rows(),
                full.rows(),
                full.offsets(),
                full.columns(),
                "<f4",
                full.values());
            return full.entries();
          }
        },
        entries -> "operator.npz, " + Text.count(entries) + " entries");
  }
}
