package io.atp.learn.tune;

import io.atp.learn.plan.OperatorPlan;
import io.atp.learn.plan.OperatorPlan.Kernel;

/// Which operators a search looks among. All have the same budget, and draw settings alike.
public enum Family {
  /// One r for all nodes, and every edge: the baseline.
  CLASSIC("baseline"),
  /// ATP's, with the classic ones among them, so that validation may do without.
  ADAPTIVE("ATP"),
  /// ATP with all its parts, a mask and coefficients of degree, eigenvector and clustering: what
  /// each is worth shows when it is taken out.
  WHOLE("whole ATP");

  private final String label;

  Family(String label) {
    this.label = label;
  }

  String label() {
    return label;
  }

  boolean contains(OperatorPlan plan) {
    return switch (this) {
      case CLASSIC -> plan.isClassic();
      case ADAPTIVE -> true;
      case WHOLE ->
          plan.correction().isPresent()
              && plan.kernel() instanceof Kernel.NodeWise(var encoding)
              && encoding.weights().degree() != 0
              && encoding.weights().clustering() != 0
              && encoding.weights().eigenvector() != 0;
    };
  }
}
