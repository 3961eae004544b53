package io.atp.cli.command;

import io.atp.cli.Main;
import io.atp.cli.Terminal;
import io.atp.cli.Text;
import io.atp.cli.demo.DegreeBands;
import io.atp.cli.demo.NearestClassMean;
import io.atp.cli.option.CommonOptions;
import io.atp.cli.option.CorrectionOptions;
import io.atp.cli.option.EncodingOptions;
import io.atp.core.correct.CorrectionConfig;
import io.atp.core.encode.EncodingConfig;
import io.atp.core.encode.NodeCoefficients;
import io.atp.core.feature.DenseFeatures;
import io.atp.core.feature.Features;
import io.atp.core.graph.CsrGraph;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.propagate.HopCombiner;
import io.atp.core.propagate.PropagationConfig;
import io.atp.core.propagate.Propagator;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.Labels;
import io.atp.io.dataset.Split;
import io.atp.io.generate.GeneratorConfig;
import io.atp.io.generate.GraphGenerator;
import io.atp.io.store.NativeStore;
import io.atp.io.store.OutputFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `atp demo`: every room once, on a graph made for it, and what it is good for.
@Command(
    name = "demo",
    header = "Walk the whole flow on a generated graph.",
    description =
        "%nGraph, correct, encode, operator, propagate: one line each, then the accuracy of a plain"
            + " classifier on raw features, on propagation with the same r for all nodes (0 and"
            + " 1/2) and on ATP's.%n",
    footer = {"%nExample:", "  atp demo --out my-demo"},
    customSynopsis = "atp demo [OPTIONS]",
    sortOptions = false)
final class DemoCommand implements Callable<Integer> {
  private static final int FEATURES = 64;
  private static final int CLASSES = 8;
  private static final int HOPS = 3;

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

  /// The features a classifier is judged on, by name.
  private record Contestant(String name, DenseFeatures features) {}

  @Override
  public Integer call() throws IOException {
    GeneratorConfig wanted = graph();
    CorrectionConfig mask = CorrectionConfig.defaults();
    EncodingConfig encode = EncodingConfig.defaults();
    PropagationConfig hops = PropagationConfig.of(HOPS, HopCombiner.mean(HOPS));
    try (var run = new Run(terminal, common, spec).config(settings(wanted, mask, encode))) {
      OutputFolder folder = run.output(out);
      run.say(
          "Labels of a few nodes are known; propagation should make the others easy to tell.\n");
      GraphData data =
          run.room("graph", () -> GraphGenerator.generate(wanted, run.work()), Run::sizes);
      CsrGraph corrected = PaperRooms.correct(run, data, mask).graph();
      NodeCoefficients coefficients = PaperRooms.encode(run, corrected, encode).coefficients();
      PropagationOperator operator = PaperRooms.operator(run, corrected, coefficients);
      DenseFeatures adapted =
          folder.mapFloats("propagated.npy", nodes, FEATURES, run.work().arena());
      Features raw = data.features().orElseThrow();
      run.room(
          "propagate",
          () -> Propagator.propagate(operator, raw, hops, _ -> adapted.data(), run.work()),
          plan -> "mean of hops 0 to %d, %d columns at a time".formatted(HOPS, plan.panelWidth()));
      DenseFeatures average = baseline(run, data, hops, 0);
      DenseFeatures usual = baseline(run, data, hops, 0.5);
      var scores =
          judge(
              run,
              data,
              List.of(
                  new Contestant("raw features", (DenseFeatures) raw),
                  new Contestant("r = 0", average),
                  new Contestant("r = 1/2", usual),
                  new Contestant("ATP", adapted)));
      folder.writeDoubles("coefficients.npy", coefficients.values());
      NativeStore.write(folder, data, run.work());
      run.finish();
      run.say("\n" + table(scores) + "\n");
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

  private static DenseFeatures baseline(
      Run run, GraphData data, PropagationConfig hops, double constant) throws IOException {
    return run.room(
        "baseline",
        () ->
            Propagator.propagate(
                    PropagationOperator.classic(data.graph(), constant),
                    data.features().orElseThrow(),
                    hops,
                    run.work())
                .combined(),
        _ -> "the same with r = %s for every node and no edge hidden".formatted(constant));
  }

  private static Map<String, Map<String, Double>> judge(
      Run run, GraphData data, List<Contestant> contestants) throws IOException {
    Labels labels = data.labels().orElseThrow();
    Split split = data.split().orElseThrow();
    DegreeBands bands = DegreeBands.of(data.graph(), split.test());
    Map<String, Map<String, Double>> scores = new LinkedHashMap<>();
    run.room(
        "judge",
        () -> {
          for (Contestant contestant : contestants) {
            DenseFeatures x = contestant.features();
            NearestClassMean classifier = NearestClassMean.fit(x, labels, split.train());
            Map<String, Double> score = new LinkedHashMap<>();
            score.put("all", classifier.accuracy(x, labels, bands.all()));
            score.put("lowDegree", classifier.accuracy(x, labels, bands.low()));
            score.put("highDegree", classifier.accuracy(x, labels, bands.high()));
            scores.put(contestant.name(), score);
          }
          return scores;
        },
        _ ->
            "nearest class mean from %s labelled nodes, on %s test nodes"
                .formatted(Text.count(split.train().length), Text.count(split.test().length)));
    run.record().result("accuracy", scores);
    return scores;
  }

  private static String table(Map<String, Map<String, Double>> scores) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("accuracy on test nodes", "all", "low-degree half", "top tenth by degree"));
    scores.forEach(
        (name, score) -> {
          List<String> row = new ArrayList<>(List.of("  " + name));
          score.values().forEach(share -> row.add(Text.share(share)));
          rows.add(row);
        });
    return Text.table(rows);
  }

  private String farewell() {
    return """
    ATP ran with its defaults, not tuned to this graph, and one graph and one split are one draw: an
    illustration, not a benchmark. Where a constant r does better, use it (propagate --r); which one
    suits a graph is for its validation nodes to say.

    %1$s is the graph as a native store, with the coefficients, the propagated features
    (propagated.npy, float32) and run.json. Next, on this graph or on your own:
      atp info %1$s
      atp propagate %1$s --hops 3 --out hops\
    """
        .formatted(out);
  }
}
