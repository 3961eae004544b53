package io.atp.io.doctor;

import static io.atp.io.doctor.Finding.text;

import io.atp.core.graph.CsrGraph;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.Split;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// Data whose nodes have times: what training sees of the future.
final class TimeExam {
  private TimeExam() {}

  static void examine(
      GraphData data, Optional<Split> split, Workspace work, List<Finding> findings) {
    if (data.times().isEmpty() || split.isEmpty() || split.get().train().length == 0) {
      return;
    }
    int[] times = data.times().get();
    int last = IntStream.of(split.get().train()).map(node -> times[node]).max().getAsInt();
    int[] test = split.get().test();
    long older = IntStream.of(test).filter(node -> times[node] <= last).count();
    if (older == 0) {
      fromTheFuture(data, split.get(), times, last, work, findings);
    } else {
      findings.add(
          Finding.of(
              Severity.WARNING,
              "split-not-by-time",
              text(
                  "%,d of %,d test nodes (%.1f %%) are no newer than the newest training node (%d)",
                  older, test.length, 100.0 * older / test.length, last),
              "nodes have times, but the split does not follow them: accuracy on it says little"
                  + " about nodes that are yet to come"));
    }
  }

  /// Counts arcs whose listener is a training node and whose other end came after the last of them.
  private static void fromTheFuture(
      GraphData data, Split split, int[] times, int last, Workspace work, List<Finding> findings) {
    CsrGraph graph = data.graph();
    int[] train = split.train();
    double all =
        work.workers().sum(train.length, (from, to) -> arcs(graph, train, from, to, null, 0));
    double later =
        work.workers().sum(train.length, (from, to) -> arcs(graph, train, from, to, times, last));
    if (later > 0 && !data.inductive()) {
      findings.add(
          Finding.of(
              Severity.WARNING,
              "edges-from-the-future",
              text(
                  "%,.0f of the %,.0f edge ends at training nodes (%.1f %%) lead to nodes newer"
                      + " than the newest training node (%d)",
                  later, all, 100 * later / all, last),
              "the split is by time, yet training features are averages over neighbours that did"
                  + " not exist then; published figures mostly allow it, a forecast must not",
              Remedy.TRAIN_INDUCTIVELY));
    }
  }

  /// @param times `null` to count every arc
  private static double arcs(CsrGraph graph, int[] nodes, int from, int to, int[] times, int last) {
    long count = 0;
    for (int i = from; i < to; i++) {
      for (long arc = graph.offset(nodes[i]); arc < graph.offset(nodes[i] + 1); arc++) {
        count += times == null || times[graph.target(arc)] > last ? 1 : 0;
      }
    }
    return count;
  }
}
