package io.atp.core.nodewise;

import io.atp.core.feature.Features;
import io.atp.core.graph.CsrGraph;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.propagate.Propagator;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/// `l_u = min{k : ‖X⁽ᵏ⁾_u − X⁽∞⁾_u‖₂ < ε}`, the first crossing although distances may grow again.
///
/// Everything is measured on `Y = X/s`, where the operator is the plain walk and one row is the
/// limit of a whole component; an absolute distance is that times `s_u`. Distances need all columns
/// of a hop, and columns come panel by panel: a walk of a few hops is tried first, and a longer one
/// only where some node has not come close yet.
///
/// @param steps `l_u`
/// @param hops walked to find them, all tries together
record DistanceSteps(int[] steps, long hops) {
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;
  private static final int FIRST_TRY = 12;
  private static final int LONGER = 4;

  /// @param needed steps beyond which nobody looks
  static DistanceSteps of(
      PropagationOperator operator,
      Features features,
      NodeSteps.ByDistance rule,
      double lazyShare,
      int needed,
      Workspace work) {
    CsrGraph graph = operator.graph();
    Require.that(
        graph.symmetric(),
        "NDLS measures the way to the over-smoothed state, which a directed graph does not have in"
            + " closed form; hide whole edges instead of rows");
    int most = Math.min(rule.mostSteps(), needed);
    SmoothState limit = SmoothState.of(operator, features, work);
    long walked = 0;
    for (int hops = Math.min(most, FIRST_TRY); ; hops = Math.min(most, LONGER * hops)) {
      double[][] squares = squaredDistances(operator, features, limit, hops, lazyShare, work);
      walked += hops;
      int[] steps = crossings(squares, operator.right(), rule, hops);
      boolean all = Arrays.stream(steps).allMatch(step -> step >= 0);
      if (all || hops == most) {
        for (int node = 0; node < steps.length; node++) {
          steps[node] = steps[node] < 0 ? most : steps[node];
        }
        return new DistanceSteps(steps, walked);
      }
    }
  }

  /// `‖Y⁽ᵏ⁾_u − Y⁽∞⁾_u‖²` by hop and node.
  static double[][] squaredDistances(
      PropagationOperator operator,
      Features features,
      SmoothState limit,
      int hops,
      double lazyShare,
      Workspace work) {
    double[][] squares = new double[hops + 1][operator.nodeCount()];
    Propagator.walk(
        operator,
        features,
        hops,
        lazyShare,
        0,
        (hop, panel, panelWidth, from, to, fromColumn, columns) -> {
          for (int node = from; node < to; node++) {
            long at = (long) node * panelWidth * Float.BYTES;
            squares[hop][node] += squared(panel, at, limit, node, fromColumn, columns);
          }
        },
        work);
    return squares;
  }

  private static double squared(
      MemorySegment panel, long at, SmoothState limit, int node, int fromColumn, int columns) {
    int row = limit.at(node, fromColumn);
    double sum = 0;
    for (int c = 0; c < columns; c++) {
      double away = panel.get(FLOAT, at + (long) c * Float.BYTES) - limit.values()[row + c];
      sum += away * away;
    }
    return sum;
  }

  /// −1 where a node does not come close enough.
  private static int[] crossings(
      double[][] squares, double[] right, NodeSteps.ByDistance rule, int hops) {
    int[] steps = new int[right.length];
    for (int node = 0; node < steps.length; node++) {
      double unit = rule.distance() == NodeSteps.Distance.RELATIVE ? 1 : right[node];
      double radius = rule.epsilon() * unit; // ‖s·y‖ < ε is ‖y‖ < ε/s
      steps[node] = -1;
      for (int hop = 0; hop <= hops && steps[node] < 0; hop++) {
        steps[node] = squares[hop][node] < radius * radius ? hop : -1;
      }
    }
    return steps;
  }
}
