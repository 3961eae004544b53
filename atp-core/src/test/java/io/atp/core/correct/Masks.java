package io.atp.core.correct;

import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.GraphAssert;
import java.util.TreeSet;

/// Shorthand for the tests of this room.
final class Masks {
  private Masks() {}

  static CorrectionConfig random(NodeChoice choice, double maskedShare, MaskBy by, long seed) {
    return new CorrectionConfig(
        choice, new MaskBudget.MaskedShare(maskedShare), by, MaskOrder.RANDOM, seed);
  }

  static CorrectionConfig leastAlike(NodeChoice choice, double maskedShare, MaskBy by) {
    return new CorrectionConfig(
        choice, new MaskBudget.MaskedShare(maskedShare), by, MaskOrder.LEAST_ALIKE_FIRST, 0);
  }

  /// Arcs as `source << 32 | target`.
  static TreeSet<Long> arcs(CsrGraph graph) {
    var arcs = new TreeSet<Long>();
    for (int node = 0; node < graph.nodeCount(); node++) {
      for (int target : GraphAssert.row(graph, node)) {
        arcs.add((long) node << 32 | target);
      }
    }
    return arcs;
  }

  static TreeSet<Long> removed(CsrGraph before, CsrGraph after) {
    TreeSet<Long> gone = arcs(before);
    gone.removeAll(arcs(after));
    return gone;
  }

  static long reversed(long arc) {
    return arc << 32 | arc >>> 32;
  }
}
