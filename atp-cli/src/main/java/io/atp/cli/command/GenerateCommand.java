package io.atp.cli.command;

import io.atp.cli.Main;
import io.atp.cli.Terminal;
import io.atp.cli.option.CheckpointOptions;
import io.atp.cli.option.CommonOptions;
import io.atp.cli.option.FeatureChoice;
import io.atp.core.estimate.Needs;
import io.atp.core.estimate.Workload;
import io.atp.core.runtime.Require;
import io.atp.io.dataset.GraphData;
import io.atp.io.generate.GeneratorConfig;
import io.atp.io.generate.GraphGenerator;
import io.atp.io.generate.GraphShape;
import io.atp.io.store.NativeStore;
import io.atp.io.store.OutputFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `atp generate`.
@Command(
    name = "generate",
    header = "Make a graph with classes, hubs, features and a split, as a native store.",
    description =
        "%nOf any size, or in the shape of a published data set: as many nodes and edges, features"
            + " and classes, its homophily and its largest hub. Arcs that --memory cannot hold are"
            + " sorted through files beside the output; the graph is the same.%n%nShapes: cora,"
            + " citeseer, pubmed, photo, computers, cs, physics, flickr, reddit, arxiv, products,"
            + " papers100M.%n",
    footer = {
      "%nExample:",
      "  atp generate --nodes 10000 --edges 100000 --features 64 --classes 8 --out big",
      "  atp generate --shape papers100M --scale 0.0001 --memory 2g --out tiny"
    },
    customSynopsis = {
      "atp generate --nodes N --edges M --out DIR [OPTIONS]",
      "       atp generate --shape NAME [--scale S] --out DIR [OPTIONS]"
    },
    sortOptions = false)
final class GenerateCommand implements Callable<Integer> {
  private static final int USUAL_WIDTH = 64;
  private static final int USUAL_CLASSES = 8;

  /// Labels, the split, and a copy on their way to the file.
  private static final long HEAP_BYTES_PER_NODE = 12;

  private final Terminal terminal;
  @Spec private CommandSpec spec;

  @Option(names = "--nodes", paramLabel = "N", description = "Number of nodes.")
  private Integer nodes;

  @Option(names = "--edges", paramLabel = "M", description = "Number of edges.")
  private Long edges;

  @Option(
      names = "--shape",
      paramLabel = "NAME",
      description = "A data set to follow, instead of --nodes and --edges.")
  private String shape;

  @Option(
      names = "--scale",
      paramLabel = "S",
      defaultValue = "1",
      description = "So many times its nodes and edges. Default: ${DEFAULT-VALUE}.")
  private double scale;

  @Option(
      names = "--features",
      converter = FeatureChoice.Converter.class,
      paramLabel = "F",
      description =
          "Columns of the features; or none, stored, or generated: computed from the store's"
              + " manifest whenever they are read, so that they take no disk. Both: 16,generated."
              + " Default: 64, or the shape's, stored.")
  private FeatureChoice features = FeatureChoice.USUAL;

  @Option(
      names = "--classes",
      paramLabel = "C",
      description = "Number of classes. Default: 8, or the shape's.")
  private Integer classes;

  @Option(
      names = "--homophily",
      paramLabel = "SHARE",
      description = "Share of edges inside a class. Default: 0.8, or the shape's.")
  private Double homophily;

  @Option(
      names = "--hub-homophily",
      paramLabel = "SHARE",
      description = "The same at the largest hub. Default: half of --homophily.")
  private Double hubHomophily;

  @Option(
      names = "--signal",
      paramLabel = "S",
      description =
          "How far a class lies from the origin in each column, where features vary by 1 around it:"
              + " the less, the harder to tell classes apart. Default: 0.25 for 64 columns, less"
              + " for more.")
  private Double signal;

  @Option(names = "--out", paramLabel = "DIR", required = true, description = "Folder to write.")
  private Path out;

  @Mixin private CheckpointOptions checkpoint;

  @Mixin private CommonOptions common;

  GenerateCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    GeneratorConfig config = config();
    try (var run = new Run(terminal, common, spec).config(settings(config))) {
      if (isLong(config)) {
        Workload sizes =
            new Workload(
                config.nodeCount(),
                2 * config.edgeCount(),
                config.featureWidth(),
                0,
                common.threads());
        run.require(Needs.build("generate", sizes), sizes, "");
      }
      OutputFolder folder = run.output(out);
      run.spill(HEAP_BYTES_PER_NODE * config.nodeCount());
      run.checkpoint(out, checkpoint.asked() || isLong(config), () -> facts(config));
      GraphData data =
          run.room(
              "generate",
              () -> named(GraphGenerator.generateComputed(config, run.work())),
              Run::sizes);
      GraphData stored =
          features.form() == FeatureChoice.Form.GENERATED
              ? data
              : GraphGenerator.storing(data, config.featureWidth() > 0);
      run.room(
          "store",
          () -> {
            NativeStore.write(folder, stored, run.work());
            return stored;
          },
          _ -> "native store");
      run.record().result("nodes", data.graph().nodeCount());
      run.record().result("edges", data.graph().edgeCount());
      run.finish();
    }
    return Main.OK;
  }

  private GraphData named(GraphData data) {
    return shape == null ? data : data.named(shape.toLowerCase(Locale.ROOT) + "-shaped");
  }

  private GeneratorConfig config() {
    Require.that(
        shape == null
            ? nodes != null && edges != null && scale == 1
            : nodes == null && edges == null,
        "give --nodes and --edges, or --shape and --scale");
    GeneratorConfig usual =
        shape == null
            ? GeneratorConfig.of(
                Require.atLeast("--nodes", nodes, 2),
                Require.atLeast("--edges", edges, 1L),
                USUAL_WIDTH,
                Math.min(USUAL_CLASSES, nodes))
            : GraphShape.named(shape).config(scale);
    GeneratorConfig config =
        usual.withWidths(
            features.width().orElse(usual.featureWidth()),
            classes == null ? usual.classCount() : Require.atLeast("--classes", classes, 1));
    double all = homophily == null ? usual.homophily() : Require.share("--homophily", homophily);
    double hubs = hubHomophily == null ? all / 2 : Require.share("--hub-homophily", hubHomophily);
    double apart = signal == null ? GeneratorConfig.usualSignal(config.featureWidth()) : signal;
    return config.withHomophily(all, hubs).withSignal(apart).withSeed(common.seed());
  }

  /// Then its arcs are sorted through files, also where memory would hold them: no slower, with
  /// less memory, and a run that was stopped goes on.
  private static boolean isLong(GeneratorConfig config) {
    return 2 * config.edgeCount() >= Restart.LONG_ARCS;
  }

  private Map<String, Object> facts(GeneratorConfig config) {
    Map<String, Object> facts = new LinkedHashMap<>(settings(config));
    facts.put("command", "generate");
    facts.put("seed", config.seed());
    facts.put("form", features.form().name());
    return facts;
  }

  static Map<String, Object> settings(GeneratorConfig config) {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("nodes", config.nodeCount());
    settings.put("edges", config.edgeCount());
    settings.put("features", config.featureWidth());
    settings.put("classes", config.classCount());
    settings.put("powerLawExponent", config.powerLawExponent());
    settings.put("maxDegreeShare", config.maxDegreeShare());
    settings.put("homophily", config.homophily());
    settings.put("hubHomophily", config.hubHomophily());
    settings.put("featureSignal", config.featureSignal());
    settings.put("featureNoise", config.featureNoise());
    settings.put("labelledShare", config.labelledShare());
    settings.put("trainPerClass", config.trainPerClass());
    settings.put("validationPerClass", config.validationPerClass());
    return settings;
  }
}
