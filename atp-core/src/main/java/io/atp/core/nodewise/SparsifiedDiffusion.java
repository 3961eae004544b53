package io.atp.core.nodewise;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.feature.Features;
import io.atp.core.feature.SparseFeatures;
import io.atp.core.kernel.Kernels;
import io.atp.core.kernel.RowKernels;
import io.atp.core.kernel.RowSource;
import io.atp.core.kernel.WeightedRows;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.propagate.HopCombiner;
import io.atp.core.propagate.PropagationConfig;
import io.atp.core.propagate.RowOrigin;
import io.atp.core.propagate.RowReach;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// GDC: `T = Σ_l h_l M^l` as a matrix, small entries cut, every column divided by its sum.
///
/// A sum-type backbone gets `T·X`, a list its powers `X, T·X, T²·X …`; heat is then spread over the
/// list, so that the last entry has seen the whole time. Column sums of 1 take away the column
/// factor of the operator: with ATP only the row factor is left.
///
/// Columns of T are hops of unit vectors, 64 at a time, so memory is that of the entries kept; time
/// grows with nodes times arcs.
///
/// @param offsets of the rows in `columns`
record SparsifiedDiffusion(int[] offsets, int[] columns, float[] values) {
  /// Beyond so many nodes the matrix is not worth its time; DGC gives the same sum without it.
  public static final int MOST_NODES = 60_000;

  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;
  private static final int PANEL = 64;
  private static final int RANGE = 64;

  /// The kept entries of one column, by increasing row, summing to 1.
  private record Column(int[] rows, float[] values) {}

  static NodeWiseAccount propagate(
      PropagationOperator operator,
      Features features,
      HopWeights weights,
      int[] last,
      FeatureEntry.Kept kept,
      PropagationConfig form,
      List<DenseFeatures> outputs,
      Workspace scratch) {
    boolean list = form.combiner() instanceof HopCombiner.All;
    Schedule schedule = schedule(weights, last, form);
    SparsifiedDiffusion matrix = of(operator, schedule, kept, scratch);
    DenseFeatures x = DenseRows.of(features, scratch);
    if (list) {
      outputs.getFirst().data().copyFrom(x.data());
    }
    for (int entry = list ? 1 : 0; entry < outputs.size(); entry++) {
      DenseFeatures before = entry > 1 ? DenseRows.of(outputs.get(entry - 1), scratch) : x;
      matrix.multiply(before, outputs.get(entry), list ? last : null, entry, scratch);
    }
    long products = Math.max(1, outputs.size() - 1L) * matrix.columns.length * features.width();
    return matrix.account(operator, schedule, products);
  }

  /// @param products entries that were multiplied, beside the arcs that T itself took
  NodeWiseAccount account(PropagationOperator operator, Schedule schedule, long products) {
    long arcs = operator.graph().arcCount() + operator.nodeCount();
    long visits = schedule.hops() * arcs * operator.nodeCount() + products;
    return new NodeWiseAccount(
        schedule.hops(), 0, visits, schedule.hops(), schedule.hops(), columns.length, 0, 0, 0);
  }

  /// How T is summed.
  static Schedule schedule(HopWeights weights, int[] last, PropagationConfig form) {
    boolean list = form.combiner() instanceof HopCombiner.All;
    HopWeights each =
        list && form.hopCount() > 0 && weights instanceof HopWeights.Heat(double time, var _)
            ? new HopWeights.Heat(time / form.hopCount(), 0)
            : weights;
    PropagationConfig one =
        PropagationConfig.of(0, new HopCombiner.Last()).withLazyShare(form.lazyShare());
    return Schedule.of(each, list ? null : last, one);
  }

  /// Row `node` of T, or of its powers where the form is a list.
  static List<RowOrigin> origins(
      PropagationOperator operator,
      Features features,
      HopWeights weights,
      int[] last,
      FeatureEntry.Kept kept,
      PropagationConfig form,
      int node,
      Workspace work) {
    boolean list = form.combiner() instanceof HopCombiner.All;
    SparsifiedDiffusion matrix = of(operator, schedule(weights, last, form), kept, work);
    List<RowOrigin> origins = new ArrayList<>();
    for (int entry = list ? 0 : 1; entry <= (list ? form.hopCount() : 1); entry++) {
      origins.add(matrix.origin(features, list ? last : null, entry, node));
    }
    return origins;
  }

  /// Row `node` of a power of T.
  RowOrigin origin(Features features, int[] last, int entry, int node) {
    double[] row = new double[offsets.length - 1];
    row[node] = 1;
    for (int power = entry; power > 0; power--) {
      row = timesFromLeft(row, last, power);
    }
    return new RowOrigin(
        features,
        RowOrigin.Kind.MATRIX,
        RowReach.single(row),
        new double[] {1},
        Optional.empty(),
        true);
  }

  /// `row · T`; a node that stopped before this entry passes its part on as it is.
  private double[] timesFromLeft(double[] row, int[] last, int entry) {
    double[] product = new double[row.length];
    for (int i = 0; i < row.length; i++) {
      if (last != null && entry > last[i]) {
        product[i] += row[i];
        continue;
      }
      for (int at = offsets[i]; row[i] != 0 && at < offsets[i + 1]; at++) {
        product[columns[at]] += row[i] * values[at];
      }
    }
    return product;
  }

  static SparsifiedDiffusion of(
      PropagationOperator operator, Schedule schedule, FeatureEntry.Kept kept, Workspace work) {
    int nodes = operator.nodeCount();
    Require.that(
        nodes <= MOST_NODES,
        "GDC diffuses from every node and is meant for up to %,d of them, this graph has %,d; dgc"
            + " gives the same sum without a matrix",
        MOST_NODES,
        nodes);
    Column[] all = new Column[nodes];
    for (int from = 0; from < nodes; from += PANEL) {
      int count = Math.min(PANEL, nodes - from);
      try (Workspace scratch = work.quietScratch()) {
        long floats = (long) nodes * count;
        var panel = new DenseFeatures(nodes, count, scratch.allocateFloats(floats));
        Features units = units(nodes, from, count, scratch);
        NodeWisePropagation.exact(operator, units, schedule, 0, List.of(panel), scratch);
        int first = from;
        work.workers().forEachChunk(count, c -> all[first + c] = cut(panel, c, kept));
      }
      work.progress().report("diffuse", from + count, nodes);
    }
    return rows(all);
  }

  /// Columns `[from, from + count)` of the identity.
  private static SparseFeatures units(int nodes, int from, int count, Workspace scratch) {
    MemorySegment offsets = scratch.allocateLongs(nodes + 1L);
    MemorySegment columns = scratch.allocateInts(count);
    MemorySegment ones = scratch.allocateFloats(count);
    for (int row = 0; row <= nodes; row++) {
      offsets.set(LONG, (long) row * Long.BYTES, Math.clamp(row - (long) from, 0, count));
    }
    for (int c = 0; c < count; c++) {
      columns.set(INT, (long) c * Integer.BYTES, c);
      ones.set(FLOAT, (long) c * Float.BYTES, 1);
    }
    return new SparseFeatures(nodes, count, offsets, columns, ones);
  }

  private static Column cut(DenseFeatures panel, int column, FeatureEntry.Kept kept) {
    int[] rows =
        switch (kept) {
          case FeatureEntry.Kept.AtLeast(double weight) -> atLeast(panel, column, weight);
          case FeatureEntry.Kept.Largest(int count) -> largest(panel, column, count);
        };
    double sum = 0;
    for (int row : rows) {
      sum += panel.get(row, column);
    }
    float[] values = new float[rows.length];
    for (int i = 0; i < rows.length; i++) {
      values[i] = (float) (panel.get(rows[i], column) / sum);
    }
    return new Column(rows, values);
  }

  private static int[] atLeast(DenseFeatures panel, int column, double weight) {
    int[] rows = new int[16];
    int count = 0;
    for (int row = 0; row < panel.rows(); row++) {
      if (panel.get(row, column) >= weight) {
        rows = count == rows.length ? Arrays.copyOf(rows, 2 * count) : rows;
        rows[count++] = row;
      }
    }
    return Arrays.copyOf(rows, count);
  }

  private static int[] largest(DenseFeatures panel, int column, int count) {
    int[] reached = atLeast(panel, column, Float.MIN_VALUE);
    if (reached.length <= count) {
      return reached;
    }
    long[] order = new long[reached.length];
    for (int i = 0; i < order.length; i++) {
      // Positive floats are ordered as their bits; the complement puts the largest first.
      long rank = ~Float.floatToRawIntBits(panel.get(reached[i], column)) & 0xFFFFFFFFL;
      order[i] = rank << 31 | reached[i];
    }
    Arrays.sort(order);
    int[] rows = new int[count];
    for (int i = 0; i < count; i++) {
      rows[i] = (int) (order[i] & Integer.MAX_VALUE);
    }
    Arrays.sort(rows);
    return rows;
  }

  /// The columns as rows.
  private static SparsifiedDiffusion rows(Column[] all) {
    int[] offsets = new int[all.length + 1];
    long entries = Arrays.stream(all).mapToLong(column -> column.rows.length).sum();
    Require.that(
        entries <= Integer.MAX_VALUE - 8,
        "the diffusion keeps %,d entries, more than an array can hold; keep fewer",
        entries);
    for (Column column : all) {
      for (int row : column.rows) {
        offsets[row + 1]++;
      }
    }
    for (int row = 0; row < all.length; row++) {
      offsets[row + 1] += offsets[row];
    }
    int[] next = offsets.clone();
    int[] columns = new int[(int) entries];
    float[] values = new float[(int) entries];
    for (int c = 0; c < all.length; c++) {
      for (int i = 0; i < all[c].rows.length; i++) {
        int at = next[all[c].rows[i]]++;
        columns[at] = c;
        values[at] = all[c].values[i];
      }
    }
    return new SparsifiedDiffusion(offsets, columns, values);
  }

  /// `out = T · x`; a node that stopped before this entry keeps its row.
  void multiply(DenseFeatures x, DenseFeatures out, int[] last, int entry, Workspace work) {
    RowKernels kernels = Kernels.active();
    var source = new RowSource(x.data(), x.rows(), x.width(), 0, x.width());
    work.workers()
        .forEachRange(
            x.rows(),
            RANGE,
            (from, to) -> {
              var list = new WeightedRows();
              for (int row = from; row < to; row++) {
                if (last != null && entry > last[row]) {
                  x.copyRow(row, 0, x.width(), out.data(), out.at(row, 0));
                } else {
                  stage(row, list);
                  kernels.gather(source, list, out.data(), out.at(row, 0), false);
                }
              }
            });
  }

  private void stage(int row, WeightedRows list) {
    int count = offsets[row + 1] - offsets[row];
    list.reset(count);
    System.arraycopy(columns, offsets[row], list.rows(), 0, count);
    System.arraycopy(values, offsets[row], list.weights(), 0, count);
    list.count(count);
  }
}
