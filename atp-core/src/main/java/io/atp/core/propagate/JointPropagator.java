package io.atp.core.propagate;

import io.atp.core.feature.ComputedFeatures;
import io.atp.core.feature.DenseFeatures;
import io.atp.core.feature.Features;
import io.atp.core.graph.CsrGraph;
import io.atp.core.kernel.Kernels;
import io.atp.core.kernel.RowKernels;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// The same features after hops of several operators on one topology, in one walk over it.
///
/// `P̃ᵏX = diag(right)⁻¹ · Wᵏ · diag(right) X`, and `W = D̂⁻¹Â` is the same for every R̃: the
/// columns of each operator's `diag(right) X` lie side by side and travel together. The bytes are
/// those of [Propagator] and [RowPropagator] for each operator alone.
///
/// A gather then brings rows of all operators for one look at the topology, which pays where
/// features are so narrow that a row of theirs is less than what an access moves.
public final class JointPropagator {
  private final RowKernels kernels = Kernels.active();
  private final Features features;
  private final int[] rows; // kept ones, or null
  private final List<HopFactors> factors = new ArrayList<>();
  private final List<HopFeatures> results = new ArrayList<>();

  private JointPropagator(
      List<PropagationOperator> operators,
      Features features,
      PropagationConfig config,
      int[] rows,
      Workspace work) {
    this.features = features;
    this.rows = rows;
    int kept = rows == null ? features.rows() : rows.length;
    for (PropagationOperator operator : operators) {
      factors.add(HopFactors.of(operator, config));
      results.add(HopFeatures.allocate(config.outputCount(), kept, features.width(), work));
    }
  }

  /// Whether two operators can go together: on one topology, and with factors of a hop that round
  /// to the same floats, which nearly all do.
  public static boolean joins(
      PropagationOperator one, PropagationOperator other, PropagationConfig config) {
    return one.graph() == other.graph()
        && Arrays.equals(HopFactors.of(one, config).step(), HopFactors.of(other, config).step());
  }

  /// @param operators of which any two join
  /// @param rows nodes whose rows are kept, rising; null for all
  /// @return by operator
  public static List<HopFeatures> propagate(
      List<PropagationOperator> operators,
      Features features,
      PropagationConfig config,
      int[] rows,
      Workspace work) {
    return new JointPropagator(operators, features, config, rows, work)
        .run(operators.getFirst().graph(), config, work);
  }

  private List<HopFeatures> run(CsrGraph graph, PropagationConfig asked, Workspace work) {
    int nodes = features.rows();
    ComputedFeatures joined =
        new ComputedFeatures(nodes, width() * factors.size(), this::copyEntering, Map.of());
    BlockConfig config =
        BlockConfig.of(Propagator.within(work, graph, joined, asked)).withRows(rows);
    if (config.keepsFeatures()) {
      for (HopFeatures result : results) {
        RowPropagator.gather(features, rows, result.hop(0), work);
      }
    }
    float[] ones = new float[nodes];
    Arrays.fill(ones, 1);
    var walk = new HopFactors(ones, factors.getFirst().step(), ones);
    BlockPlan plan = BlockPlan.beside(walk, graph, joined, config);
    List<ColumnRange> todo = ColumnRange.missing(List.of(), joined.width(), plan.width());
    BlockPropagator.propagate(graph, walk, joined, config, plan, todo, sink(), work);
    return results;
  }

  private int width() {
    return features.width();
  }

  /// A part of `[from, to)` that belongs to one operator.
  private interface Part {
    void take(int operator, int column, int columns, int before);
  }

  private void forEachOperator(int from, int to, Part part) {
    for (int at = from; at < to; ) {
      int operator = at / width();
      int end = Math.min(to, (operator + 1) * width());
      part.take(operator, at - operator * width(), end - at, at - from);
      at = end;
    }
  }

  /// `right_i · x_i` of one operator after the other.
  private void copyEntering(int node, int fromColumn, int columns, MemorySegment into, long at) {
    forEachOperator(
        fromColumn,
        fromColumn + columns,
        (operator, column, count, before) -> {
          long place = at + (long) before * Float.BYTES;
          features.copyRow(node, column, count, into, place);
          kernels.scaled(into, place, into, place, count, factors.get(operator).enter()[node]);
        });
  }

  /// `X_i = Y_i / right_i`, each into the results of its operator.
  private BlockSink sink() {
    return new BlockSink() {
      @Override
      public void write(int result, ColumnRange range, int from, int to, MemorySegment packed) {
        forEachOperator(
            range.from(),
            range.to(),
            (operator, column, count, before) -> {
              DenseFeatures into = results.get(operator).hop(result);
              float[] leave = factors.get(operator).leave();
              for (int i = from; i < to; i++) {
                long at = ((long) (i - from) * range.columns() + before) * Float.BYTES;
                float factor = leave[rows == null ? i : rows[i]];
                kernels.scaled(into.data(), into.at(i, column), packed, at, count, factor);
              }
              into.release(from, to, column, count);
            });
      }

      @Override
      public void finished(ColumnRange columns) {}
    };
  }
}
