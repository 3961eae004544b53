package io.atp.learn.evaluate;

import io.atp.io.dataset.Labels;
import java.lang.System.Logger.Level;

/// One number that makes a model's confidence honest: `p = softmax(z / T)` with the T that
/// minimises the negative log-likelihood on nodes kept for it (Guo et al., "On calibration of
/// modern neural networks", ICML 2017). No predicted class changes.
///
/// With β = 1/T the loss is convex, and its slope `g(β) = mean(E_p[z] − z_y)` rises with β at the
/// rate `mean(Var_p[z])`. The zero of g is found by Newton steps in log β, each kept inside the
/// interval known to hold the zero and replaced by a halving where it would not shrink fast enough.
///
/// @param lossBefore mean negative log-likelihood of the nodes with T = 1
/// @param lossAfter the same with this temperature
/// @param atBound the loss falls beyond [#LOWEST] or [#HIGHEST], and this is that bound: the nodes
///   are all predicted right, or no better than by chance
public record TemperatureScaling(
    double temperature, double lossBefore, double lossAfter, boolean atBound) {
  public static final double LOWEST = 0.01;
  public static final double HIGHEST = 100;

  private static final System.Logger LOG = System.getLogger(TemperatureScaling.class.getName());
  private static final double COLDEST = -StrictMath.log(LOWEST);
  private static final double HOTTEST = -StrictMath.log(HIGHEST);
  private static final double SMALLEST_STEP = 1e-13;
  private static final int MOST_STEPS = 200;

  /// @throws IllegalArgumentException if the list is empty, or a node has no label or no finite
  ///   logits
  public static TemperatureScaling fit(ClassRows logits, Labels labels, int[] nodes) {
    JudgedNodes.requireClasses(logits.classes(), labels);
    var problem = new Problem(logits, labels, JudgedNodes.labelled(nodes, logits.rows(), labels));
    problem.requireFinite();
    double logBeta = solve(problem);
    boolean coldest = logBeta == COLDEST;
    boolean atBound = coldest || logBeta == HOTTEST;
    double temperature = atBound ? coldest ? LOWEST : HIGHEST : StrictMath.exp(-logBeta);
    if (atBound) {
      LOG.log(
          Level.WARNING,
          "the temperature that fits {0} nodes best lies beyond its bound {1}",
          problem.nodes().length,
          temperature);
    }
    return new TemperatureScaling(
        temperature, problem.loss(1), problem.loss(1 / temperature), atBound);
  }

  public Scores apply(ClassRows logits) {
    return new Scores.Softmax(logits, temperature);
  }

  /// log β of the least loss, or one of the bounds.
  private static double solve(Problem problem) {
    double at = 0;
    Slope slope = problem.slope(1);
    if (slope.value() == 0) {
      return at;
    }
    if (problem.slope(1 / HIGHEST).value() >= 0) {
      return HOTTEST;
    }
    if (problem.slope(1 / LOWEST).value() <= 0) {
      return COLDEST;
    }
    double low = HOTTEST;
    double high = COLDEST;
    double lastStep = high - low;
    for (int step = 0; step < MOST_STEPS && slope.value() != 0; step++) {
      if (slope.value() < 0) {
        low = at;
      } else {
        high = at;
      }
      double next = at - slope.value() / (StrictMath.exp(at) * slope.rate());
      boolean slow = Math.abs(next - at) > lastStep / 2;
      if (!(next > low && next < high) || slow) {
        next = (low + high) / 2;
      }
      lastStep = Math.abs(next - at);
      at = next;
      if (lastStep < SMALLEST_STEP) {
        break;
      }
      slope = problem.slope(StrictMath.exp(at));
    }
    return at;
  }

  /// `g(β)` and `dg/dβ`.
  private record Slope(double value, double rate) {}

  private record Problem(ClassRows logits, Labels labels, int[] nodes) {
    double loss(double beta) {
      var scores = new Scores.Softmax(logits, 1 / beta);
      double sum = 0;
      for (int node : nodes) {
        sum -= scores.logProbability(node, labels.values()[node]);
      }
      return sum / nodes.length;
    }

    /// Moments around the largest logit, which changes neither sum and keeps every term small.
    Slope slope(double beta) {
      double value = 0;
      double rate = 0;
      for (int node : nodes) {
        double largest = logits.get(node, logits.argmax(node));
        double mass = 0;
        double first = 0;
        double second = 0;
        for (int label = 0; label < logits.classes(); label++) {
          double below = logits.get(node, label) - largest;
          double weight = StrictMath.exp(beta * below);
          mass += weight;
          first += weight * below;
          second += weight * below * below;
        }
        double mean = first / mass;
        value += mean - (logits.get(node, labels.values()[node]) - largest);
        rate += Math.max(0, second / mass - mean * mean);
      }
      return new Slope(value / nodes.length, rate / nodes.length);
    }

    void requireFinite() {
      for (int node : nodes) {
        for (int label = 0; label < logits.classes(); label++) {
          if (!Double.isFinite(logits.get(node, label))) {
            throw new IllegalArgumentException(
                "the logit of node %d for class %d is %s, not a finite number"
                    .formatted(node, label, logits.get(node, label)));
          }
        }
      }
    }
  }
}
