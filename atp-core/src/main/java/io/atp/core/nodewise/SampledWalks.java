package io.atp.core.nodewise;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.feature.Features;
import io.atp.core.graph.CsrGraph;
import io.atp.core.kernel.Kernels;
import io.atp.core.kernel.RowKernels;
import io.atp.core.kernel.RowSource;
import io.atp.core.kernel.WeightedRows;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/// NDM's estimate: a [Schedule] row by row, from γ walks that begin at the row's node.
///
/// All walks of a node take a step together; the share of them at v after h steps stands for
/// `(P^h)_uv`, and `s_u/s_v` turns that into M. Every walk is finished, so the mean is over all γ
/// and without bias. A step is a hash of (seed, node, walk, hop).
///
/// Walks are independent: by Hoeffding's inequality an entry is off by more than `R · √(ln(2/δ) /
/// 2γ)` with probability at most δ, R being the range of its column times the weights.
final class SampledWalks {
  private static final long PURPOSE = 0x77616c6b73L;
  private static final int CHUNK = 8;

  private final RowKernels kernels = Kernels.active();
  private final PropagationOperator operator;
  private final DenseFeatures y;
  private final Schedule schedule;
  private final int walks;
  private final long seed;
  private final List<DenseFeatures> outputs;

  private SampledWalks(
      PropagationOperator operator,
      DenseFeatures y,
      Schedule schedule,
      FeatureEntry.Walks config,
      List<DenseFeatures> outputs) {
    this.operator = operator;
    this.y = y;
    this.schedule = schedule;
    this.walks = config.count();
    this.seed = StatelessHash.of(config.seed(), PURPOSE);
    this.outputs = outputs;
  }

  /// What one thread works with.
  private static final class Buffers {
    final int[] places;
    final int[] counts;
    final int[] met;
    final WeightedRows list = new WeightedRows();
    long steps;

    Buffers(int walks, int nodes) {
      places = new int[walks];
      counts = new int[nodes];
      met = new int[Math.min(walks, nodes)];
    }
  }

  static NodeWiseAccount propagate(
      PropagationOperator operator,
      Features features,
      Schedule schedule,
      FeatureEntry.Walks config,
      List<DenseFeatures> outputs,
      Workspace scratch) {
    DenseFeatures y = DenseRows.of(features, operator.right(), scratch);
    var sampled = new SampledWalks(operator, y, schedule, config, outputs);
    Queue<Buffers> idle = new ConcurrentLinkedQueue<>();
    int nodes = operator.nodeCount();
    scratch
        .workers()
        .forEachRange(
            nodes,
            CHUNK,
            (from, to) -> {
              Buffers pooled = idle.poll();
              Buffers buffers = pooled != null ? pooled : new Buffers(sampled.walks, nodes);
              for (int node = from; node < to; node++) {
                sampled.row(node, buffers);
              }
              idle.add(buffers);
            });
    long steps = idle.stream().mapToLong(buffers -> buffers.steps).sum();
    return new NodeWiseAccount(
        schedule.hops(),
        0,
        steps,
        schedule.hops(),
        schedule.hops(),
        0,
        0,
        0,
        sampled.bound(config.delta()));
  }

  private double bound(double delta) {
    double range = 0;
    for (int column = 0; column < y.width(); column++) {
      double low = Double.POSITIVE_INFINITY;
      double high = Double.NEGATIVE_INFINITY;
      for (int node = 0; node < y.rows(); node++) {
        low = Math.min(low, y.get(node, column));
        high = Math.max(high, y.get(node, column));
      }
      range = Math.max(range, high - low);
    }
    double weight =
        schedule.weights() == null
            ? 1
            : Arrays.stream(schedule.weights()).sum() - schedule.weights()[0];
    return range
        * weight
        * schedule.largestFactor()
        * Math.sqrt(StrictMath.log(2 / delta) / (2.0 * walks));
  }

  private void row(int node, Buffers buffers) {
    Arrays.fill(buffers.places, node);
    for (int hop = 0; hop <= schedule.hops(); hop++) {
      boolean takes = schedule.takes(node, hop);
      if (hop > 0 && takes) {
        step(node, hop, buffers);
      }
      boolean entry = hop % schedule.stride() == 0;
      if (schedule.weights() == null && entry) {
        state(node, hop, takes, buffers);
      } else if (schedule.weights() != null) {
        term(node, hop, takes, buffers);
      }
    }
  }

  private void state(int node, int hop, boolean takes, Buffers buffers) {
    int entry = schedule.list() ? hop / schedule.stride() : 0;
    DenseFeatures output = outputs.get(entry);
    if (takes) {
      add(output, node, 1, false, buffers);
    } else if (schedule.list()) {
      outputs.get(entry - 1).copyRow(node, 0, y.width(), output.data(), output.at(node, 0));
    }
  }

  private void term(int node, int hop, boolean takes, Buffers buffers) {
    DenseFeatures output = outputs.get(schedule.list() ? hop : 0);
    if (hop > 0 && schedule.list()) {
      outputs.get(hop - 1).copyRow(node, 0, y.width(), output.data(), output.at(node, 0));
    }
    if (takes) {
      add(output, node, schedule.weights()[hop] * schedule.factor(node), hop > 0, buffers);
    }
  }

  private void step(int node, int hop, Buffers buffers) {
    CsrGraph graph = operator.graph();
    for (int walk = 0; walk < walks; walk++) {
      long hash = StatelessHash.of(seed, node, walk, hop);
      boolean stays =
          schedule.lazyShare() > 0
              && StatelessHash.unit(StatelessHash.mix(~hash)) < schedule.lazyShare();
      int at = buffers.places[walk];
      int degree = graph.degree(at);
      int choice = stays ? degree : StatelessHash.below(hash, degree + 1);
      if (choice < degree) {
        buffers.places[walk] = graph.target(graph.offset(at) + choice);
      }
    }
    buffers.steps += walks;
  }

  /// Adds `weight · s_u · mean of y` over where the walks are.
  private void add(DenseFeatures output, int node, double weight, boolean adds, Buffers buffers) {
    int distinct = 0;
    for (int place : buffers.places) {
      if (buffers.counts[place]++ == 0) {
        buffers.met[distinct++] = place;
      }
    }
    WeightedRows list = buffers.list;
    list.reset(distinct);
    for (int i = 0; i < distinct; i++) {
      int place = buffers.met[i];
      list.rows()[i] = place;
      list.weights()[i] = (float) buffers.counts[place] / walks;
      buffers.counts[place] = 0;
    }
    list.count(distinct);
    list.scale((float) (weight / operator.right()[node]));
    var source = new RowSource(y.data(), y.rows(), y.width(), 0, y.width());
    kernels.gather(source, list, output.data(), output.at(node, 0), adds);
  }
}
