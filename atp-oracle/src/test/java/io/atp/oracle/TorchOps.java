package io.atp.oracle;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import java.util.Arrays;
import java.util.List;

/// What DJL lacks, composed of what it has, so that PyTorch's own autograd goes back through it.
final class TorchOps {
  private TorchOps() {}

  static NDArray array(NDManager manager, float[][] rows) {
    int columns = rows.length == 0 ? 0 : rows[0].length;
    float[] flat = new float[rows.length * columns];
    for (int i = 0; i < rows.length; i++) {
      System.arraycopy(rows[i], 0, flat, i * columns, columns);
    }
    return manager.create(flat, new Shape(rows.length, columns));
  }

  /// A constant in the memory of another array.
  static NDArray beside(NDArray x, float[][] rows) {
    return array(x.getManager(), rows);
  }

  static NDArray column(NDArray x, float[] entries) {
    return x.getManager().create(entries, new Shape(entries.length, 1));
  }

  static NDArray relu(NDArray x) {
    return x.getNDArrayInternal().relu();
  }

  static NDArray leakyRelu(NDArray x, double slope) {
    return x.getNDArrayInternal().leakyRelu((float) slope);
  }

  static NDArray elu(NDArray x) {
    return x.getNDArrayInternal().elu(1);
  }

  static NDArray sigmoid(NDArray x) {
    return x.getNDArrayInternal().sigmoid();
  }

  /// `max(x, 0) + s · min(x, 0)`.
  static NDArray prelu(NDArray x, NDArray slope) {
    return relu(x).sub(relu(x.neg()).mul(slope));
  }

  static NDArray linear(NDArray x, NDArray weight, NDArray bias) {
    return x.matMul(weight).add(bias);
  }

  /// DJL answers for one part with a copy that lost its gradient.
  static NDArray concat(List<NDArray> parts) {
    return parts.size() == 1 ? parts.getFirst() : NDArrays.concat(new NDList(parts), 1);
  }

  /// `Σ_j a_ij · b_ij`, n × 1.
  static NDArray rowDot(NDArray a, NDArray b) {
    return a.mul(b).sum(new int[] {1}, true);
  }

  /// Rows of x by number: `index_select`, through the product with a matrix of 0 and 1.
  static NDArray rows(NDArray x, int[] rows) {
    int n = Math.toIntExact(x.getShape().get(0));
    return beside(x, Numbers.oneHot(rows, n)).matMul(x);
  }

  /// `index_add` of the rows of x into zeros, through the transpose of the same matrix.
  static NDArray indexAdd(NDArray x, int[] to, int rows) {
    return beside(x, Numbers.oneHot(to, rows)).transpose().matMul(x);
  }

  /// PyTorch's definition, `Σ w_i · (−x_i,yᵢ) / Σ w_i`.
  static NDArray nll(NDArray logProbabilities, int[] classes, float[] classWeights) {
    float[][] picked = Numbers.oneHot(classes, classWeights.length);
    float total = 0;
    for (int i = 0; i < classes.length; i++) {
      picked[i][classes[i]] = classWeights[classes[i]];
      total += classWeights[classes[i]];
    }
    return logProbabilities.mul(beside(logProbabilities, picked)).sum().div(-total);
  }

  static NDArray crossEntropy(NDArray logits, int[] classes) {
    float[] ones = new float[Math.toIntExact(logits.getShape().get(1))];
    Arrays.fill(ones, 1);
    return nll(logits.logSoftmax(1), classes, ones);
  }

  /// With ε 1e-5 and momentum 0.1, PyTorch's defaults; follows `mean` and `variance` while
  /// training. DJL hands PyTorch 1 − momentum, hence 0.9.
  static NDArray batchNorm(
      NDArray x, NDArray scale, NDArray shift, NDArray mean, NDArray variance, boolean training) {
    return x.getNDArrayInternal()
        .batchNorm(x, mean, variance, flat(scale), flat(shift), 1, 0.9f, 1e-5f, training)
        .singletonOrThrow();
  }

  static NDArray layerNorm(NDArray x, NDArray scale, NDArray shift) {
    return layerNorm(x, scale, shift, 1e-5f);
  }

  static NDArray layerNorm(NDArray x, NDArray scale, NDArray shift, float epsilon) {
    return x.getNDArrayInternal()
        .layerNorm(x, new Shape(x.getShape().get(1)), flat(scale), flat(shift), epsilon)
        .singletonOrThrow();
  }

  static NDArray flat(NDArray x) {
    return x.reshape(x.size());
  }
}
