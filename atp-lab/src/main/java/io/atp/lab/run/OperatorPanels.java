package io.atp.lab.run;

import io.atp.lab.report.Figure;
import io.atp.lab.report.Panel;
import io.atp.lab.svg.Decimals;
import io.atp.learn.evaluate.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What degree has to do with it: accuracy, coefficients and hidden edges.
final class OperatorPanels {
  private OperatorPanels() {}

  /// Sides beside one another: of each bar only the part of its own side has a height.
  static Figure accuracyByDegree(RunFigures run) {
    List<String> sides = run.sides().stream().map(Side::name).toList();
    List<Panel.Bar> bars = new ArrayList<>();
    for (String band : run.sides().getFirst().bands().keySet()) {
      for (int side = 0; side < sides.size(); side++) {
        Spread accuracy = run.sides().get(side).bands().get(band);
        if (accuracy == null) {
          continue;
        }
        List<Double> heights = new ArrayList<>();
        for (int part = 0; part < sides.size(); part++) {
          heights.add(part == side ? 100 * accuracy.mean() : 0.0);
        }
        bars.add(new Panel.Bar(brief(band), heights, Decimals.fixed(100 * accuracy.mean(), 1)));
      }
    }
    return new Figure(
        "degree-bars",
        "Test accuracy by degree, as bars",
        "Where does ATP help, and where does it not?",
        List.of(new Panel.Bars("Test accuracy by degree", "per cent", sides, bars)),
        List.of());
  }

  /// `degree 3 to 5` below an axis that says what it is.
  private static String brief(String band) {
    return band.replaceFirst("^degree ", "");
  }

  static Optional<Figure> coefficients(RunFigures run) {
    return run.coefficients()
        .map(
            map ->
                new Figure(
                    "coefficients",
                    "Coefficients by degree",
                    "Do nodes with many neighbours propagate differently from those with few?",
                    List.of(
                        new Panel.Heat(
                            "r̃ by degree",
                            "degree, in tenths of all nodes",
                            "r̃ from",
                            map.tenths(),
                            map.bins(),
                            map.shares())),
                    List.of(
                        "Per cent of the nodes of each tenth; columns add up to 100.",
                        "Small r̃ takes in all neighbours alike, large r̃ tells them apart; ½ is"
                            + " the symmetric operator most networks use.")));
  }

  static Optional<Figure> hidden(RunFigures run) {
    if (run.hidden().isEmpty()) {
      return Optional.empty();
    }
    List<Panel.Bar> bars =
        run.hidden().stream()
            .map(
                band ->
                    new Panel.Bar(
                        brief(band.band()),
                        List.of(100 * band.share()),
                        Decimals.brief(band.hidden())))
            .toList();
    return Optional.of(
        new Figure(
            "hidden-edges",
            "Edges hidden by degree",
            "Whose edges does the correction hide?",
            List.of(
                new Panel.Bars(
                    "Edge ends hidden by degree",
                    "per cent of the band's",
                    List.of("hidden"),
                    bars)),
            List.of(
                "Bands: the half of the nodes with the fewest neighbours, then up to 75, 90, 99 and"
                    + " 100 % of them. Above each bar: how many edge ends that is.")));
  }
}
