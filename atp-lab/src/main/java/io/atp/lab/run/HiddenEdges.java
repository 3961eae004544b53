package io.atp.lab.run;

import io.atp.core.graph.CsrGraph;
import io.atp.learn.evaluate.DegreeBands;
import io.atp.learn.evaluate.DegreeBands.Band;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// How many edge ends a correction took from the nodes of one degree band.
///
/// @param band by the degree before
/// @param before edge ends at its nodes
public record HiddenEdges(String band, long before, long hidden) {
  public double share() {
    return before == 0 ? 0 : (double) hidden / before;
  }

  /// The half of the nodes with the fewest neighbours, and ever smaller shares of those with more.
  public static List<HiddenEdges> of(CsrGraph before, CsrGraph after) {
    int[] all = IntStream.range(0, before.nodeCount()).toArray();
    List<Band> bands = DegreeBands.atShares(before, all, 0.5, 0.75, 0.9, 0.99).bands();
    long[] stood = new long[bands.size()];
    long[] gone = new long[bands.size()];
    for (int node = 0; node < before.nodeCount(); node++) {
      int degree = before.degree(node);
      int at = 0;
      while (degree > bands.get(at).highest()) {
        at++;
      }
      stood[at] += degree;
      gone[at] += degree - after.degree(node);
    }
    List<HiddenEdges> found = new ArrayList<>();
    for (int at = 0; at < bands.size(); at++) {
      found.add(new HiddenEdges(bands.get(at).name(), stood[at], gone[at]));
    }
    return found;
  }
}
