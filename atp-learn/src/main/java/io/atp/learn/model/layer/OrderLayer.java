package io.atp.learn.model.layer;

import io.atp.learn.model.input.NodeFeatures;
import io.atp.learn.tensor.Parameter;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.init.Initialiser;
import io.atp.learn.tensor.op.AddBias;
import io.atp.learn.tensor.op.Concat;
import io.atp.learn.tensor.op.Dropout;
import io.atp.learn.tensor.op.MatMul;
import io.atp.learn.tensor.op.Relu;
import io.atp.learn.tensor.op.SliceColumns;
import io.atp.learn.tensor.op.SparseMatMul;
import io.atp.learn.tensor.sparse.SparsePair;
import java.util.ArrayList;
import java.util.List;

/// `[F_0 ‖ … ‖ F_k]` with `F_j = norm(ReLU(M^j · drop(H) · W_j + b_j))`: a layer of order k of
/// GraphSAINT. A norm standardises each row, with a scale and a shift of its own.
///
/// All weights are met in one product, so that every F_j sees H with the same entries dropped.
public record OrderLayer(
    List<Parameter> weights, List<Parameter> biases, List<RowNormLayer> norms) {
  private static final double EPSILON = 1e-9;

  /// @param out columns of each F_j
  public static OrderLayer create(ParameterStore store, String name, int in, int out, int order) {
    List<Parameter> weights = new ArrayList<>();
    List<Parameter> biases = new ArrayList<>();
    List<RowNormLayer> norms = new ArrayList<>();
    for (int j = 0; j <= order; j++) {
      String branch = name + ".order" + j;
      weights.add(store.create(branch + ".weight", in, out, new Initialiser.GlorotUniform(1)));
      biases.add(store.create(branch + ".bias", 1, out, new Initialiser.Constant(0)));
      norms.add(RowNormLayer.create(store, branch + ".norm", out, EPSILON));
    }
    return new OrderLayer(weights, biases, norms);
  }

  public Tensor apply(SparsePair operator, Tensor h, double dropout, Phase phase) {
    return branches(operator, MatMul.of(Dropout.of(h, dropout, phase), weight(h.tape())));
  }

  /// The first layer, on all nodes.
  public Tensor apply(
      Tape tape, SparsePair operator, NodeFeatures features, double dropout, Phase phase) {
    return branches(operator, features.times(weight(tape), dropout, phase));
  }

  /// The first layer, on some.
  public Tensor apply(
      Tape tape,
      SparsePair operator,
      NodeFeatures features,
      int[] nodes,
      double dropout,
      Phase phase) {
    return branches(operator, features.times(nodes, weight(tape), dropout, phase));
  }

  private Tensor weight(Tape tape) {
    return weights.size() == 1
        ? tape.parameter(weights.getFirst())
        : Concat.of(weights.stream().map(tape::parameter).toList());
  }

  private Tensor branches(SparsePair operator, Tensor product) {
    int width = product.columns() / weights.size();
    List<Tensor> parts = new ArrayList<>();
    for (int j = 0; j < weights.size(); j++) {
      Tensor part =
          weights.size() == 1 ? product : SliceColumns.of(product, j * width, (j + 1) * width);
      for (int hop = 0; hop < j; hop++) {
        part = SparseMatMul.of(operator, part);
      }
      part = AddBias.of(part, part.tape().parameter(biases.get(j)));
      parts.add(norms.get(j).apply(Relu.of(part)));
    }
    return parts.size() == 1 ? parts.getFirst() : Concat.of(parts);
  }

  /// Columns of the result.
  public int width() {
    return weights.size() * weights.getFirst().value().columns();
  }

  public List<Parameter> parameters() {
    List<Parameter> all = new ArrayList<>(weights);
    all.addAll(biases);
    norms.forEach(norm -> all.addAll(norm.parameters()));
    return all;
  }
}
