package io.atp.lab;

import io.atp.lab.cell.CellRecord;
import io.atp.lab.study.Findings;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Where the numbers of a report come from, as their records tell: they may have been measured in
/// several sittings, on several machines.
public final class Provenance {
  private Provenance() {}

  /// Facts about the machines; where they differ, with how many measurements each has.
  public static Map<String, String> machines(Findings findings) {
    Map<String, Map<String, Integer>> counts = new LinkedHashMap<>();
    for (CellRecord record : findings.cells().values()) {
      record
          .machine()
          .forEach(
              (name, fact) ->
                  counts.computeIfAbsent(name, _ -> new TreeMap<>()).merge(fact, 1, Integer::sum));
    }
    Map<String, String> facts = new LinkedHashMap<>();
    counts.forEach((name, values) -> facts.put(name, told(values)));
    return facts;
  }

  private static String told(Map<String, Integer> values) {
    if (values.size() == 1) {
      return values.keySet().iterator().next();
    }
    return values.entrySet().stream()
        .map(value -> "%s (%,d measurements)".formatted(value.getKey(), value.getValue()))
        .collect(Collectors.joining("; "));
  }

  /// Seconds by room of all measurements on record, without those of the searches before them.
  public static Map<String, Double> seconds(Findings findings) {
    Map<String, Double> seconds = new LinkedHashMap<>();
    for (CellRecord record : findings.cells().values()) {
      record.seconds().forEach((room, time) -> seconds.merge(room, time, Double::sum));
    }
    return seconds;
  }
}
