package io.atp.learn.model.input;

import io.atp.core.nodewise.HopSum;
import io.atp.core.nodewise.MatrixSum;
import io.atp.core.nodewise.NodeWiseSum;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.runtime.Workspace;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.op.Propagate;
import io.atp.learn.tensor.op.WeightedWalk;
import io.atp.learn.tensor.sparse.OperatorPair;
import io.atp.learn.tensor.sparse.SparseDropout;
import io.atp.learn.tensor.sparse.SparseRows;

/// Spreads what was learned, from H to Z, with gradients.
@FunctionalInterface
public interface Walk {
  Tensor spread(Tensor h, Phase phase);

  /// `Z = W H`.
  ///
  /// @param sum W, made from this operator
  /// @param dropout on entries of the operator in each hop, or of W where it is a matrix
  static Walk of(NodeWiseSum sum, PropagationOperator operator, double dropout, Workspace work) {
    return switch (sum) {
      case HopSum hops -> {
        OperatorPair pair = OperatorPair.of(operator, work);
        yield (h, phase) ->
            WeightedWalk.of(pair, h, hops.hops(), hops::weight, hops.lazyShare(), dropout, phase);
      }
      case MatrixSum matrix -> {
        var rows =
            new SparseRows(
                matrix.offsets(), matrix.columns(), matrix.values(), operator.nodeCount());
        yield (h, phase) -> Propagate.of(rows, h, SparseDropout.of(dropout, phase));
      }
    };
  }
}
