package io.atp.spark.room;

import io.atp.core.operator.PropagationOperator;
import io.atp.spark.block.GraphBlock;
import java.io.Serializable;

/// ℓ and ρ of a partition's rows, as [PropagationOperator] defines them.
public record OperatorFactors(double[] left, double[] right) implements Serializable {
  public static OperatorFactors of(GraphBlock block, double[] coefficients) {
    double[] left = new double[block.rows()];
    double[] right = new double[block.rows()];
    for (int row = 0; row < left.length; row++) {
      long degree = block.degree(row) + 1L;
      left[row] = PropagationOperator.leftFactor(degree, coefficients[row]);
      right[row] = PropagationOperator.rightFactor(degree, coefficients[row]);
    }
    return new OperatorFactors(left, right);
  }
}
