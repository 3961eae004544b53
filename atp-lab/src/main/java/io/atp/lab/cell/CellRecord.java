package io.atp.lab.cell;

import io.atp.lab.run.Machine;
import io.atp.learn.evaluate.Spread;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What a measurement left behind; tables and figures are drawn from these and nothing else.
///
/// @param cell as [Cell#toMap] writes it
/// @param validation one score per repeat
/// @param test one score per repeat; empty where it was not asked
/// @param operator the plan that ran
/// @param settings that differ from the recipe, found by a search or given
/// @param removedShare of the edges, by the mask
/// @param seconds by room, of all repeats
/// @param series what other probes saw, by name
/// @param failure a sentence, empty where there was none
/// @param generated whether the graph was a generated one of the data set's shape
/// @param machine what it was measured on, as [Machine] tells; empty where nobody wrote it down
public record CellRecord(
    Map<String, Object> cell,
    List<Double> validation,
    List<Double> test,
    Map<String, Object> operator,
    Map<String, Object> settings,
    double removedShare,
    Map<String, Double> seconds,
    Map<String, List<Double>> series,
    String failure,
    boolean generated,
    Map<String, String> machine) {
  private static final String PENDING = "not measured yet";

  /// @throws IllegalArgumentException where the measurement failed
  public Spread testSpread() {
    return Spread.of(test.stream().mapToDouble(Double::doubleValue).toArray());
  }

  CellRecord withMachine(Map<String, String> facts) {
    return new CellRecord(
        cell,
        validation,
        test,
        operator,
        settings,
        removedShare,
        seconds,
        series,
        failure,
        generated,
        facts);
  }

  public boolean measured() {
    return failure.isEmpty() && !test.isEmpty();
  }

  /// Whether nobody tried.
  public boolean pending() {
    return failure.equals(PENDING);
  }

  /// Why there are no scores, as the end of a sentence.
  public String absence() {
    return pending() ? "was " + failure : "failed: " + failure;
  }

  /// In place of a measurement that is still to be made.
  public static CellRecord pending(Cell cell, boolean generated) {
    return failed(cell, PENDING, generated);
  }

  static CellRecord failed(Cell cell, String sentence, boolean generated) {
    return new CellRecord(
        cell.toMap(),
        List.of(),
        List.of(),
        Map.of(),
        Map.of(),
        0,
        Map.of(),
        Map.of(),
        sentence,
        generated,
        Map.of());
  }

  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("cell", cell);
    map.put("validation", validation);
    map.put("test", test);
    map.put("operator", operator);
    map.put("changes", settings);
    map.put("removedShare", removedShare);
    map.put("seconds", seconds);
    map.put("series", series);
    map.put("failure", failure);
    map.put("generated", generated);
    map.put("machine", machine);
    return map;
  }

  /// @throws IOException naming the file, if it does not read as such a record
  static CellRecord fromMap(Object parsed, String file) throws IOException {
    try {
      var map = (Map<?, ?>) parsed;
      Map<String, Double> seconds = new LinkedHashMap<>();
      ((Map<?, ?>) map.get("seconds"))
          .forEach((room, time) -> seconds.put((String) room, number(time)));
      Map<String, List<Double>> series = new LinkedHashMap<>();
      ((Map<?, ?>) map.get("series"))
          .forEach((name, values) -> series.put((String) name, numbers(values)));
      Map<String, String> machine = new LinkedHashMap<>();
      if (map.get("machine") instanceof Map<?, ?> facts) {
        facts.forEach((name, fact) -> machine.put((String) name, (String) fact));
      }
      return new CellRecord(
          texts(map.get("cell")),
          numbers(map.get("validation")),
          numbers(map.get("test")),
          texts(map.get("operator")),
          texts(map.get("changes")),
          number(map.get("removedShare")),
          seconds,
          series,
          (String) map.get("failure"),
          (Boolean) map.get("generated"),
          machine);
    } catch (ClassCastException | NullPointerException e) {
      throw new IOException("%s is not a record of a measurement".formatted(file), e);
    }
  }

  private static Map<String, Object> texts(Object parsed) {
    Map<String, Object> map = new LinkedHashMap<>();
    ((Map<?, ?>) parsed).forEach((key, value) -> map.put((String) key, value));
    return map;
  }

  private static List<Double> numbers(Object parsed) {
    return ((List<?>) parsed).stream().map(CellRecord::number).toList();
  }

  private static double number(Object parsed) {
    return ((Number) parsed).doubleValue();
  }
}
