package io.atp.io.doctor;

import static io.atp.io.doctor.Finding.text;

import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.Labels;
import io.atp.io.dataset.Split;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Parts that overlap, are empty, or lack a class.
final class SplitExam {
  private SplitExam() {}

  static void examine(GraphData data, Optional<Split> split, List<Finding> findings) {
    if (split.isPresent()) {
      overlap(split.get(), findings);
      empty(split.get(), findings);
      data.labels().ifPresent(labels -> training(labels, split.get(), findings));
    } else if (data.labels().isPresent() || data.multiLabels().isPresent()) {
      findings.add(
          Finding.of(
              Severity.NOTE,
              "no-split",
              "the data name no training, validation and test nodes",
              "a split has to be drawn; figures from different splits cannot be compared",
              Remedy.DRAW_PER_CLASS));
    }
  }

  private static void overlap(Split split, List<Finding> findings) {
    int trainTest = common(split.train(), split.test());
    int trainValidation = common(split.train(), split.validation());
    int validationTest = common(split.validation(), split.test());
    if (trainTest + trainValidation + validationTest > 0) {
      findings.add(
          Finding.of(
              Severity.PROBLEM,
              "split-overlap",
              text(
                  "%,d nodes are in train and test, %,d in train and validation, %,d in validation"
                      + " and test",
                  trainTest, trainValidation, validationTest),
              "a node that was learned from or chosen by is no test: the accuracy comes out too"
                  + " high",
              Remedy.DRAW_SHARES));
    }
  }

  /// Nodes in both of two increasing lists.
  private static int common(int[] a, int[] b) {
    return (int) IntStream.of(a).filter(node -> Arrays.binarySearch(b, node) >= 0).count();
  }

  private static void empty(Split split, List<Finding> findings) {
    if (split.train().length == 0 || split.validation().length == 0 || split.test().length == 0) {
      findings.add(
          Finding.of(
              split.train().length == 0 ? Severity.PROBLEM : Severity.WARNING,
              "split-empty-part",
              text(
                  "the split has %,d training, %,d validation and %,d test nodes",
                  split.train().length, split.validation().length, split.test().length),
              "nothing is learned without training nodes, chosen without validation nodes, or"
                  + " judged without test nodes",
              Remedy.DRAW_SHARES));
    }
  }

  private static void training(Labels labels, Split split, List<Finding> findings) {
    int[] unlabelled = IntStream.of(split.train()).filter(node -> !labels.labelled(node)).toArray();
    if (unlabelled.length > 0) {
      findings.add(
          Finding.of(
              Severity.WARNING,
              "train-unlabelled",
              text(
                  "%,d of %,d training nodes have no label",
                  unlabelled.length, split.train().length),
              "there is nothing to learn from them; they are left out"));
    }
    boolean[] seen = new boolean[labels.classCount()];
    IntStream.of(split.train())
        .filter(labels::labelled)
        .forEach(node -> seen[labels.values()[node]] = true);
    boolean[] present = new boolean[seen.length];
    int nodes = 0;
    for (int label : labels.values()) {
      if (label != Labels.UNLABELLED) {
        present[label] = true;
        nodes += seen[label] ? 0 : 1;
      }
    }
    int[] absent =
        IntStream.range(0, seen.length).filter(label -> present[label] && !seen[label]).toArray();
    if (absent.length > 0 && split.train().length > 0) {
      findings.add(
          Finding.of(
              Severity.WARNING,
              "class-absent-from-training",
              text(
                  "%,d of %,d classes have no training node (%s); %,d nodes belong to them",
                  absent.length,
                  seen.length,
                  IntStream.of(absent)
                      .limit(5)
                      .mapToObj(Integer::toString)
                      .collect(Collectors.joining(", ")),
                  nodes),
              "a class that was never seen is never predicted: its nodes count as mistakes",
              Remedy.DRAW_PER_CLASS));
    }
  }
}
