package io.atp.cli.demo;

import io.atp.core.feature.DenseFeatures;
import io.atp.io.dataset.Labels;

/// Gives a node the class whose mean direction is closest to its own: `argmax_c cos(x_i, μ_c)`,
/// with μ_c the mean of the unit rows of the training nodes of class c.
///
/// Nothing is tuned and nothing is learned beyond the means, so what differs between two inputs is
/// the inputs. Directions, because the rows of different operators differ in length by design.
public final class NearestClassMean {
  private final double[][] means;

  private NearestClassMean(double[][] means) {
    this.means = means;
  }

  public static NearestClassMean fit(DenseFeatures features, Labels labels, int[] train) {
    double[][] means = new double[labels.classCount()][features.width()];
    double[] row = new double[features.width()];
    for (int node : train) {
      if (labels.labelled(node)) {
        unitRow(features, node, row);
        double[] mean = means[labels.values()[node]];
        for (int column = 0; column < row.length; column++) {
          mean[column] += row[column];
        }
      }
    }
    for (double[] mean : means) {
      normalise(mean);
    }
    return new NearestClassMean(means);
  }

  /// The class of one node; ties go to the lower class.
  public int predict(DenseFeatures features, int node) {
    double[] row = new double[features.width()];
    unitRow(features, node, row);
    int best = 0;
    double closest = Double.NEGATIVE_INFINITY;
    for (int candidate = 0; candidate < means.length; candidate++) {
      double cosine = 0;
      for (int column = 0; column < row.length; column++) {
        cosine += row[column] * means[candidate][column];
      }
      if (cosine > closest) {
        closest = cosine;
        best = candidate;
      }
    }
    return best;
  }

  /// Share of the nodes that get their own class; NaN for no nodes.
  public double accuracy(DenseFeatures features, Labels labels, int[] nodes) {
    int right = 0;
    for (int node : nodes) {
      right += predict(features, node) == labels.values()[node] ? 1 : 0;
    }
    return (double) right / nodes.length;
  }

  private static void unitRow(DenseFeatures features, int node, double[] row) {
    for (int column = 0; column < row.length; column++) {
      row[column] = features.get(node, column);
    }
    normalise(row);
  }

  /// A row of zeros stays one.
  private static void normalise(double[] row) {
    double squares = 0;
    for (double value : row) {
      squares += value * value;
    }
    double length = Math.sqrt(squares);
    for (int column = 0; length > 0 && column < row.length; column++) {
      row[column] /= length;
    }
  }
}
