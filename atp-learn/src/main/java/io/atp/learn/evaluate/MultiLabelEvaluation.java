package io.atp.learn.evaluate;

import io.atp.core.runtime.Require;
import java.util.List;
import java.util.stream.IntStream;

/// Predictions where a node may carry any number of labels: a label is given where its probability
/// exceeds ½, that is, its logit exceeds 0.
///
/// `micro-F1 = 2 Σ hits / Σ (predicted + support)`; macro-F1 is the mean over the labels that occur
/// in the truth or in the predictions (a mean over all columns would count an absent label as 0).
///
/// @param count nodes judged
/// @param labels one entry for each label, in order
public record MultiLabelEvaluation(int count, List<ClassScore> labels) {
  /// Which labels a node carries.
  @FunctionalInterface
  public interface Truth {
    boolean has(int node, int label);
  }

  public MultiLabelEvaluation {
    Require.atLeast("nodes judged", count, 1);
    labels = List.copyOf(labels);
  }

  public static MultiLabelEvaluation of(ClassRows logits, Truth truth, int[] nodes) {
    int[] judged = JudgedNodes.sorted(nodes, logits.rows());
    return new MultiLabelEvaluation(
        judged.length,
        IntStream.range(0, logits.classes())
            .mapToObj(label -> score(logits, truth, judged, label))
            .toList());
  }

  private static ClassScore score(ClassRows logits, Truth truth, int[] nodes, int label) {
    long support = 0;
    long predicted = 0;
    long hits = 0;
    for (int node : nodes) {
      double logit = logits.get(node, label);
      if (Double.isNaN(logit)) {
        throw new IllegalArgumentException(
            "the score of node %d for label %d is not a number".formatted(node, label));
      }
      boolean has = truth.has(node, label);
      boolean given = logit > 0;
      support += has ? 1 : 0;
      predicted += given ? 1 : 0;
      hits += has && given ? 1 : 0;
    }
    return new ClassScore(label, support, predicted, hits);
  }

  public double microF1() {
    return ClassScore.microF1(labels);
  }

  public double macroF1() {
    return ClassScore.macroF1(labels);
  }
}
