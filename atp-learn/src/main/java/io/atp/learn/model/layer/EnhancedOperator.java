package io.atp.learn.model.layer;

import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.op.Add;
import io.atp.learn.tensor.op.ScaleRows;
import io.atp.learn.tensor.op.SparseMatMul;
import io.atp.learn.tensor.sparse.SparsePair;
import java.util.function.IntToLongFunction;

/// `(M + λ · diag(M)) · H`: a node listens to itself a little more, so that deep networks do not
/// lose it.
///
/// `diag(M)_i = 1/d̂_i` whatever r is, so ATP does not change what is added.
///
/// @param extra `λ / d̂_i` for each row; empty for λ = 0
public record EnhancedOperator(SparsePair operator, float[] extra) {
  /// @param operator with loops
  /// @param selfLoopedDegree d̂ of each row
  public static EnhancedOperator of(
      SparsePair operator, double lambda, IntToLongFunction selfLoopedDegree) {
    float[] extra = new float[lambda == 0 ? 0 : operator.plain().rows()];
    for (int row = 0; row < extra.length; row++) {
      extra[row] = (float) (lambda / selfLoopedDegree.applyAsLong(row));
    }
    return new EnhancedOperator(operator, extra);
  }

  /// Nothing added.
  public static EnhancedOperator plain(SparsePair operator) {
    return new EnhancedOperator(operator, new float[0]);
  }

  public Tensor apply(Tensor h) {
    Tensor sum = SparseMatMul.of(operator, h);
    return extra.length == 0 ? sum : Add.of(sum, ScaleRows.of(h, extra));
  }
}
