package io.atp.learn.model.input;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.feature.FeatureRows;
import io.atp.core.feature.Features;
import io.atp.core.feature.SparseFeatures;
import io.atp.core.runtime.NativeView;
import io.atp.core.runtime.Workspace;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.op.Concat;
import io.atp.learn.tensor.op.Dropout;
import io.atp.learn.tensor.op.MatMul;
import io.atp.learn.tensor.op.RowMix;
import io.atp.learn.tensor.op.SliceColumns;
import io.atp.learn.tensor.op.SparseHeads;
import io.atp.learn.tensor.op.SparseMatMul;
import io.atp.learn.tensor.op.SpreadProduct;
import io.atp.learn.tensor.sparse.SparseDropout;
import io.atp.learn.tensor.sparse.SparseMatrix;
import io.atp.learn.tensor.sparse.SparsePair;
import io.atp.learn.tensor.sparse.SparseRows;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// X as a first layer meets it, `drop(X)·W`, for all nodes or for some.
///
/// Sparse features stay sparse: the product costs their entries, and dropout draws for those only.
public sealed interface NodeFeatures
    permits NodeFeatures.Sparse, NodeFeatures.Full, FollowedFeatures {
  int rows();

  int width();

  /// `drop(X)·W`.
  Tensor times(Tensor weight, double dropout, Phase phase);

  /// `[drop_1(X)·W_1 ‖ drop_2(X)·W_2 ‖ …]`: the columns of W belong to heads, equally many to each,
  /// and each head drops other entries.
  default Tensor timesHeads(Tensor weight, int heads, double dropout, Phase phase) {
    int width = weight.columns() / heads;
    List<Tensor> parts = new ArrayList<>();
    for (int head = 0; head < heads; head++) {
      Tensor part = SliceColumns.of(weight, head * width, (head + 1) * width);
      parts.add(times(part, dropout, phase));
    }
    return Concat.of(parts);
  }

  /// [#times] for the rows chosen, in their order.
  Tensor times(int[] nodes, Tensor weight, double dropout, Phase phase);

  /// `M·drop(X)·W`: W first, unless rows are such that the other order spreads fewer columns.
  default Tensor spread(SparsePair operator, Tensor weight, double dropout, Phase phase) {
    return SparseMatMul.of(operator, times(weight, dropout, phase));
  }

  /// `B·drop(X_sources)·W` for a part B of an operator, which has fewer rows than columns as a
  /// rule.
  ///
  /// @param sources the node of each column of B
  default Tensor spread(
      SparsePair block, int[] sources, Tensor weight, double dropout, Phase phase) {
    return SparseMatMul.of(block, times(sources, weight, dropout, phase));
  }

  /// `Σ_j w_ij x_j` for every row of the batch, as a constant.
  Tensor mix(Tape tape, RowBatch rows);

  /// Some rows as features of their own.
  NodeFeatures select(int[] nodes, Workspace work);

  static NodeFeatures of(Features features, Workspace work) {
    if (features instanceof SparseFeatures sparse) {
      return new Sparse(sparse, SparseMatrix.of(sparse, work));
    }
    DenseFeatures dense = Dense.of(features, work);
    return new Full(
        new Matrix(dense.rows(), dense.width(), NativeView.of(dense.data(), work.arena())));
  }

  /// W comes first in every product: M·X would not be sparse for long.
  ///
  /// @param all the same entries, as a factor
  record Sparse(SparseFeatures features, SparseMatrix all) implements NodeFeatures {
    @Override
    public int rows() {
      return features.rows();
    }

    @Override
    public int width() {
      return features.width();
    }

    @Override
    public Tensor times(Tensor weight, double dropout, Phase phase) {
      return SparseMatMul.of(all, weight, SparseDropout.of(dropout, phase));
    }

    @Override
    public Tensor timesHeads(Tensor weight, int heads, double dropout, Phase phase) {
      List<SparseDropout> masks = new ArrayList<>();
      for (int head = 0; head < heads; head++) {
        masks.add(SparseDropout.of(dropout, phase));
      }
      return SparseHeads.of(all, weight, masks);
    }

    @Override
    public Tensor times(int[] nodes, Tensor weight, double dropout, Phase phase) {
      return SparseMatMul.of(select(nodes), weight, SparseDropout.of(dropout, phase));
    }

    @Override
    public Tensor mix(Tape tape, RowBatch rows) {
      Matrix sums = tape.borrow(rows.rows(), width());
      tape.engine()
          .workers()
          .forEachRange(
              rows.rows(),
              64,
              (from, to) -> {
                float[] sum = new float[width()];
                for (int row = from; row < to; row++) {
                  Arrays.fill(sum, 0);
                  for (int at = rows.offsets()[row]; at < rows.offsets()[row + 1]; at++) {
                    add(rows.columns()[at], rows.weights()[at], sum);
                  }
                  MemorySegment.copy(
                      sum, 0, sums.data(), ValueLayout.JAVA_FLOAT_UNALIGNED, sums.at(row), width());
                }
              });
      return tape.constant(sums);
    }

    @Override
    public NodeFeatures select(int[] nodes, Workspace work) {
      return NodeFeatures.of(FeatureRows.select(features, nodes, work), work);
    }

    private void add(int node, float weight, float[] sum) {
      if (weight == 0) {
        return;
      }
      for (long at = features.offset(node), end = features.offset(node + 1); at < end; at++) {
        sum[features.column(at)] += weight * features.value(at);
      }
    }

    /// On the heap: a batch's rows come and go.
    private SparsePair select(int[] nodes) {
      int[] offsets = new int[nodes.length + 1];
      for (int i = 0; i < nodes.length; i++) {
        long entries = features.offset(nodes[i] + 1) - features.offset(nodes[i]);
        offsets[i + 1] = Math.toIntExact(offsets[i] + entries);
      }
      int[] columns = new int[offsets[nodes.length]];
      float[] values = new float[columns.length];
      for (int i = 0; i < nodes.length; i++) {
        features.copyEntries(nodes[i], columns, values, offsets[i]);
      }
      return new SparseRows(offsets, columns, values, width());
    }
  }

  record Full(Matrix matrix) implements NodeFeatures {
    @Override
    public int rows() {
      return matrix.rows();
    }

    @Override
    public int width() {
      return matrix.columns();
    }

    @Override
    public Tensor times(Tensor weight, double dropout, Phase phase) {
      Tensor x = weight.tape().constant(matrix);
      return MatMul.of(Dropout.of(x, dropout, phase), weight);
    }

    @Override
    public Tensor times(int[] nodes, Tensor weight, double dropout, Phase phase) {
      return MatMul.of(Dropout.of(select(weight.tape(), nodes), dropout, phase), weight);
    }

    private Tensor select(Tape tape, int[] nodes) {
      return new HopInputs(List.of(dense())).rows(tape, 0, nodes);
    }

    private DenseFeatures dense() {
      return new DenseFeatures(rows(), width(), matrix.data());
    }

    @Override
    public NodeFeatures select(int[] nodes, Workspace work) {
      return NodeFeatures.of(FeatureRows.select(dense(), nodes, work), work);
    }

    @Override
    public Tensor spread(SparsePair operator, Tensor weight, double dropout, Phase phase) {
      Tensor x = Dropout.of(weight.tape().constant(matrix), dropout, phase);
      return SpreadProduct.of(operator, x, weight);
    }

    @Override
    public Tensor spread(
        SparsePair block, int[] sources, Tensor weight, double dropout, Phase phase) {
      Tensor x = Dropout.of(select(weight.tape(), sources), dropout, phase);
      return SpreadProduct.of(block, x, weight);
    }

    @Override
    public Tensor mix(Tape tape, RowBatch rows) {
      var mix = new SparseRows(rows.offsets(), rows.columns(), rows.weights(), rows());
      return RowMix.of(mix, tape.constant(matrix));
    }
  }
}
