package io.atp.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.lab.report.Entry;
import io.atp.lab.report.Exhibit;
import io.atp.lab.report.Table;
import io.atp.learn.evaluate.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SummaryTest {
  private static Exhibit table(double[] plain, double[]... withAtp) {
    List<Entry> scores = new ArrayList<>();
    for (double[] runs : withAtp) {
      Spread ours = Spread.of(runs);
      scores.add(
          new Entry.Score(
              ours, Optional.empty(), Optional.of(ours.against(Spread.of(plain), 0)), false));
    }
    List<String> columns = scores.stream().map(_ -> "data").toList();
    var row = new Table.Row("SGC", "with ATP", scores);
    return new Table("t", "Table 1", "", "", columns, List.of(row), List.of());
  }

  @Test
  void casesAreCountedByWhatCanBeSaidOfThem() {
    double[] plain = {0.80, 0.81, 0.82, 0.80, 0.81, 0.82};
    double[] better = {0.82, 0.83, 0.84, 0.82, 0.83, 0.84};
    double[] mixed = {0.79, 0.82, 0.82, 0.80, 0.80, 0.83};
    assertThat(Summary.of(List.of(table(plain, better, mixed, plain))))
        .containsExactly(
            "Table 1: “with ATP” differs from its baseline by +0.67 points on average over 3 cases;"
                + " clearly better in 1, clearly worse in 0, no clear difference in 2, 1 of these"
                + " the very same scores.");
  }

  @Test
  void tooFewSeedsAreNamed() {
    double[] plain = {0.80, 0.81, 0.82};
    double[] better = {0.90, 0.91, 0.92};
    assertThat(Summary.of(List.of(table(plain, better))))
        .hasSize(2)
        .last()
        .isEqualTo("With 3 seeds no difference can be told from chance; 6 are enough.");
    assertThat(Summary.of(List.of()))
        .containsExactly("No two methods were compared: there are figures only.");
  }
}
