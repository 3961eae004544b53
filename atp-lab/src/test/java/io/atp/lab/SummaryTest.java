package io.atp.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.lab.report.Answer;
import io.atp.lab.report.Claim;
import io.atp.lab.report.Entry;
import io.atp.lab.report.Table;
import io.atp.learn.evaluate.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SummaryTest {
  private static Optional<Entry.Published> published(double mean) {
    return Optional.of(new Entry.Published(mean, 0.1, "the paper"));
  }

  /// A column for each of the runs with ATP; the first has published figures.
  private static Table table(double[] plain, double[]... withAtp) {
    List<Entry> baseline = new ArrayList<>();
    List<Entry> scores = new ArrayList<>();
    List<String> columns = new ArrayList<>();
    for (double[] runs : withAtp) {
      boolean first = columns.isEmpty();
      Spread before = Spread.of(plain);
      Spread ours = Spread.of(runs);
      baseline.add(
          new Entry.Score(
              before, first ? published(80) : Optional.empty(), Optional.empty(), false));
      scores.add(
          new Entry.Score(
              ours,
              first ? published(81.5) : Optional.empty(),
              Optional.of(ours.against(before, 0)),
              false));
      columns.add("data" + columns.size());
    }
    return new Table(
        "t",
        "Table 1: A title",
        "Does it help?",
        "",
        columns,
        List.of(new Table.Row("SGC", "plain", baseline), new Table.Row("SGC", "with ATP", scores)),
        List.of(),
        List.of(new Claim.Difference("with ATP", "with ATP", "plain")));
  }

  @Test
  void casesAreCountedByWhatCanBeSaidOfThem() {
    double[] plain = {0.80, 0.81, 0.82, 0.80, 0.81, 0.82};
    double[] better = {0.82, 0.83, 0.84, 0.82, 0.83, 0.84};
    double[] mixed = {0.79, 0.82, 0.82, 0.80, 0.80, 0.83};
    Table table = table(plain, better, mixed, plain);
    assertThat(Summary.of(table).map(Answer::text))
        .contains(
            "Does it help? (Table 1) Mostly there is no clear difference; beside the plain"
                + " backbone: with ATP +0.67 points on average, the paper +1.50 in the 1 it has,"
                + " clearly better in 1 of 3, worse in none.");
    assertThat(Summary.ofAll(List.of(table, table)).stream().map(Answer::text))
        .containsExactly(
            "Does ATP help? Mostly there is no clear difference: of 3 pairs of backbone and data"
                + " set, searched with and without it under the same budget, 1 is clearly better"
                + " with ATP, none are clearly worse and 2 are not clearly different, 1 of them"
                + " with the very same scores, as validation chose an operator without ATP."
                + " On average ATP brings +0.67 points, the paper +1.50 in"
                + " the 1 it has.");
  }

  /// Parts are weighed against an ATP without them, beside what the paper has for them elsewhere.
  @Test
  void aTableIsSummedUpByWhatItClaims() {
    Spread all = Spread.of(new double[] {0.82, 0.83, 0.84, 0.82, 0.83, 0.84});
    Spread without = Spread.of(new double[] {0.80, 0.81, 0.83, 0.80, 0.81, 0.83});
    Table table =
        new Table(
            "t",
            "Table 4: A title",
            "What is it worth?",
            "",
            List.of("cora", "arxiv"),
            List.of(
                new Table.Row("SGC", "plain", List.of(score(without), elsewhere(72))),
                new Table.Row("SGC", "whole", List.of(score(all), elsewhere(76))),
                new Table.Row("SGC", "without", List.of(score(without), elsewhere(75.5)))),
            List.of(),
            List.of(
                new Claim.Difference("the part beside none", "whole", "without"),
                new Claim.Difference("all of it", "whole", "plain"),
                new Claim.Difference("nothing of the kind", "whole", "absent"),
                new Claim.Deviations(List.of("whole", "without"))));
    assertThat(Summary.of(table).map(Answer::text))
        .contains(
            "What is it worth? (Table 4) Beside the plain backbone: the part beside none +1.67"
                + " points on average, the paper +0.50 elsewhere, clearly better in 1 of 1, worse"
                + " in none; all of it +1.67 points on average, the paper +4.00 elsewhere, clearly"
                + " better in 1 of 1, worse in none; standard deviation over seeds, on average:"
                + " whole 0.89 points (the paper 0.10), without 1.37 points (the paper 0.10).");
  }

  private static Entry score(Spread runs) {
    return new Entry.Score(runs, Optional.empty(), Optional.empty(), false);
  }

  private static Entry elsewhere(double mean) {
    return new Entry.Missing("not at hand", published(mean));
  }

  @Test
  void tooFewSeedsAreNamed() {
    double[] plain = {0.80, 0.81, 0.82};
    double[] better = {0.90, 0.91, 0.92};
    assertThat(Summary.ofAll(List.of(table(plain, better))))
        .hasSize(2)
        .last()
        .extracting(Answer::text)
        .isEqualTo("With 3 seeds no difference can be told from chance; 6 are enough.");
    assertThat(Summary.ofAll(List.of())).isEmpty();
  }
}
