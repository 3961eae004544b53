package io.atp.lab.study;

import io.atp.lab.cell.Cell;
import io.atp.lab.cell.CellRecord;
import io.atp.lab.cell.OperatorChoice;
import io.atp.lab.report.Figure;
import io.atp.lab.report.Panel;
import io.atp.learn.plan.OperatorPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// The coefficients of ATP by degree: the paper's heat map.
record HeatStudy() implements Study {
  private static final int PARTS = 10;

  @Override
  public String name() {
    return "weights";
  }

  @Override
  public String paper() {
    return "Figure 6";
  }

  @Override
  public String title() {
    return "Weights by degree";
  }

  @Override
  public String question() {
    return "Do nodes of high degree get large coefficients, and those of low degree small ones?";
  }

  @Override
  public List<String> dataSets() {
    return List.of("ogbn-arxiv", "cora", "pubmed", "amazon-computers", "coauthor-physics");
  }

  @Override
  public List<Cell> cells(String dataSet, boolean quick) {
    return List.of(cell(dataSet));
  }

  private static Cell cell(String dataSet) {
    return Cell.scores(dataSet, "sgc", new OperatorChoice.Fixed(OperatorPlan.adaptive()))
        .withProbe(Cell.Probe.WEIGHTS);
  }

  @Override
  public Figure exhibit(Findings findings) {
    List<Panel> panels = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    notes.add(
        "Each column is a tenth of the nodes and sums to 1. ATP with its defaults; coefficients lie"
            + " in [0, ½] there.");
    notes.add(
        "The paper's panels for attention are not drawn: the mean of a node's attention is 1 / (d +"
            + " 1) whatever was learned, because a row of it sums to 1.");
    for (String dataSet : findings.of(this)) {
      CellRecord record = findings.require(cell(dataSet));
      if (record.series().isEmpty()) {
        notes.add("%s failed: %s".formatted(dataSet, record.failure()));
        continue;
      }
      List<List<Double>> shares = new ArrayList<>();
      for (int row = 0; row < PARTS; row++) {
        int at = row;
        shares.add(
            IntStream.range(0, PARTS)
                .mapToObj(column -> record.series().get("decile " + column).get(at))
                .toList());
      }
      panels.add(
          new Panel.Heat(
              "ATP on " + dataSet,
              "nodes by degree, tenths from low to high",
              "r̃",
              IntStream.rangeClosed(1, PARTS).mapToObj(Integer::toString).toList(),
              IntStream.range(0, PARTS)
                  .mapToObj(row -> "%.1f–%.1f".formatted(row / 10.0, (row + 1) / 10.0))
                  .toList(),
              shares));
    }
    notes.addAll(findings.missing(this));
    return new Figure(name(), paper() + ": " + title(), question(), panels, notes);
  }
}
