package io.atp.oracle;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.function.UnaryOperator;

/// Limited-memory BFGS as in Nocedal and Wright (algorithm 7.4), in double, with steps of fixed
/// length `rate`, the first one `rate · min(1, 1/‖g‖₁)` as in PyTorch.
final class TextbookLbfgs {
  private record Pair(double[] s, double[] y, double inverseCurvature) {}

  private final int history;
  private final double rate;
  private final UnaryOperator<double[]> gradientAt;
  private final Deque<Pair> newestFirst = new ArrayDeque<>();
  private double[] x;
  private double[] gradient;

  TextbookLbfgs(int history, double rate, double[] start, UnaryOperator<double[]> gradientAt) {
    this.history = history;
    this.rate = rate;
    this.gradientAt = gradientAt;
    this.x = start.clone();
    this.gradient = gradientAt.apply(x);
  }

  double[] x() {
    return x;
  }

  void iterate() {
    double[] direction = negated(newtonDirection());
    double length = rate;
    if (newestFirst.isEmpty()) {
      double sum = 0;
      for (double g : gradient) {
        sum += Math.abs(g);
      }
      length *= Math.min(1, 1 / sum);
    }
    double[] next = plus(x, length, direction);
    double[] nextGradient = gradientAt.apply(next);
    double[] s = plus(next, -1, x);
    double[] y = plus(nextGradient, -1, gradient);
    newestFirst.addFirst(new Pair(s, y, 1 / dot(s, y)));
    if (newestFirst.size() > history) {
      newestFirst.removeLast();
    }
    x = next;
    gradient = nextGradient;
  }

  /// `H · g`.
  private double[] newtonDirection() {
    double[] q = gradient.clone();
    Deque<Double> alphas = new ArrayDeque<>();
    for (Pair pair : newestFirst) {
      double alpha = pair.inverseCurvature * dot(pair.s, q);
      q = plus(q, -alpha, pair.y);
      alphas.addFirst(alpha);
    }
    if (!newestFirst.isEmpty()) {
      Pair last = newestFirst.getFirst();
      q = plus(new double[q.length], dot(last.s, last.y) / dot(last.y, last.y), q);
    }
    Iterator<Pair> oldestFirst = newestFirst.descendingIterator();
    while (oldestFirst.hasNext()) {
      Pair pair = oldestFirst.next();
      double beta = pair.inverseCurvature * dot(pair.y, q);
      q = plus(q, alphas.removeFirst() - beta, pair.s);
    }
    return q;
  }

  private static double[] negated(double[] a) {
    return plus(new double[a.length], -1, a);
  }

  private static double[] plus(double[] a, double factor, double[] b) {
    double[] sum = new double[a.length];
    for (int i = 0; i < a.length; i++) {
      sum[i] = a[i] + factor * b[i];
    }
    return sum;
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }
}
