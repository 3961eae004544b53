package io.atp.core.nodewise;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.feature.Features;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.Transpose;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

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

  /// Columns that a thread takes at a time: a cache line of floats, or fewer where their results
  /// would fill more than so many floats. Decides no result.
  private static final int RUN = 16;

  private static final long RUN_FLOATS = 8L << 20;

  private final PropagationOperator operator;
  private final CsrGraph listeners;
  private final DenseFeatures features;
  private final FeatureBases bases;
  private final Schedule schedule;
  private final double tolerance;
  private final List<DenseFeatures> outputs;
  private final double[] inverseDegrees;
  private final double[] weights; // d̂ / s
  private final boolean[] isBase;
  private final int run;
  private final double mass;
  private final double[] bounds; // by column
  private final Arena arena;
  private final Queue<Buffers> idle = new ConcurrentLinkedQueue<>();

  /// What one thread works with.
  private final class Buffers {
    private final int nodes = operator.nodeCount();
    final ColumnWalk walk =
        new ColumnWalk(operator.graph(), listeners, inverseDegrees, schedule, arena);
    final double[] column = new double[nodes];
    final double[][] results = new double[outputs.size()][nodes];
    final float[][] in = new float[run][nodes];
    final float[][][] out = new float[outputs.size()][run][nodes];
  }

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
    this.weights = new double[inverseDegrees.length];
    double sum = 0;
    for (int node = 0; node < inverseDegrees.length; node++) {
      double degree = operator.graph().selfLoopedDegree(node);
      inverseDegrees[node] = 1 / degree;
      weights[node] = degree * operator.right()[node];
      sum += degree;
    }
    this.isBase = new boolean[features.width()];
    for (int base : bases.bases()) {
      isBase[base] = true;
    }
    long floats = Math.max(1, (long) outputs.size() * inverseDegrees.length);
    this.run = Math.clamp(RUN_FLOATS / floats, 1, RUN);
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
    push.runs(bases.bases(), 1, BASE_PRECISION, scratch);
    int[] starts = new int[Math.ceilDiv(x.width(), push.run)];
    Arrays.setAll(starts, chunk -> chunk * push.run);
    push.runs(starts, push.run, 1, scratch);
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

  /// Runs of columns, each by one thread. A run is read and written row by row: down a column of a
  /// wide matrix every number is on another cache line.
  private void runs(int[] starts, int length, double precision, Workspace work) {
    var done = new AtomicInteger();
    Thread caller = Thread.currentThread();
    work.workers()
        .forEachChunk(
            starts.length,
            chunk -> {
              Buffers pooled = idle.poll();
              Buffers buffers = pooled != null ? pooled : new Buffers();
              int end = Math.min(features.width(), starts[chunk] + length);
              run(starts[chunk], end, precision, buffers);
              idle.add(buffers);
              int finished = done.incrementAndGet();
              if (Thread.currentThread() == caller) {
                work.progress().report("feature push", finished, starts.length);
              }
            });
  }

  private void run(int from, int to, double precision, Buffers buffers) {
    int nodes = operator.nodeCount();
    for (int node = 0; node < nodes; node++) {
      for (int c = from; c < to; c++) {
        buffers.in[c - from][node] = features.get(node, c);
      }
    }
    for (int c = from; c < to; c++) {
      if (wanted(c, precision)) {
        column(c, precision, buffers.in[c - from], buffers);
        for (int entry = 0; entry < outputs.size(); entry++) {
          float[] out = buffers.out[entry][c - from];
          for (int node = 0; node < nodes; node++) {
            out[node] = (float) (buffers.results[entry][node] / operator.right()[node]);
          }
        }
      }
    }
    for (int entry = 0; entry < outputs.size(); entry++) {
      DenseFeatures output = outputs.get(entry);
      for (int node = 0; node < nodes; node++) {
        for (int c = from; c < to; c++) {
          if (wanted(c, precision)) {
            write(output, node, c, buffers.out[entry][c - from][node]);
          }
        }
      }
    }
  }

  /// Bases go first, and more precisely.
  private boolean wanted(int column, double precision) {
    return isBase[column] == (precision == BASE_PRECISION);
  }

  private void column(int column, double precision, float[] x, Buffers buffers) {
    double[] y = buffers.column;
    double magnitude = 0;
    for (int node = 0; node < y.length; node++) {
      y[node] = x[node];
      magnitude += weights[node] * Math.abs(y[node]);
    }
    double threshold = precision * tolerance * magnitude / mass;
    double inherited = 0;
    for (FeatureBases.Part part : bases.parts().get(column)) {
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
  }

  private void write(DenseFeatures output, int node, int column, float own) {
    double value = own;
    for (FeatureBases.Part part : bases.parts().get(column)) {
      value += part.theta() * output.get(node, bases.bases()[part.base()]);
    }
    output.data().set(FLOAT, output.at(node, column), (float) value);
  }
}
