package io.atp.lab.study;

import io.atp.lab.cell.AtpPart;
import io.atp.lab.cell.LostEdges;
import io.atp.lab.cell.OperatorChoice;
import io.atp.lab.study.GridStudy.Line;
import io.atp.learn.tune.Family;
import java.util.List;
import java.util.stream.Stream;

/// What the studies of tables and of figures share: data sets, rows, choices of operator.
final class StudyParts {
  static final List<String> SMALL =
      List.of(
          "cora",
          "citeseer",
          "pubmed",
          "amazon-photo",
          "amazon-computers",
          "coauthor-cs",
          "coauthor-physics");
  static final List<String> OGB = List.of("ogbn-arxiv", "ogbn-products", "ogbn-papers100m");
  static final List<String> LARGE = List.of("ogbn-arxiv", "ogbn-products", "flickr", "reddit");

  /// Where the paper's own graphs are not at hand, a claim is looked at on these.
  static final List<String> STAND_IN =
      List.of("cora", "citeseer", "pubmed", "amazon-computers", "amazon-photo");

  static final OperatorChoice BASELINE = new OperatorChoice.Tuned(Family.CLASSIC);
  static final OperatorChoice ATP = new OperatorChoice.Tuned(Family.ADAPTIVE);
  static final OperatorChoice WHOLE = new OperatorChoice.Tuned(Family.WHOLE);

  private StudyParts() {}

  static List<String> with(List<String> first, List<String> second) {
    return Stream.concat(first.stream(), second.stream()).distinct().toList();
  }

  static Line plain(String group, String model) {
    return new Line(group, "plain", model, BASELINE);
  }

  static Line adaptive(String group, String model) {
    return new Line(group, "with ATP", model, ATP);
  }

  static Line whole(String group, String label, String model) {
    return new Line(group, label, model, WHOLE);
  }

  static Line thinned(String group, String label, String model, LostEdges lost) {
    return new Line(group, label, model, new OperatorChoice.Thinned(lost));
  }

  static Line part(String group, String label, String model, AtpPart part) {
    return new Line(group, label, model, new OperatorChoice.Ablated(part));
  }
}
