package io.atp.cli.command;

import io.atp.core.runtime.Require;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.Labels;
import io.atp.io.store.OutputFile;
import io.atp.learn.predict.Predictions;
import io.atp.learn.predict.Predictor;
import io.atp.tables.Column;
import io.atp.tables.TableExport;
import io.atp.tables.TableFormat;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// Predictions as a table by original id: `id`, `label`, `p0`, `p1`, …, and `e0`, `e1`, … for
/// embeddings.
///
/// CSV is written here, so that the usual case needs no database; other tables go through
/// `atp-tables`, in which ids that are numbers stay numbers.
final class PredictionFile {
  private PredictionFile() {}

  /// A table of any kind but plain CSV.
  static void write(Path out, GraphData graph, Predictions predictions) throws IOException {
    TableExport.nodes(out, format(out), graph.ids(), columns(graph, predictions));
  }

  /// Whether the table is one that is written here, row after row.
  static boolean isPlain(Path out) {
    return format(out) == TableFormat.CSV && !out.toString().endsWith(".gz");
  }

  private static TableFormat format(Path out) {
    Optional<TableFormat> format = TableFormat.of(out);
    Require.that(
        format.isPresent(),
        "%s is no name for a table: let it end in .csv, .tsv, .parquet or .jsonl",
        out);
    return format.get();
  }

  /// The names of the classes where the graph has names for them, else their numbers.
  static List<String> classNames(GraphData graph, int classes) {
    return graph
        .labels()
        .filter(labels -> labels.classCount() == classes)
        .flatMap(Labels::classNames)
        .orElseGet(() -> IntStream.range(0, classes).mapToObj(Integer::toString).toList());
  }

  private static int classes(Predictions predictions) {
    return predictions.probabilities().length == 0 ? 0 : predictions.probabilities()[0].length;
  }

  private static List<Column> columns(GraphData graph, Predictions predictions) {
    List<String> names = classNames(graph, classes(predictions));
    boolean named = graph.labels().flatMap(Labels::classNames).filter(names::equals).isPresent();
    List<Column> columns = new ArrayList<>();
    columns.add(
        named
            ? new Column.Texts("label", row -> names.get(predictions.labels()[(int) row]))
            : new Column.Longs("label", row -> predictions.labels()[(int) row]));
    for (int c = 0; c < classes(predictions); c++) {
      int each = c;
      columns.add(new Column.Floats("p" + c, row -> predictions.probabilities()[(int) row][each]));
    }
    for (int c = 0; c < predictions.embeddingWidth(); c++) {
      int each = c;
      columns.add(new Column.Floats("e" + c, row -> predictions.embeddings()[(int) row][each]));
    }
    return columns;
  }

  /// Gives predictions to a sink, from the first node to the last.
  interface Source {
    void into(Predictor.Sink sink) throws IOException;
  }

  static void csv(Path out, GraphData graph, int classes, Source source) throws IOException {
    List<String> names = classNames(graph, classes);
    try (OutputFile file = OutputFile.create(out)) {
      try (BufferedWriter writer = Files.newBufferedWriter(file.growing())) {
        source.into(
            (from, some) -> {
              if (from == 0) {
                header(writer, classes, some.embeddingWidth());
              }
              for (int i = 0; i < some.labels().length; i++) {
                writer.write(quoted(graph.ids().name(from + i)));
                writer.write("," + quoted(names.get(some.labels()[i])));
                numbers(writer, some.probabilities()[i]);
                if (some.embeddingWidth() > 0) {
                  numbers(writer, some.embeddings()[i]);
                }
                writer.write('\n');
              }
            });
      }
      file.commit();
    }
  }

  private static void header(BufferedWriter writer, int classes, int width) throws IOException {
    writer.write("id,label");
    for (int c = 0; c < classes; c++) {
      writer.write(",p" + c);
    }
    for (int c = 0; c < width; c++) {
      writer.write(",e" + c);
    }
    writer.write('\n');
  }

  private static void numbers(BufferedWriter writer, float[] values) throws IOException {
    for (float value : values) {
      writer.write("," + value);
    }
  }

  /// As CSV wants it: quotes only where they are needed.
  private static String quoted(String id) {
    boolean plain = id.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return plain ? id : '"' + id.replace("\"", "\"\"") + '"';
  }
}
