package io.atp.lab.report;

import io.atp.learn.evaluate.Spread;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What the cells of a column are sorted by: their number where each has one in the same unit, else
/// their words; nothing where there is no value, which comes last.
final class SortKeys {
  private static final Pattern NUMBER =
      Pattern.compile("[+]?([-−]?[0-9][0-9,]*(?:[.][0-9]+)?(?:e-?[0-9]+)?)\\s*(\\S*)");

  private SortKeys() {}

  /// By row and column.
  static String[][] of(Table table) {
    String[][] keys = new String[table.rows().size()][table.columns().size()];
    for (int column = 0; column < table.columns().size(); column++) {
      int at = column;
      List<Entry> entries = table.rows().stream().map(row -> row.entries().get(at)).toList();
      boolean numbers = numbers(entries);
      for (int row = 0; row < keys.length; row++) {
        keys[row][column] = key(entries.get(row), numbers);
      }
    }
    return keys;
  }

  private static boolean numbers(List<Entry> entries) {
    Set<String> units = new HashSet<>();
    for (Entry entry : entries) {
      if (entry instanceof Entry.Text(String words)) {
        Matcher number = NUMBER.matcher(words.strip());
        units.add(number.matches() ? number.group(2) : "no number");
      }
    }
    return units.size() <= 1 && !units.contains("no number");
  }

  private static String key(Entry entry, boolean numbers) {
    return switch (entry) {
      case Entry.Score(Spread ours, var _, var _, var _) -> Double.toString(ours.mean());
      case Entry.Missing _ -> "";
      case Entry.Text(String words) -> {
        Matcher number = NUMBER.matcher(words.strip());
        yield numbers && number.matches()
            ? number.group(1).replace(",", "").replace('−', '-')
            : words;
      }
    };
  }
}
