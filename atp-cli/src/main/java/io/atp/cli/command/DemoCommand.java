package io.atp.cli.command;

import io.atp.cli.Main;
import io.atp.cli.Terminal;
import io.atp.cli.option.CommonOptions;
import io.atp.cli.option.CorrectionOptions;
import io.atp.cli.option.EncodingOptions;
import io.atp.core.correct.CorrectionConfig;
import io.atp.core.encode.EncodingConfig;
import io.atp.core.encode.NodeCoefficients;
import io.atp.core.feature.DenseFeatures;
import io.atp.core.graph.CsrGraph;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.propagate.HopCombiner;
import io.atp.core.propagate.PropagationConfig;
import io.atp.core.propagate.Propagator;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.SplitRule;
import io.atp.io.generate.GeneratorConfig;
import io.atp.io.generate.GraphGenerator;
import io.atp.io.store.NativeStore;
import io.atp.io.store.OutputFolder;
import io.atp.lab.run.RunFigures;
import io.atp.learn.experiment.Experiment;
import io.atp.learn.experiment.ExperimentConfig;
import io.atp.learn.experiment.ExperimentResult;
import io.atp.learn.experiment.LabelledData;
import io.atp.learn.model.Sgc;
import io.atp.learn.plan.OperatorPlan;
import io.atp.learn.tune.TuneConfig;
import io.atp.learn.tune.Tuner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `atp demo`: every room once, on a graph made for it, then learning without and with ATP.
@Command(
    name = "demo",
    header = "Walk the whole flow on a generated graph.",
    description =
        "%nGraph, correct, encode, operator, propagate: one line each. Then a linear classifier"
            + " learns from a few labels: from raw features, from the best classic operator and"
            + " from the best of ATP's, both searched on validation with the same budget.%n",
    footer = {"%nExample:", "  atp demo --out my-demo"},
    customSynopsis = "atp demo [OPTIONS]",
    sortOptions = false)
final class DemoCommand implements Callable<Integer> {
  private static final int FEATURES = 64;
  private static final int CLASSES = 8;
  private static final int HOPS = 3;
  private static final int REPEATS = 5;

  /// Training runs the search may spend without ATP, and as many with.
  private static final int SEARCH = 60;

  private final Terminal terminal;
  @Spec private CommandSpec spec;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "20000",
      description = "Nodes of the graph. Default: ${DEFAULT-VALUE}.")
  private int nodes;

  @Option(
      names = "--edges",
      paramLabel = "M",
      defaultValue = "200000",
      description = "Edges of the graph. Default: ${DEFAULT-VALUE}.")
  private long edges;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "atp-demo",
      description = "Folder to write, replaced if it is a demo's. Default: ${DEFAULT-VALUE}.")
  private Path out;

  @Mixin private CommonOptions common;

  DemoCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    GeneratorConfig wanted = graph();
    CorrectionConfig mask = CorrectionConfig.defaults();
    EncodingConfig encode = EncodingConfig.defaults();
    PropagationConfig hops = PropagationConfig.of(HOPS, HopCombiner.mean(HOPS));
    try (var run = new Run(terminal, common, spec).config(settings(wanted, mask, encode))) {
      OutputFolder folder = run.output(out);
      run.say("Labels of a few nodes are known; the graph should help to tell the others.\n");
      GraphData data =
          run.room("graph", () -> GraphGenerator.generate(wanted, run.work()), Run::sizes);
      CsrGraph corrected = PaperRooms.correct(run, data, mask).graph();
      NodeCoefficients coefficients = PaperRooms.encode(run, corrected, encode).coefficients();
      PropagationOperator operator = PaperRooms.operator(run, corrected, coefficients);
      DenseFeatures adapted =
          folder.mapFloats("propagated.npy", nodes, FEATURES, run.work().arena());
      run.room(
          "propagate",
          () ->
              Propagator.propagate(
                  operator, data.features().orElseThrow(), hops, _ -> adapted.data(), run.work()),
          plan -> "mean of hops 0 to %d, %d columns at a time".formatted(HOPS, plan.panelWidth()));
      var labelled = LabelledData.of(data);
      Learned learned = learn(run, labelled);
      folder.writeDoubles("coefficients.npy", coefficients.values());
      NativeStore.write(folder, data, run.work());
      RunPage.write(run, folder, () -> figures(run, labelled, learned));
      run.finish();
      run.say("\n" + learned.board().table() + "\n");
      run.say(farewell());
    }
    return Main.OK;
  }

  /// Hubs of a twentieth of all nodes, half of the edges inside a class and a fifth at the largest
  /// hub, faint features: hard enough that propagation has something to do.
  private GeneratorConfig graph() {
    GeneratorConfig usual = GeneratorConfig.of(nodes, edges, FEATURES, CLASSES);
    return new GeneratorConfig(
        nodes,
        edges,
        FEATURES,
        CLASSES,
        2.2,
        Math.max(0.05, usual.maxDegreeShare()),
        0.5,
        0.2,
        0.2,
        usual.featureNoise(),
        usual.labelledShare(),
        usual.trainPerClass(),
        usual.validationPerClass(),
        common.seed());
  }

  private static Map<String, Object> settings(
      GeneratorConfig graph, CorrectionConfig mask, EncodingConfig encode) {
    Map<String, Object> settings = new LinkedHashMap<>(GenerateCommand.settings(graph));
    settings.putAll(CorrectionOptions.settings(Optional.of(mask)));
    settings.putAll(EncodingOptions.settings(encode));
    settings.put("hops", HOPS);
    settings.put("combine", "mean");
    return settings;
  }

  /// @param plan of the side with ATP
  private record Learned(
      Scoreboard board, ExperimentResult baseline, ExperimentResult adaptive, OperatorPlan plan) {}

  private RunFigures figures(Run run, LabelledData data, Learned learned) {
    return RunFigures.of(
        new RunFigures.Subject("the generated graph", "sgc", common.seed(), true),
        data,
        learned.baseline(),
        Optional.of(new RunFigures.Adaptive(learned.adaptive(), learned.plan())),
        run.work());
  }

  /// Raw features, the best classic operator, the best of ATP's: each a linear classifier, chosen
  /// on validation, test read once.
  private Learned learn(Run run, LabelledData data) throws IOException {
    var sgc = new Sgc();
    var recipe = sgc.recipe("").with(Map.of("scaling", "none", "learningRate", "0.05"));
    var base =
        new ExperimentConfig<>(
            sgc,
            recipe,
            OperatorPlan.classic(recipe.kernelCoefficient()),
            SplitRule.parse("20/30"),
            false,
            0,
            REPEATS,
            common.seed());
    var alone = base.withRecipe(recipe.with(Map.of("hops", "0")));
    ExperimentResult raw =
        run.room(
            "learn",
            () -> Experiment.run(data, alone, run.work()),
            result -> "from raw features: test " + Scoreboard.percent(result.test()));
    var budget = new TuneConfig(SEARCH, 0, REPEATS, common.seed());
    var tuned =
        run.room(
            "search",
            () -> Tuner.tune(data, base, budget, run.work()),
            result ->
                "%d operators and settings without ATP, %d with"
                    .formatted(
                        result.baseline().trials().size(), result.adaptive().trials().size()));
    var board = new Scoreboard();
    board.add("raw features", raw);
    board.add("no ATP, tuned", tuned.baseline().result());
    board.add("ATP, tuned", tuned.adaptive().result());
    run.record()
        .result("rawFeatures", Scoreboard.record(raw))
        .result("baseline", Scoreboard.record(tuned.baseline().result()))
        .result("atp", Scoreboard.record(tuned.adaptive().result()));
    return new Learned(
        board,
        tuned.baseline().result(),
        tuned.adaptive().result(),
        tuned.adaptive().candidate().plan());
  }

  private String farewell() {
    return """
    Accuracy over %2$d random splits of 20 training and 30 validation nodes a class; both searches
    had the same budget and saw validation only. One generated graph is an illustration, not a
    benchmark: on your graph `atp tune` says whether ATP pays.

    %1$s is the graph as a native store, with the coefficients, the propagated features
    (propagated.npy, float32), run.json, and report.html to open in a browser. Next, on this graph
    or on your own:
      atp info %1$s
      atp tune %1$s --model gamlp --budget 60s --out tuned\
    """
        .formatted(out, REPEATS);
  }
}
