package io.atp.io.doctor;

import static io.atp.io.doctor.Finding.text;

import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.Labels;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Nodes without a class, and classes with hardly a node.
final class LabelExam {
  /// The usual number of training nodes a class.
  private static final int FEW = 20;

  private static final int MOST_NAMED = 5;

  private LabelExam() {}

  static void examine(GraphData data, List<Finding> findings) {
    if (data.multiLabels().isPresent()) {
      return; // nodes of any number of classes, also of none
    }
    if (data.labels().isEmpty()) {
      findings.add(
          Finding.of(
              Severity.NOTE,
              "no-labels",
              text("none of the %,d nodes has a label", data.graph().nodeCount()),
              "the graph can be corrected, encoded and propagated, but not learned from"));
      return;
    }
    Labels labels = data.labels().get();
    int[] sizes = sizes(labels);
    int labelled = IntStream.of(sizes).sum();
    int missing = labels.values().length - labelled;
    if (missing > 0) {
      findings.add(
          Finding.of(
              labelled == 0 ? Severity.PROBLEM : Severity.NOTE,
              "labels-missing",
              text(
                  "%,d of %,d nodes (%.1f %%) have no label",
                  missing, labels.values().length, 100.0 * missing / labels.values().length),
              "they take part in propagation, and are in no part of a split; code that takes a"
                  + " missing label for class 0 would learn from them"));
    }
    small(sizes, 0, 0, "class-empty", "no labelled node", findings);
    small(sizes, 1, FEW - 1, "class-tiny", "fewer than %d labelled nodes".formatted(FEW), findings);
  }

  private static int[] sizes(Labels labels) {
    int[] sizes = new int[labels.classCount()];
    for (int node = 0; node < labels.values().length; node++) {
      if (labels.labelled(node)) {
        sizes[labels.values()[node]]++;
      }
    }
    return sizes;
  }

  private static void small(
      int[] sizes, int from, int to, String code, String what, List<Finding> findings) {
    int[] found =
        IntStream.range(0, sizes.length).filter(c -> sizes[c] >= from && sizes[c] <= to).toArray();
    if (found.length > 0) {
      findings.add(
          Finding.of(
              Severity.WARNING,
              code,
              text(
                  "%,d of %,d classes %s %s: %s",
                  found.length,
                  sizes.length,
                  found.length == 1 ? "has" : "have",
                  what,
                  named(found, sizes)),
              "it can hardly be learned, and a rule such as 20/30 per class gives it less than its"
                  + " share; accuracy hides it, macro F1 does not"));
    }
  }

  /// `class 3 (1 node), class 7 (12)`, a few of them.
  private static String named(int[] classes, int[] sizes) {
    String some =
        IntStream.of(classes)
            .limit(MOST_NAMED)
            .mapToObj(label -> "class %d (%d)".formatted(label, sizes[label]))
            .collect(Collectors.joining(", "));
    return classes.length > MOST_NAMED ? some + ", …" : some;
  }
}
