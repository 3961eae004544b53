package io.atp.lab.report;

import io.atp.learn.evaluate.Paired;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A table as CSV for programs: one line for each entry, every number in a column of its own and
/// with all its digits. Scores are shares in [0, 1], published figures per cent as printed.
public final class CsvTable {
  static final List<String> HEAD =
      List.of(
          "group",
          "row",
          "column",
          "kind",
          "mean",
          "deviation",
          "runs",
          "published",
          "published_deviation",
          "source",
          "difference",
          "standard_error",
          "p",
          "generated",
          "text");

  /// What a spreadsheet could take for a formula that calls something.
  private static final Pattern FORMULA =
      Pattern.compile("[=@\\t\\r].*|[+-].*[^\\w ./%±–-].*", Pattern.DOTALL);

  private CsvTable() {}

  public static String write(Table table) {
    var text = new StringBuilder(String.join(",", HEAD)).append("\r\n");
    for (Table.Row row : table.rows()) {
      for (int column = 0; column < table.columns().size(); column++) {
        List<String> fields = new ArrayList<>();
        fields.add(words(row.group()));
        fields.add(words(row.label()));
        fields.add(words(table.columns().get(column)));
        fields.addAll(entry(row.entries().get(column)));
        text.append(String.join(",", fields)).append("\r\n");
      }
    }
    return text.toString();
  }

  private static List<String> entry(Entry entry) {
    return switch (entry) {
      case Entry.Text(String words) -> unmeasured("text", words, Optional.empty());
      case Entry.Missing(String why, var theirs) -> unmeasured("missing", why, theirs);
      case Entry.Score score -> {
        Optional<Paired> difference = score.difference();
        List<String> fields = new ArrayList<>();
        fields.add("score");
        fields.add(Double.toString(score.ours().mean()));
        fields.add(Double.toString(score.ours().standardDeviation()));
        fields.add(
            score.ours().runs().stream().map(Object::toString).collect(Collectors.joining(" ")));
        fields.addAll(published(score.theirs()));
        fields.add(difference.map(it -> Double.toString(it.meanDifference())).orElse(""));
        fields.add(difference.map(it -> Double.toString(it.standardError())).orElse(""));
        fields.add(difference.map(it -> Double.toString(it.pValue())).orElse(""));
        fields.add(Boolean.toString(score.generated()));
        fields.add("");
        yield fields;
      }
    };
  }

  private static List<String> unmeasured(
      String kind, String words, Optional<Entry.Published> theirs) {
    List<String> fields = new ArrayList<>(List.of(kind, "", "", ""));
    fields.addAll(published(theirs));
    fields.addAll(List.of("", "", "", "", words(words)));
    return fields;
  }

  private static List<String> published(Optional<Entry.Published> theirs) {
    return List.of(
        theirs.map(it -> Double.toString(it.mean())).orElse(""),
        theirs.map(it -> Double.toString(it.deviation())).orElse(""),
        theirs.map(it -> words(it.source())).orElse(""));
  }

  private static String words(String text) {
    String safe = FORMULA.matcher(text).matches() ? "'" + text : text;
    return safe.matches("[^,\"\\r\\n]*") ? safe : '"' + safe.replace("\"", "\"\"") + '"';
  }
}
