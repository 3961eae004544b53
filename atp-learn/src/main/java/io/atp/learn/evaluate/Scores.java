package io.atp.learn.evaluate;

import io.atp.core.runtime.Require;

/// What a model says of every node: one probability per class. Row `i` is node `i`.
public interface Scores {
  int rows();

  int classes();

  /// The most probable class; of equals the lowest.
  int argmax(int row);

  double probability(int row, int label);

  /// `log p`, where a probability of 0 counts as 2⁻¹⁴⁹, the least float: a loss stays a number.
  default double logProbability(int row, int label) {
    return StrictMath.log(Math.max(probability(row, label), Float.MIN_VALUE));
  }

  /// All probabilities of one row.
  default void probabilities(int row, double[] into) {
    for (int label = 0; label < classes(); label++) {
      into[label] = probability(row, label);
    }
  }

  static Scores ofProbabilities(ClassRows probabilities) {
    return new Probabilities(probabilities);
  }

  /// `p_c = exp(z_c) / Σ exp(z)`.
  static Scores ofLogits(ClassRows logits) {
    return new Softmax(logits, 1);
  }

  /// Numbers that are probabilities already.
  record Probabilities(ClassRows values) implements Scores {
    @Override
    public int rows() {
      return values.rows();
    }

    @Override
    public int classes() {
      return values.classes();
    }

    @Override
    public int argmax(int row) {
      return values.argmax(row);
    }

    @Override
    public double probability(int row, int label) {
      return values.get(row, label);
    }
  }

  /// `p_c = exp(z_c / T) / Σ exp(z / T)`; the largest logit is taken off first, so nothing
  /// overflows, and log-probabilities never pass through a probability of 0.
  record Softmax(ClassRows logits, double temperature) implements Scores {
    public Softmax {
      Require.that(
          temperature > 0 && Double.isFinite(temperature),
          "temperature must be above 0, got %s",
          temperature);
    }

    @Override
    public int rows() {
      return logits.rows();
    }

    @Override
    public int classes() {
      return logits.classes();
    }

    @Override
    public int argmax(int row) {
      return logits.argmax(row);
    }

    @Override
    public double probability(int row, int label) {
      return StrictMath.exp(logProbability(row, label));
    }

    @Override
    public double logProbability(int row, int label) {
      double largest = logits.get(row, argmax(row));
      double sum = 0;
      for (int other = 0; other < classes(); other++) {
        sum += StrictMath.exp((logits.get(row, other) - largest) / temperature);
      }
      return (logits.get(row, label) - largest) / temperature - StrictMath.log(sum);
    }

    @Override
    public void probabilities(int row, double[] into) {
      double largest = logits.get(row, argmax(row));
      double sum = 0;
      for (int label = 0; label < classes(); label++) {
        into[label] = StrictMath.exp((logits.get(row, label) - largest) / temperature);
        sum += into[label];
      }
      for (int label = 0; label < classes(); label++) {
        into[label] /= sum;
      }
    }
  }
}
