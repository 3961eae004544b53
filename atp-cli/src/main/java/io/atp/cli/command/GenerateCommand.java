package io.atp.cli.command;

import io.atp.cli.Main;
import io.atp.cli.Terminal;
import io.atp.cli.option.CommonOptions;
import io.atp.core.runtime.Require;
import io.atp.io.dataset.GraphData;
import io.atp.io.generate.GeneratorConfig;
import io.atp.io.generate.GraphGenerator;
import io.atp.io.store.NativeStore;
import io.atp.io.store.OutputFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
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
    footer = {
      "%nExample:",
      "  atp generate --nodes 10000 --edges 100000 --features 64 --classes 8 --out big"
    },
    customSynopsis = "atp generate --nodes N --edges M --out DIR [OPTIONS]",
    sortOptions = false)
final class GenerateCommand implements Callable<Integer> {
  private final Terminal terminal;
  @Spec private CommandSpec spec;

  @Option(names = "--nodes", paramLabel = "N", required = true, description = "Number of nodes.")
  private int nodes;

  @Option(names = "--edges", paramLabel = "M", required = true, description = "Number of edges.")
  private long edges;

  @Option(
      names = "--features",
      paramLabel = "F",
      defaultValue = "64",
      description = "Columns of the features, 0 for none. Default: ${DEFAULT-VALUE}.")
  private int features;

  @Option(
      names = "--classes",
      paramLabel = "C",
      defaultValue = "8",
      description = "Number of classes. Default: ${DEFAULT-VALUE}.")
  private int classes;

  @Option(
      names = "--homophily",
      paramLabel = "SHARE",
      defaultValue = "0.8",
      description = "Share of edges inside a class. Default: ${DEFAULT-VALUE}.")
  private double homophily;

  @Option(
      names = "--hub-homophily",
      paramLabel = "SHARE",
      description = "The same at the largest hub. Default: half of --homophily.")
  private Double hubHomophily;

  @Option(names = "--out", paramLabel = "DIR", required = true, description = "Folder to write.")
  private Path out;

  @Mixin private CommonOptions common;

  GenerateCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    GeneratorConfig config = config();
    try (var run = new Run(terminal, common, spec).config(settings(config))) {
      OutputFolder folder = run.output(out);
      GraphData data =
          run.room("generate", () -> GraphGenerator.generate(config, run.work()), Run::sizes);
      run.room(
          "store",
          () -> {
            NativeStore.write(folder, data, run.work());
            return data;
          },
          _ -> "native store");
      run.record().result("nodes", data.graph().nodeCount());
      run.record().result("edges", data.graph().edgeCount());
      run.finish();
    }
    return Main.OK;
  }

  private GeneratorConfig config() {
    Require.atLeast("--nodes", nodes, 2);
    Require.atLeast("--edges", edges, 1L);
    Require.atLeast("--features", features, 0);
    Require.atLeast("--classes", classes, 1);
    Require.share("--homophily", homophily);
    double hubs =
        hubHomophily == null ? homophily / 2 : Require.share("--hub-homophily", hubHomophily);
    return GeneratorConfig.of(nodes, edges, features, classes)
        .withHomophily(homophily, hubs)
        .withSeed(common.seed());
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
    settings.put("trainPerClass", config.trainPerClass());
    settings.put("validationPerClass", config.validationPerClass());
    return settings;
  }
}
