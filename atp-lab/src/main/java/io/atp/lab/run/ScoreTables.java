package io.atp.lab.run;

import io.atp.lab.report.Entry;
import io.atp.lab.report.Table;
import io.atp.lab.svg.Decimals;
import io.atp.learn.evaluate.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The scores of both sides, in all and by degree.
final class ScoreTables {
  private ScoreTables() {}

  static Table scores(RunFigures run) {
    List<String> columns =
        List.of(
            "validation", "test", "macro-F1", "calibration error", "edges hidden", "training, s");

    Side baseline = run.sides().getFirst();
    List<Table.Row> rows = new ArrayList<>();
    for (Side side : run.sides()) {
      rows.add(
          new Table.Row(
              "",
              side.name(),
              List.of(
                  score(run, side.validation(), base(side, baseline, baseline.validation())),
                  score(run, side.test(), base(side, baseline, baseline.test())),
                  side.evaluation()
                      .map(it -> single(run, it.macroF1()))
                      .orElse(new Entry.Missing("nodes have many labels")),
                  side.calibration()
                      .map(it -> single(run, it.expectedError()))
                      .orElse(new Entry.Missing("not measured")),
                  single(run, side.removedShare()),
                  new Entry.Text(Decimals.fixed(side.seconds().get("train"), 2)))));
    }
    return new Table(
        "scores",
        "Scores",
        "How good is the model, and what does ATP change?",
        "side",
        columns,
        rows,
        List.of(
            "Validation chose the epoch; test was read once for each repeat.",
            "Macro-F1 and calibration error are of the repeat validation likes best; seconds of"
                + " training are of all repeats."),
        List.of());
  }

  private static Optional<Spread> base(Side side, Side baseline, Spread spread) {
    return side == baseline ? Optional.empty() : Optional.of(spread);
  }

  private static Entry single(RunFigures run, double share) {
    return score(run, Spread.of(share), Optional.empty());
  }

  /// Compared where both have the same repeats.
  private static Entry score(RunFigures run, Spread ours, Optional<Spread> base) {
    return new Entry.Score(
        ours,
        Optional.empty(),
        base.filter(other -> other.runs().size() == ours.runs().size())
            .map(other -> ours.against(other, run.seed())),
        run.generated());
  }

  static Table degrees(RunFigures run) {
    Side baseline = run.sides().getFirst();
    List<String> bands = List.copyOf(baseline.bands().keySet());
    List<Table.Row> rows = new ArrayList<>();
    for (Side side : run.sides()) {
      List<Entry> entries = new ArrayList<>();
      for (String band : bands) {
        Spread ours = side.bands().get(band);
        entries.add(
            ours == null
                ? new Entry.Missing("no test node of this band")
                : score(run, ours, base(side, baseline, baseline.bands().get(band))));
      }
      rows.add(new Table.Row("", side.name(), entries));
    }
    return new Table(
        "degrees",
        "Test accuracy by degree",
        "Whom does the model serve: nodes with few neighbours, or with many?",
        "side",
        bands,
        rows,
        List.of(
            "Bands hold about the same number of test nodes of the first repeat; where splits are"
                + " drawn, a band counts the repeats that have it too."),
        List.of());
  }
}
