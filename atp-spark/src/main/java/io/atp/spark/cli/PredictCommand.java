package io.atp.spark.cli;

import io.atp.cli.Terminal;
import io.atp.learn.predict.HopPredictor;
import io.atp.learn.predict.SavedModel;
import io.atp.spark.SparkGraph;
import io.atp.spark.SparkPredictions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `atp spark predict EDGES NODES --model DIR --out DIR`.
@Command(
    name = "predict",
    header = "Labels for every node, from a model trained before.",
    description =
        "%nThe model may come from atp train or from atp spark run. Masks, coefficients and hops"
            + " are computed anew. Writes the table predictions.%n",
    customSynopsis = "atp spark predict EDGES NODES --model DIR --out DIR [OPTIONS]",
    sortOptions = false)
final class PredictCommand implements Callable<Integer> {
  private final Terminal terminal;
  @Spec private CommandSpec spec;
  @Mixin private SparkOptions options;

  @Option(
      names = "--model",
      paramLabel = "DIR",
      required = true,
      description = "Folder of the model, on this machine.")
  private Path folder;

  PredictCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    SavedModel model = SavedModel.read(folder);
    HopPredictor.propagation(model); // refuses a backbone that wants the whole graph
    try (SparkRun run = new SparkRun(terminal, options, spec)) {
      run.record().config(Map.of("model", model.backbone()));
      SparkGraph graph = run.graph();
      SparkPredictions predictions =
          run.room(
              "predict",
              () -> graph.predict(model),
              _ -> "%,d nodes by %s".formatted(graph.nodeCount(), model.backbone()));
      run.write("predictions", predictions.table());
      run.finish(List.of("predictions"));
    }
    return 0;
  }
}
