package io.atp.cli.command;

import io.atp.cli.Main;
import io.atp.cli.Terminal;
import io.atp.cli.Text;
import io.atp.cli.option.CommonOptions;
import io.atp.cli.option.DataOptions;
import io.atp.io.dataset.GraphData;
import io.atp.io.json.Json;
import io.atp.io.store.OutputFile;
import io.atp.learn.predict.Predictions;
import io.atp.learn.predict.Predictor;
import io.atp.learn.predict.SavedModel;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `atp predict RUN [DATA] --out FILE`.
@Command(
    name = "predict",
    header = "Label every node of a graph with a trained model.",
    description =
        "%nWrites one line per node: original id, label, and the probability of each class.%n",
    footer = {"%nExample:", "  atp predict run --out labels.csv"},
    customSynopsis = "atp predict RUN [DATA] --out FILE [OPTIONS]",
    sortOptions = false)
final class PredictCommand implements Callable<Integer> {
  private final Terminal terminal;
  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "RUN", description = "Folder that train or tune wrote.")
  private Path model;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "DATA",
      description = "Graph to label. Default: the one the model was trained on.")
  private String data;

  @Option(names = "--out", paramLabel = "FILE", required = true, description = "CSV to write.")
  private Path out;

  @Mixin private DataOptions sources;
  @Mixin private CommonOptions common;

  PredictCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    SavedModel saved = SavedModel.read(model);
    try (var run = new Run(terminal, common, spec)) {
      GraphData graph = TrainedOn.read(run, model, data, sources);
      Predictions predictions =
          run.room(
              "predict",
              () -> Predictor.predict(saved, graph, run.work()),
              p -> Text.count(p.labels().length) + " nodes labelled by " + saved.backbone());
      run.room(
          "write",
          () -> {
            write(graph, predictions);
            return out;
          },
          Path::toString);
      if (common.json()) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("out", out.toString());
        result.put("nodes", predictions.labels().length);
        result.put("model", saved.backbone());
        terminal.out().print(Json.write(result));
      }
    }
    return Main.OK;
  }

  private void write(GraphData graph, Predictions predictions) throws IOException {
    try (OutputFile file = OutputFile.create(out)) {
      try (BufferedWriter writer = Files.newBufferedWriter(file.growing())) {
        writer.write("id,label");
        int classes =
            predictions.probabilities().length == 0 ? 0 : predictions.probabilities()[0].length;
        for (int c = 0; c < classes; c++) {
          writer.write(",p" + c);
        }
        writer.write('\n');
        for (int node = 0; node < predictions.labels().length; node++) {
          writer.write(quoted(graph.ids().name(node)));
          writer.write("," + predictions.labels()[node]);
          for (float share : predictions.probabilities()[node]) {
            writer.write("," + share);
          }
          writer.write('\n');
        }
      }
      file.commit();
    }
  }

  /// As CSV wants it: quotes only where they are needed.
  private static String quoted(String id) {
    boolean plain = id.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return plain ? id : '"' + id.replace("\"", "\"\"") + '"';
  }
}
