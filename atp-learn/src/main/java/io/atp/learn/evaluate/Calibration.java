package io.atp.learn.evaluate;

import io.atp.core.runtime.Require;
import io.atp.io.dataset.Labels;
import java.util.ArrayList;
import java.util.List;

/// Whether a model is as often right as it says.
///
/// - expected calibration error `Σ_b (n_b / n) · |accuracy_b − confidence_b|` over bins of equal
///   width, where confidence is the probability of the predicted class;
/// - negative log-likelihood `−(1/n) Σ_i log p_i(y_i)`;
/// - Brier score `(1/n) Σ_i Σ_c (p_i(c) − [y_i = c])²`, from 0 to 2.
///
/// Everything is summed in `double`, in node order.
public record Calibration(
    double expectedError, double negativeLogLikelihood, double brier, List<Bin> bins) {
  /// The usual number of bins.
  public static final int BINS = 15;

  /// The nodes whose confidence lies in (low, high].
  ///
  /// @param accuracy share of them that were right; 0 for an empty bin
  /// @param confidence mean probability of the predicted class; 0 for an empty bin
  public record Bin(double low, double high, int nodes, double accuracy, double confidence) {}

  public Calibration {
    bins = List.copyOf(bins);
  }

  public static Calibration of(Scores scores, Labels labels, int[] nodes) {
    return of(scores, labels, nodes, BINS);
  }

  public static Calibration of(Scores scores, Labels labels, int[] nodes, int binCount) {
    Require.atLeast("bins", binCount, 1);
    JudgedNodes.requireClasses(scores.classes(), labels);
    int[] judged = JudgedNodes.labelled(nodes, scores.rows(), labels);
    int[] count = new int[binCount];
    int[] right = new int[binCount];
    double[] confidence = new double[binCount];
    double[] row = new double[scores.classes()];
    double loss = 0;
    double squares = 0;
    for (int node : judged) {
      int truth = labels.values()[node];
      scores.probabilities(node, row);
      int given = scores.argmax(node);
      int bin = bin(node, row[given], binCount);
      count[bin]++;
      right[bin] += given == truth ? 1 : 0;
      confidence[bin] += row[given];
      loss -= scores.logProbability(node, truth);
      for (int label = 0; label < row.length; label++) {
        double away = row[label] - (label == truth ? 1 : 0);
        squares += away * away;
      }
    }
    List<Bin> bins = new ArrayList<>();
    double error = 0;
    for (int bin = 0; bin < binCount; bin++) {
      error += Math.abs(right[bin] - confidence[bin]);
      int divisor = Math.max(1, count[bin]);
      bins.add(
          new Bin(
              (double) bin / binCount,
              (bin + 1.0) / binCount,
              count[bin],
              (double) right[bin] / divisor,
              confidence[bin] / divisor));
    }
    int n = judged.length;
    return new Calibration(error / n, loss / n, squares / n, bins);
  }

  private static int bin(int node, double confidence, int binCount) {
    if (!(confidence >= 0 && confidence <= 1 + 1e-6)) {
      throw new IllegalArgumentException(
          "node %d has probability %s for its class".formatted(node, confidence));
    }
    return Math.clamp((long) Math.ceil(confidence * binCount) - 1, 0, binCount - 1);
  }
}
