package io.atp.lab.study;

import io.atp.lab.cell.Cell;
import io.atp.lab.cell.CellRecord;
import io.atp.lab.cell.OperatorChoice;
import io.atp.lab.report.Answer;
import io.atp.lab.report.Figure;
import io.atp.lab.report.Panel;
import io.atp.lab.svg.Decimals;
import io.atp.learn.plan.OperatorPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// The coefficients of ATP by degree, beside what other backbones learn: the paper's heat map.
record HeatStudy() implements Study {
  private static final int PARTS = 10;
  private static final List<String> LEARNED_ON = List.of("cora", "pubmed", "ogbn-arxiv");

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

  /// One row of panels.
  private enum Weigher {
    ATP("sgc", "ATP", "r̃"),
    GRAPHSAGE("graphsage", "GraphSAGE", "share of the neighbours in the first layer"),
    GAT("gat", "GAT", "attention received, ᾱ / (1 + ᾱ): ½ is even"),
    GATV2("gatv2", "GATv2", "attention received, ᾱ / (1 + ᾱ): ½ is even");

    private final String model;
    private final String title;
    private final String axis;

    Weigher(String model, String title, String axis) {
      this.model = model;
      this.title = title;
      this.axis = axis;
    }

    Cell on(String dataSet) {
      OperatorPlan plan = this == ATP ? OperatorPlan.adaptive() : OperatorPlan.classic(0.5);
      return Cell.scores(dataSet, model, new OperatorChoice.Fixed(plan))
          .withProbe(Cell.Probe.WEIGHTS);
    }
  }

  /// Backbones that learn weights must be trained first, and are on the smaller graphs only.
  private static List<Weigher> weighers(String dataSet) {
    return LEARNED_ON.contains(dataSet) ? List.of(Weigher.values()) : List.of(Weigher.ATP);
  }

  @Override
  public List<Cell> cells(String dataSet, boolean quick) {
    return weighers(dataSet).stream().map(weigher -> weigher.on(dataSet)).toList();
  }

  @Override
  public Figure exhibit(Findings findings) {
    List<Panel> panels = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    notes.add(
        "Each column is a tenth of the nodes and sums to 1. ATP with its defaults; coefficients lie"
            + " in [0, ½] there.");
    notes.add(
        "The mean of a node's attention, which the paper names, is 1 / (d + 1) whatever was"
            + " learned, because a row of it sums to 1. Drawn is the attention a node receives: ᾱ_j"
            + " is the mean of α_ij · (d_i + 1) over those i that listen to j, and over heads of"
            + " the first layer. GraphSAGE has no attention: drawn is ‖W_n mean‖ / (‖W_s x‖ +"
            + " ‖W_n mean‖).");
    for (String dataSet : findings.of(this)) {
      for (Weigher weigher : weighers(dataSet)) {
        CellRecord record = findings.require(weigher.on(dataSet));
        String title = weigher.title + " on " + dataSet;
        if (record.series().isEmpty()) {
          notes.add("%s %s".formatted(title, record.absence()));
        } else {
          panels.add(panel(title, weigher.axis, record));
        }
      }
    }
    notes.addAll(findings.missing(this));
    return new Figure(name(), paper() + ": " + title(), question(), panels, notes);
  }

  /// Where the weights of the lowest and of the highest tenth lie, by the middles of their tenths
  /// of [0, 1].
  @Override
  public Optional<Answer> answer(Findings findings) {
    List<String> found = new ArrayList<>();
    for (Weigher weigher : Weigher.values()) {
      List<String> parts = new ArrayList<>();
      for (String dataSet : findings.of(this)) {
        if (weighers(dataSet).contains(weigher)) {
          CellRecord record = findings.require(weigher.on(dataSet));
          if (!record.series().isEmpty()) {
            parts.add(
                "%s on %s from %s to %s"
                    .formatted(
                        parts.isEmpty() ? weigher.title + "'s" : "",
                        dataSet,
                        middle(record, 0),
                        middle(record, PARTS - 1))
                    .strip());
          }
        }
      }
      if (!parts.isEmpty()) {
        found.add(String.join(", ", parts));
      }
    }
    return answer(
        "mean weights from the lowest tenth by degree to the highest, to 0.05 or so", found, "");
  }

  private static String middle(CellRecord record, int part) {
    List<Double> shares = record.series().get("decile " + part);
    double mean = 0;
    for (int row = 0; row < shares.size(); row++) {
      mean += shares.get(row) * (row + 0.5) / shares.size();
    }
    return Decimals.fixed(mean, 2);
  }

  private static Panel panel(String title, String axis, CellRecord record) {
    List<List<Double>> shares = new ArrayList<>();
    for (int row = 0; row < PARTS; row++) {
      int at = row;
      shares.add(
          IntStream.range(0, PARTS)
              .mapToObj(column -> record.series().get("decile " + column).get(at))
              .toList());
    }
    return new Panel.Heat(
        title,
        "tenths of the nodes, by degree",
        axis,
        IntStream.rangeClosed(1, PARTS).mapToObj(Integer::toString).toList(),
        IntStream.range(0, PARTS)
            .mapToObj(row -> "%.1f–%.1f".formatted(row / 10.0, (row + 1) / 10.0))
            .toList(),
        shares);
  }
}
