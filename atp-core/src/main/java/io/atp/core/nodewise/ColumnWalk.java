package io.atp.core.nodewise;

import io.atp.core.graph.CsrGraph;
import io.atp.core.runtime.NativeView;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/// Carries out a [Schedule] on one column of `X/s` at a time, following only entries that matter;
/// the buffers serve one column after the other.
///
/// After hop h, an entry with `reach_h · |y_u| < θ` is dropped, `reach_h` being the weight still to
/// come. P averages, so what is dropped there is off by at most `reach_h · max|y_u|` anywhere: the
/// sum of these over all hops bounds the error, and is at most θ times the hops.
///
/// Few entries are pushed to those that listen to them; many are gathered, row by row.
final class ColumnWalk {
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;

  private final CsrGraph graph;
  private final CsrGraph listeners;
  private final MemorySegment targets; // of the graph, as the loops want them
  private final MemorySegment listenerTargets;
  private final double[] inverseDegrees;
  private final Schedule schedule;
  private final double[] reach;
  private final long dense; // arcs from which on gathering is the cheaper way
  private double[] state;
  private double[] next;
  private int[] active;
  private int[] touched;
  private final boolean[] marked;
  private int count;
  private long arcVisits;

  /// @param listeners the transpose
  /// @param arena that outlives the walk
  ColumnWalk(
      CsrGraph graph, CsrGraph listeners, double[] inverseDegrees, Schedule schedule, Arena arena) {
    int nodes = graph.nodeCount();
    this.graph = graph;
    this.listeners = listeners;
    this.targets = NativeView.of(graph.targets(), arena);
    this.listenerTargets = NativeView.of(listeners.targets(), arena);
    this.inverseDegrees = inverseDegrees;
    this.schedule = schedule;
    this.reach = schedule.reach();
    this.dense = (graph.arcCount() + nodes) / 4;
    state = new double[nodes];
    next = new double[nodes];
    active = new int[nodes];
    touched = new int[nodes];
    marked = new boolean[nodes];
  }

  /// Arcs and loops followed so far, for all columns.
  long arcVisits() {
    return arcVisits;
  }

  /// @param column y = x/s
  /// @param threshold θ
  /// @param results a column per entry of the schedule, overwritten; not yet times s
  /// @return how far any entry of the results may be off
  double run(double[] column, double threshold, double[][] results) {
    start(column);
    double bound = 0;
    for (int hop = 0; ; hop++) {
      keep(hop, results);
      if (hop == schedule.hops()) {
        break;
      }
      bound += drop(hop, threshold);
      step();
    }
    if (schedule.factor() != null) {
      for (double[] result : results) {
        for (int node = 0; node < result.length; node++) {
          result[node] *= schedule.factor()[node];
        }
      }
    }
    return bound * schedule.largestFactor();
  }

  private void start(double[] column) {
    System.arraycopy(column, 0, state, 0, state.length);
    count = 0;
    for (int node = 0; node < state.length; node++) {
      if (state[node] != 0) {
        active[count++] = node;
      }
    }
  }

  private void keep(int hop, double[][] results) {
    if (schedule.weights() == null) {
      keepState(hop, results);
      return;
    }
    double[] result = results[schedule.list() ? hop : 0];
    if (hop == 0) {
      Arrays.fill(result, 0);
    } else if (schedule.list()) {
      System.arraycopy(results[hop - 1], 0, result, 0, result.length);
    }
    double weight = schedule.weights()[hop];
    for (int i = 0; i < count; i++) {
      int node = active[i];
      if (schedule.takes(node, hop)) {
        result[node] += weight * state[node];
      }
    }
  }

  private void keepState(int hop, double[][] results) {
    if (schedule.list() && hop % schedule.stride() != 0) {
      return;
    }
    int entry = schedule.list() ? hop / schedule.stride() : 0;
    double[] result = results[entry];
    double[] before = results[Math.max(0, entry - 1)];
    for (int node = 0; node < result.length; node++) {
      result[node] = schedule.takes(node, hop) ? state[node] : before[node];
    }
  }

  private double drop(int hop, double threshold) {
    if (threshold == 0) {
      return 0;
    }
    double largest = 0;
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int node = active[i];
      double matters = reach[hop] * Math.abs(state[node]);
      if (matters >= threshold) {
        active[kept++] = node;
      } else {
        largest = Math.max(largest, matters);
        state[node] = 0;
      }
    }
    count = kept;
    return largest;
  }

  private void step() {
    long arcs = count;
    for (int i = 0; i < count && arcs < dense; i++) {
      arcs += listeners.degree(active[i]);
    }
    if (arcs < dense) {
      push();
    } else {
      gather();
    }
    double[] swap = state;
    state = next;
    next = swap;
  }

  private void push() {
    int met = 0;
    for (int i = 0; i < count; i++) {
      int u = active[i];
      long end = listeners.offset(u + 1);
      double moved = (1 - schedule.lazyShare()) * state[u];
      met = meet(u, met);
      next[u] += moved * inverseDegrees[u] + schedule.lazyShare() * state[u];
      for (long arc = listeners.offset(u); arc < end; arc++) {
        int v = listenerTargets.get(INT, arc * Integer.BYTES);
        met = meet(v, met);
        next[v] += moved * inverseDegrees[v];
      }
      arcVisits += end - listeners.offset(u) + 1;
    }
    for (int i = 0; i < count; i++) {
      state[active[i]] = 0; // it becomes the next buffer, which must be 0 where nobody writes
    }
    for (int i = 0; i < met; i++) {
      marked[touched[i]] = false;
    }
    swapLists(met);
  }

  private int meet(int node, int met) {
    if (marked[node]) {
      return met;
    }
    marked[node] = true;
    touched[met] = node;
    return met + 1;
  }

  private void gather() {
    int met = 0;
    long arc = 0;
    for (int v = 0; v < state.length; v++) {
      double sum = state[v];
      for (long end = graph.offset(v + 1); arc < end; arc++) {
        sum += state[targets.get(INT, arc * Integer.BYTES)];
      }
      next[v] =
          (1 - schedule.lazyShare()) * inverseDegrees[v] * sum + schedule.lazyShare() * state[v];
      if (next[v] != 0) {
        touched[met++] = v;
      }
    }
    arcVisits += graph.arcCount() + state.length;
    Arrays.fill(state, 0);
    swapLists(met);
  }

  private void swapLists(int met) {
    int[] swap = active;
    active = touched;
    touched = swap;
    count = met;
  }
}
