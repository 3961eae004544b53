package io.atp.learn.model;

import io.atp.io.dataset.Labels;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.op.CrossEntropy;
import java.util.Optional;

/// What logits should become, node by node.
public sealed interface Targets {
  /// Columns of the logits.
  int outputs();

  /// Mean loss of a batch, on the tape.
  Tensor loss(Tensor logits, int[] nodes);

  /// Loss and score of logits, row i belonging to `nodes[i]`.
  Judgement judge(Matrix logits, int[] nodes);

  /// One class per node, softmax cross-entropy.
  ///
  /// @param classWeights how much an error in each class counts, or empty for all alike
  record OneClass(Labels labels, Optional<float[]> classWeights) implements Targets {
    public OneClass(Labels labels) {
      this(labels, Optional.empty());
    }

    /// `n / (classes · n_c)`, so that every class present weighs the same in all.
    public static OneClass balanced(Labels labels, int[] trainNodes) {
      float[] weights = new float[labels.classCount()];
      for (int node : trainNodes) {
        weights[labels.values()[node]]++;
      }
      for (int c = 0; c < weights.length; c++) {
        weights[c] =
            weights[c] == 0 ? 0 : (float) trainNodes.length / (weights.length * weights[c]);
      }
      return new OneClass(labels, Optional.of(weights));
    }

    @Override
    public int outputs() {
      return labels.classCount();
    }

    @Override
    public Tensor loss(Tensor logits, int[] nodes) {
      return CrossEntropy.of(logits, classes(nodes), classWeights);
    }

    private int[] classes(int[] nodes) {
      int[] classes = new int[nodes.length];
      for (int i = 0; i < nodes.length; i++) {
        classes[i] = labels.values()[nodes[i]];
      }
      return classes;
    }

    @Override
    public Judgement judge(Matrix logits, int[] nodes) {
      double loss = 0;
      int right = 0;
      for (int i = 0; i < nodes.length; i++) {
        float[] row = logits.row(i);
        int wanted = labels.values()[nodes[i]];
        int best = 0;
        for (int c = 1; c < row.length; c++) {
          if (row[c] > row[best]) {
            best = c;
          }
        }
        double sum = 0;
        for (float value : row) {
          sum += Math.exp((double) value - row[best]);
        }
        loss += Math.log(sum) - (row[wanted] - row[best]);
        right += best == wanted ? 1 : 0;
      }
      return new Judgement(loss / nodes.length, (double) right / nodes.length);
    }
  }
}
