package io.atp.lab.study;

import io.atp.lab.report.Entry;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// What the paper's tables print, in per cent, to stand beside ours.
public final class PaperFigures {
  private static final String FILE = "/io/atp/lab/paper.csv";
  private static final PaperFigures BUILT_IN = read();

  private final Map<String, Entry.Published> figures = new HashMap<>();

  private PaperFigures() {}

  public static PaperFigures builtIn() {
    return BUILT_IN;
  }

  private static PaperFigures read() {
    var all = new PaperFigures();
    try (var lines =
        new BufferedReader(
            new InputStreamReader(
                PaperFigures.class.getResourceAsStream(FILE), StandardCharsets.UTF_8))) {
      lines.readLine();
      for (String line; (line = lines.readLine()) != null; ) {
        String[] cells = line.split(",", -1);
        all.figures.put(
            key(cells[0], cells[1], cells[2], cells[3]),
            new Entry.Published(
                Double.parseDouble(cells[4]),
                cells[5].isEmpty() ? 0 : Double.parseDouble(cells[5]),
                "the paper"));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return all;
  }

  private static String key(String table, String group, String label, String dataSet) {
    return String.join("|", table, group.toLowerCase(Locale.ROOT), label, dataSet);
  }

  /// @param group whose rows they are, such as a backbone's, in upper or lower case
  public Optional<Entry.Published> of(String table, String group, String label, String dataSet) {
    return Optional.ofNullable(figures.get(key(table, group, label, dataSet)));
  }
}
