package io.atp.spark.cli;

import io.atp.cli.Terminal;
import io.atp.cli.option.OperatorOptions;
import io.atp.core.runtime.Require;
import io.atp.io.store.OutputFolder;
import io.atp.learn.plan.OperatorPlan;
import io.atp.spark.SparkGraph;
import io.atp.spark.SparkLearning;
import io.atp.spark.SparkPredictions;
import io.atp.spark.learn.LearnConfig;
import io.atp.spark.learn.SparkPredictor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `atp spark run EDGES NODES --out DIR`: the whole flow.
@Command(
    name = "run",
    header = "The whole flow: correct, encode, propagate, train, predict.",
    description =
        "%nWrites the table predictions (id, label, probability, probabilities) and the folder"
            + " model, which atp predict reads as well.%n",
    footer = {
      "%nExample:",
      "  atp spark run edges.csv nodes.csv --model sgc --hops 3 --out labelled"
    },
    customSynopsis = "atp spark run EDGES NODES --out DIR [OPTIONS]",
    sortOptions = false)
final class RunCommand implements Callable<Integer> {
  private final Terminal terminal;
  @Spec private CommandSpec spec;
  @Mixin private SparkOptions options;

  @Option(
      names = "--model",
      paramLabel = "NAME",
      defaultValue = "sgc",
      description = "Backbone, one that works on hops: sgc, sign, s2gc … Default: sgc.")
  private String model;

  @Option(names = "--hops", paramLabel = "K", description = "Same as --set hops=K.")
  private Integer hops;

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description = "A setting of the backbone or of its training; atp models NAME lists them.")
  private List<String> sets = new ArrayList<>();

  @Mixin private OperatorOptions operator;

  RunCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    OperatorPlan plan = operator.plan(options.seed());
    PaperRooms.requireSupported(plan);
    LearnConfig learning = new LearnConfig(model, changes(), plan, options.seed());
    learning.found().recipe("").with(learning.changes());
    try (SparkRun run = new SparkRun(terminal, options, spec)) {
      run.record().config(Map.of("model", model, "set", changes()));
      run.record().config(OperatorOptions.settings(plan));
      SparkGraph graph = run.graph();
      SparkLearning learned =
          run.room(
              "learn",
              () -> graph.train(learning),
              found ->
                  "%s on %,d nodes, validation %.4f"
                      .formatted(model, found.trained(), found.validation()));
      run.corrected(learned.hops().graph());
      run.record().result("trainedOn", learned.trained());
      run.record().result("validation", learned.validation());
      SparkPredictions predictions = learned.predictions();
      run.write("predictions", predictions.table());
      SparkPredictor.Score test = predictions.test();
      if (test.nodes() > 0) {
        run.room("test", () -> test, s -> "%.4f of %,d nodes".formatted(s.accuracy(), s.nodes()));
        run.record().result("test", test.accuracy());
      }
      writeModel(run, learned);
      run.finish(List.of("predictions", "model"));
    }
    return 0;
  }

  private static void writeModel(SparkRun run, SparkLearning learned) throws IOException {
    Path temporary = Files.createTempDirectory("atp-model");
    try (OutputFolder folder = OutputFolder.create(temporary.resolve("model"))) {
      learned.model().write(folder);
      folder.commit();
    }
    run.copy(temporary.resolve("model"), "model");
    PaperRooms.delete(temporary);
  }

  private Map<String, String> changes() {
    Map<String, String> changes = new LinkedHashMap<>();
    if (hops != null) {
      changes.put("hops", Integer.toString(hops));
    }
    for (String set : sets) {
      int equals = set.indexOf('=');
      Require.that(equals > 0, "--set takes NAME=VALUE, got '%s'", set);
      changes.put(set.substring(0, equals).strip(), set.substring(equals + 1).strip());
    }
    return changes;
  }
}
