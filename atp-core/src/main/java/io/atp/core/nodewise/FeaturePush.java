package io.atp.core.nodewise;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.feature.Features;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.Transpose;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/// SCARA: a [Schedule] column by column, `Z_c = s · f(P) · x_c/s` with small entries dropped, bases
/// first and then what other columns differ from them by.
///
/// A column's threshold is `θ_c = tolerance · Σ_u d̂_u |x_uc/s_u| / Σ_u d̂_u`, a share of its mean
/// magnitude under the walk. A base is pushed at half its threshold, and a residual at the column's
/// own: it is smaller, so less of it travels. In SCARA's own words this is the push of `D̂^(1−R)X`
/// along `ÂD̂⁻¹`; divided by the degrees it is the same numbers along P.
final class FeaturePush {
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;
  private static final double BASE_PRECISION = 0.5;

  /// Columns per chunk: a cache line of floats. Decides no result.
  private static final int CHUNK = 16;

  private final PropagationOperator operator;
  private final CsrGraph listeners;
  private final DenseFeatures features;
  private final FeatureBases bases;
  private final Schedule schedule;
  private final double tolerance;
  private final List<DenseFeatures> outputs;
  private final double[] inverseDegrees;
  private final double mass;
  private final double[] bounds; // by column
  private final Arena arena;
  private final Queue<Buffers> idle = new ConcurrentLinkedQueue<>();

  /// What one thread works with.
  private record Buffers(ColumnWalk walk, double[] column, double[][] results) {}

  private FeaturePush(
      PropagationOperator operator,
      CsrGraph listeners,
      DenseFeatures features,
      FeatureBases bases,
      Schedule schedule,
      double tolerance,
      List<DenseFeatures> outputs,
      Arena arena) {
    this.operator = operator;
    this.arena = arena;
    this.listeners = listeners;
    this.features = features;
    this.bases = bases;
    this.schedule = schedule;
    this.tolerance = tolerance;
    this.outputs = outputs;
    this.inverseDegrees = new double[operator.nodeCount()];
    double sum = 0;
    for (int node = 0; node < inverseDegrees.length; node++) {
      double degree = operator.graph().selfLoopedDegree(node);
      inverseDegrees[node] = 1 / degree;
      sum += degree;
    }
    this.mass = sum;
    this.bounds = new double[features.width()];
  }

  static NodeWiseAccount propagate(
      PropagationOperator operator,
      Features features,
      Schedule schedule,
      FeatureEntry.Push config,
      List<DenseFeatures> outputs,
      Workspace scratch) {
    DenseFeatures x = DenseRows.of(features, scratch);
    FeatureBases bases = FeatureBases.choose(x, config.baseShare(), scratch);
    CsrGraph listeners = Transpose.of(operator.graph(), scratch);
    var push =
        new FeaturePush(
            operator, listeners, x, bases, schedule, config.tolerance(), outputs, scratch.arena());
    push.columns(bases.bases(), BASE_PRECISION, scratch);
    boolean[] done = new boolean[x.width()];
    for (int base : bases.bases()) {
      done[base] = true;
    }
    push.columns(IntStream.range(0, x.width()).filter(c -> !done[c]).toArray(), 1, scratch);
    long visits = push.idle.stream().mapToLong(buffers -> buffers.walk.arcVisits()).sum();
    int reused = (int) bases.parts().stream().filter(parts -> !parts.isEmpty()).count();
    return new NodeWiseAccount(
        schedule.hops(),
        0,
        visits,
        schedule.hops(),
        schedule.hops(),
        0,
        bases.bases().length,
        reused,
        Arrays.stream(push.bounds).max().orElse(0));
  }

  private void columns(int[] columns, double precision, Workspace work) {
    var done = new AtomicInteger();
    Thread caller = Thread.currentThread();
    int chunks = Math.ceilDiv(columns.length, CHUNK);
    work.workers()
        .forEachChunk(
            chunks,
            chunk -> {
              Buffers pooled = idle.poll();
              Buffers buffers = pooled != null ? pooled : buffers();
              int from = chunk * CHUNK;
              for (int i = from; i < Math.min(columns.length, from + CHUNK); i++) {
                column(columns[i], precision, buffers);
              }
              idle.add(buffers);
              int finished = done.incrementAndGet();
              if (Thread.currentThread() == caller) {
                work.progress().report("feature push", finished, chunks);
              }
            });
  }

  private Buffers buffers() {
    int nodes = operator.nodeCount();
    return new Buffers(
        new ColumnWalk(operator.graph(), listeners, inverseDegrees, schedule, arena),
        new double[nodes],
        new double[outputs.size()][nodes]);
  }

  private void column(int column, double precision, Buffers buffers) {
    double[] y = buffers.column;
    double magnitude = 0;
    for (int node = 0; node < y.length; node++) {
      y[node] = features.get(node, column);
      double weight = operator.graph().selfLoopedDegree(node) * operator.right()[node];
      magnitude += weight * Math.abs(y[node]);
    }
    double threshold = precision * tolerance * magnitude / mass;
    List<FeatureBases.Part> parts = bases.parts().get(column);
    double inherited = 0;
    for (FeatureBases.Part part : parts) {
      int base = bases.bases()[part.base()];
      inherited += Math.abs(part.theta()) * bounds[base];
      for (int node = 0; node < y.length; node++) {
        y[node] -= part.theta() * features.get(node, base);
      }
    }
    for (int node = 0; node < y.length; node++) {
      y[node] *= operator.right()[node];
    }
    bounds[column] = inherited + buffers.walk.run(y, threshold, buffers.results);
    for (int entry = 0; entry < outputs.size(); entry++) {
      write(outputs.get(entry), column, buffers.results[entry], parts);
    }
  }

  private void write(
      DenseFeatures output, int column, double[] result, List<FeatureBases.Part> parts) {
    MemorySegment data = output.data();
    for (int node = 0; node < result.length; node++) {
      double value = result[node] / operator.right()[node];
      for (FeatureBases.Part part : parts) {
        value += part.theta() * output.get(node, bases.bases()[part.base()]);
      }
      data.set(FLOAT, output.at(node, column), (float) value);
    }
  }
}
