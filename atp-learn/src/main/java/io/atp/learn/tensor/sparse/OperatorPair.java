package io.atp.learn.tensor.sparse;

import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.Surroundings;
import io.atp.core.graph.Transpose;
import io.atp.core.kernel.WeightedRows;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.runtime.NativeView;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.Arena;
import java.util.Arrays;

/// `P̃ = diag(ℓ) (A + I) diag(ρ)` and `P̃ᵀ = diag(ρ) (Aᵀ + I) diag(ℓ)`.
///
/// A symmetric topology serves both sides and only the factors change places; a directed one is
/// reversed once.
public final class OperatorPair implements SparsePair {
  private final OperatorRows plain;
  private final OperatorRows transposed;

  private OperatorPair(OperatorRows plain, OperatorRows transposed) {
    this.plain = plain;
    this.transposed = transposed;
  }

  /// A reversed topology lives in the workspace, which must not outlive the graph.
  public static OperatorPair of(PropagationOperator operator, Workspace work) {
    float[] left = floats(operator.left());
    float[] right = floats(operator.right());
    CsrGraph graph = view(operator.graph(), work.arena());
    CsrGraph reversed =
        graph.symmetric() ? graph : view(operator.transpose(work).graph(), work.arena());
    return new OperatorPair(
        new OperatorRows(graph, left, right), new OperatorRows(reversed, right, left));
  }

  /// A + I itself, every entry 1: whom each node listens to, for ops that bring weights of their
  /// own.
  public static OperatorPair selfLooped(CsrGraph graph, Workspace work) {
    float[] ones = new float[graph.nodeCount()];
    Arrays.fill(ones, 1);
    CsrGraph rows = view(graph, work.arena());
    CsrGraph reversed = graph.symmetric() ? rows : view(Transpose.of(graph, work), work.arena());
    return new OperatorPair(
        new OperatorRows(rows, ones, ones), new OperatorRows(reversed, ones, ones));
  }

  /// The rows of P̃ that a part of its graph has, with the factors they have in the whole.
  ///
  /// @param work must not outlive the part
  public OperatorPair restrict(Surroundings part, Workspace work) {
    float[] left = select(plain.left(), part.nodes());
    float[] right = select(plain.right(), part.nodes());
    CsrGraph rows = view(part.graph(), work.arena());
    CsrGraph reversed = view(Transpose.of(part.graph(), work), work.arena());
    return new OperatorPair(
        new OperatorRows(rows, left, right), new OperatorRows(reversed, right, left));
  }

  /// Some rows of P̃ as a matrix over some columns, which hold every node these rows name. Sums are
  /// rounded as in the whole.
  ///
  /// @param rows nodes
  /// @param columns nodes, increasing
  public SparsePair block(int[] rows, int[] columns) {
    int[] places = new int[nodeCount()];
    for (int i = 0; i < columns.length; i++) {
      places[columns[i]] = i;
    }
    int[] offsets = new int[rows.length + 1];
    for (int i = 0; i < rows.length; i++) {
      long entries = plain.offset(rows[i] + 1) - plain.offset(rows[i]);
      offsets[i + 1] = Math.toIntExact(offsets[i] + entries);
    }
    int[] columnIds = new int[offsets[rows.length]];
    float[] weights = new float[columnIds.length];
    float[] left = new float[rows.length];
    var list = new WeightedRows();
    for (int i = 0; i < rows.length; i++) {
      plain.stage(rows[i], list);
      left[i] = list.scale();
      for (int k = 0; k < list.count(); k++) {
        columnIds[offsets[i] + k] = places[list.rows()[k]];
        weights[offsets[i] + k] = list.weights()[k];
      }
    }
    return new ScaledRows(new SparseRows(offsets, columnIds, weights, columns.length), left);
  }

  private static float[] select(float[] all, int[] nodes) {
    float[] some = new float[nodes.length];
    for (int i = 0; i < nodes.length; i++) {
      some[i] = all[nodes[i]];
    }
    return some;
  }

  static CsrGraph view(CsrGraph graph, Arena arena) {
    return CsrGraph.of(
        NativeView.of(graph.offsets(), arena),
        NativeView.of(graph.targets(), arena),
        graph.symmetric());
  }

  private static float[] floats(double[] numbers) {
    float[] floats = new float[numbers.length];
    for (int i = 0; i < floats.length; i++) {
      floats[i] = (float) numbers[i];
    }
    return floats;
  }

  public int nodeCount() {
    return plain.rows();
  }

  @Override
  public SparseOperand plain() {
    return plain;
  }

  @Override
  public SparseOperand transposed() {
    return transposed;
  }
}
