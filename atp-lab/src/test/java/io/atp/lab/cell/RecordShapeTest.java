package io.atp.lab.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.lab.cell.Cell.Probe;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RecordShapeTest {
  private static CellRecord record(int scores, Map<String, List<Double>> series, String failure) {
    List<Double> same = Collections.nCopies(scores, 0.5);
    return new CellRecord(
        Map.of(), same, same, Map.of(), Map.of(), 0, Map.of(), series, failure, false, Map.of());
  }

  private static void refused(CellRecord record, Probe probe, String words) {
    assertThatThrownBy(() -> RecordShape.checked(record, probe, 2, "file.json"))
        .isInstanceOf(IOException.class)
        .hasMessage("file.json has " + words);
  }

  @Test
  void scoresAreAsManyAsSeedsAndTimesAsManyAsRuns() throws IOException {
    CellRecord two = record(2, Map.of(), "");
    assertThat(RecordShape.checked(two, Probe.SCORES, 2, "file.json")).isSameAs(two);
    refused(record(1, Map.of(), ""), Probe.SCORES, "1 validation and 1 test scores, not 2 of each");
    refused(two, Probe.SECONDS, "2 validation and 2 test scores, not 3 of each");
  }

  @Test
  void everyRepeatHasItsCurves() throws IOException {
    Map<String, List<Double>> series = new HashMap<>();
    for (String name : List.of("low 0", "high 0", "all 0", "low 1", "high 1", "all 1")) {
      series.put(name, List.of(0.1, 0.2));
    }
    assertThat(RecordShape.checked(record(0, series, ""), Probe.CURVES, 2, "")).isNotNull();
    series.put("high 1", List.of());
    refused(record(0, series, ""), Probe.CURVES, "no numbers in series 'high 1'");
  }

  @Test
  void everyTenthHasTenShares() throws IOException {
    Map<String, List<Double>> series = new HashMap<>();
    for (int part = 0; part < 10; part++) {
      series.put("decile " + part, new ArrayList<>(Collections.nCopies(10, 0.1)));
    }
    assertThat(RecordShape.checked(record(0, series, ""), Probe.WEIGHTS, 2, "")).isNotNull();
    series.get("decile 3").removeLast();
    refused(record(0, series, ""), Probe.WEIGHTS, "9 numbers in series 'decile 3', not 10");
    series.remove("decile 0");
    refused(record(0, series, ""), Probe.WEIGHTS, "no numbers in series 'decile 0'");
  }

  @Test
  void aFailureHoldsNothing() {
    CellRecord failed = record(0, Map.of(), "no room");
    assertThat(Stream.of(Probe.values()))
        .allSatisfy(
            probe -> assertThat(RecordShape.checked(failed, probe, 2, "")).isSameAs(failed));
  }
}
