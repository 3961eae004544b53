package io.atp.learn.evaluate;

import io.atp.core.runtime.Require;
import io.atp.io.dataset.Labels;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/// Predicted classes against true ones; every figure follows from the confusion matrix.
///
/// Macro-F1 is the mean over the classes that occur in the truth or in the predictions; micro-F1
/// counts all classes together and equals the accuracy when each node has one label and gets one.
///
/// @param confusion `confusion[t][p]`: nodes of class t that were given class p
public record Evaluation(long[][] confusion) {
  public Evaluation {
    long count = 0;
    for (int truth = 0; truth < confusion.length; truth++) {
      Require.that(
          confusion[truth].length == confusion.length,
          "row %d of a confusion matrix of %d classes has %d entries",
          truth,
          confusion.length,
          confusion[truth].length);
      for (long nodes : confusion[truth]) {
        count += Require.atLeast("confusion count", nodes, 0L);
      }
    }
    Require.that(count > 0, "there are no nodes to judge: the confusion matrix is empty");
  }

  /// @param predicted the class of every node of the graph, or of as many as the list reaches
  /// @throws IllegalArgumentException if the list is empty, names a node twice, or a node without
  ///   label or prediction
  public static Evaluation of(int[] predicted, Labels labels, int[] nodes) {
    return of(node -> predicted[node], predicted.length, labels, nodes);
  }

  public static Evaluation of(Scores scores, Labels labels, int[] nodes) {
    JudgedNodes.requireClasses(scores.classes(), labels);
    return of(scores::argmax, scores.rows(), labels, nodes);
  }

  private static Evaluation of(IntUnaryOperator predicted, int rows, Labels labels, int[] nodes) {
    int classes = labels.classCount();
    long[][] confusion = new long[classes][classes];
    for (int node : JudgedNodes.labelled(nodes, rows, labels)) {
      int given = predicted.applyAsInt(node);
      if (given < 0 || given >= classes) {
        throw new IllegalArgumentException(
            "node %d is predicted to be of class %d, with %d classes"
                .formatted(node, given, classes));
      }
      confusion[labels.values()[node]][given]++;
    }
    return new Evaluation(confusion);
  }

  /// Nodes judged.
  public long count() {
    return classes().stream().mapToLong(ClassScore::support).sum();
  }

  public double accuracy() {
    long right = IntStream.range(0, confusion.length).mapToLong(c -> confusion[c][c]).sum();
    return (double) right / count();
  }

  public double macroF1() {
    return ClassScore.macroF1(classes());
  }

  public double microF1() {
    return ClassScore.microF1(classes());
  }

  /// One entry for each class, in order.
  public List<ClassScore> classes() {
    return IntStream.range(0, confusion.length).mapToObj(this::score).toList();
  }

  private ClassScore score(int label) {
    long support = 0;
    long predicted = 0;
    for (int other = 0; other < confusion.length; other++) {
      support += confusion[label][other];
      predicted += confusion[other][label];
    }
    return new ClassScore(label, support, predicted, confusion[label][label]);
  }
}
