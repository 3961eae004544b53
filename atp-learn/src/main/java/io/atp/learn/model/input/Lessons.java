package io.atp.learn.model.input;

import io.atp.core.runtime.Require;
import io.atp.learn.tensor.Matrix;
import java.util.Arrays;
import java.util.BitSet;

/// What a trained model is sure of about nodes whose label is not known.
///
/// @param graphNodes nodes of the graph it was asked about
/// @param nodes rising
/// @param shares probability of each class, a row per node
public record Lessons(int graphNodes, int[] nodes, float[][] shares) {
  public static final Lessons NONE = new Lessons(0, new int[0], new float[0][]);

  public Lessons {
    Require.that(
        nodes.length == shares.length,
        "%d nodes were taught with %d rows",
        nodes.length,
        shares.length);
    for (int i = 0; i < nodes.length; i++) {
      Require.that(
          nodes[i] < graphNodes && nodes[i] > (i == 0 ? -1 : nodes[i - 1]),
          "taught nodes must rise from 0 to %d, got %d",
          graphNodes - 1,
          nodes[i]);
    }
  }

  /// `p = softmax(logits / T)` of every node outside training with `max p` above the threshold.
  ///
  /// @param logits a row per node of the graph
  /// @param temperature T
  public static Lessons of(Matrix logits, int[] trainNodes, double threshold, double temperature) {
    BitSet known = new BitSet();
    for (int node : trainNodes) {
      known.set(node);
    }
    int[] nodes = new int[logits.rows()];
    float[][] shares = new float[logits.rows()][];
    int count = 0;
    for (int node = 0; node < nodes.length; node++) {
      if (known.get(node)) {
        continue;
      }
      float[] row = probabilities(logits.row(node), temperature);
      if (largest(row) > threshold) {
        nodes[count] = node;
        shares[count++] = row;
      }
    }
    return new Lessons(logits.rows(), Arrays.copyOf(nodes, count), Arrays.copyOf(shares, count));
  }

  private static float[] probabilities(float[] logits, double temperature) {
    double most = largest(logits);
    double[] powers = new double[logits.length];
    double sum = 0;
    for (int c = 0; c < powers.length; c++) {
      powers[c] = StrictMath.exp((logits[c] - most) / temperature);
      sum += powers[c];
    }
    float[] shares = new float[logits.length];
    for (int c = 0; c < shares.length; c++) {
      shares[c] = (float) (powers[c] / sum);
    }
    return shares;
  }

  /// The same nodes, each with all probability on its most probable class, the first of equals.
  public Lessons decided() {
    float[][] choices = new float[shares.length][];
    for (int i = 0; i < choices.length; i++) {
      choices[i] = new float[shares[i].length];
      choices[i][indexOfLargest(shares[i])] = 1;
    }
    return new Lessons(graphNodes, nodes, choices);
  }

  private static int indexOfLargest(float[] row) {
    int best = 0;
    for (int c = 1; c < row.length; c++) {
      best = row[c] > row[best] ? c : best;
    }
    return best;
  }

  /// The largest entry of a row.
  public static float largest(float[] row) {
    return row[indexOfLargest(row)];
  }

  public boolean isEmpty() {
    return nodes.length == 0;
  }

  /// Probabilities of a node's classes, or null where nothing is taught about it.
  public float[] of(int node) {
    int at = Arrays.binarySearch(nodes, node);
    return at < 0 ? null : shares[at];
  }
}
