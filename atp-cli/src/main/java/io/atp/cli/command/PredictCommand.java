package io.atp.cli.command;

import io.atp.cli.Main;
import io.atp.cli.Terminal;
import io.atp.cli.Text;
import io.atp.cli.option.CommonOptions;
import io.atp.cli.option.DataOptions;
import io.atp.io.dataset.GraphData;
import io.atp.io.json.Json;
import io.atp.learn.predict.Predictions;
import io.atp.learn.predict.Predictor;
import io.atp.learn.predict.SavedModel;
import java.io.IOException;
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
        "%nWrites one row per node: original id, label (by name where classes have names), and the"
            + " probability of each class. The end of the file's name says how: .csv, .tsv,"
            + " .parquet or .jsonl.%n",
    footer = {
      "%nExample:",
      "  atp predict run --out labels.csv",
      "  atp predict run --embedding --out states.csv"
    },
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

  @Option(
      names = "--out",
      paramLabel = "FILE",
      required = true,
      description = "Table to write, like labels.csv or labels.parquet.")
  private Path out;

  @Option(
      names = "--embedding",
      description =
          "Also the state of each node that the last weights of the model see, as columns e0, e1,"
              + " …")
  private boolean embedding;

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
      run.requireMemory("labelling", graph, saved.neededBytes(graph));
      run.spillBeside(out);
      if (PredictionFile.isPlain(out)) {
        run.room(
            "predict",
            () -> {
              PredictionFile.csv(
                  out,
                  graph,
                  saved.outputs(),
                  sink -> Predictor.stream(saved, graph, embedding, run.work(), sink));
              return out;
            },
            _ -> outcome(graph, saved) + ": " + out);
      } else {
        Predictions predictions =
            run.room(
                "predict",
                () -> Predictor.predict(saved, graph, embedding, run.work()),
                _ -> outcome(graph, saved));
        run.room(
            "write",
            () -> {
              PredictionFile.write(out, graph, predictions);
              return out;
            },
            Path::toString);
      }
      if (common.json()) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("out", out.toString());
        result.put("nodes", graph.graph().nodeCount());
        result.put("model", saved.backbone());
        result.put("classNames", PredictionFile.classNames(graph, saved.outputs()));
        terminal.out().print(Json.write(result));
      }
    }
    return Main.OK;
  }

  private static String outcome(GraphData graph, SavedModel saved) {
    return Text.count(graph.graph().nodeCount()) + " nodes labelled by " + saved.backbone();
  }
}
