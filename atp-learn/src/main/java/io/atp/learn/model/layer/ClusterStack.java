package io.atp.learn.model.layer;

import io.atp.learn.tensor.Parameter;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.init.Initialiser;
import io.atp.learn.tensor.op.Add;
import io.atp.learn.tensor.op.Concat;
import io.atp.learn.tensor.op.Dropout;
import io.atp.learn.tensor.op.MatMul;
import io.atp.learn.tensor.op.Relu;
import io.atp.learn.tensor.op.SliceRows;
import java.util.ArrayList;
import java.util.List;

/// `H_{l+1} = ReLU(norm(drop([M·H_l ‖ H_l]) · W_l))`, the last layer without norm and ReLU; no
/// biases, Glorot weights. Either of `‖ H_l` and `norm` may be left out.
///
/// The first layer is `M·(drop(X) W_a) + drop(X) W_b`, W_a the upper half of its weights, so that
/// sparse features stay sparse.
///
/// @param norms none where rows are not normalised
public record ClusterStack(
    List<Parameter> weights, List<RowNormLayer> norms, boolean concatenate, double dropout) {
  private static final double EPSILON = 1e-9;

  /// @param widths of the features, hidden layers and outputs
  public static ClusterStack create(
      ParameterStore store, int[] widths, boolean concatenate, boolean norm, double dropout) {
    List<Parameter> weights = new ArrayList<>();
    List<RowNormLayer> norms = new ArrayList<>();
    for (int l = 0; l + 1 < widths.length; l++) {
      int in = concatenate ? 2 * widths[l] : widths[l];
      var start = new Initialiser.GlorotUniform(1);
      weights.add(store.create("layer" + l + ".weight", in, widths[l + 1], start));
      if (norm && l + 2 < widths.length) {
        norms.add(RowNormLayer.create(store, "norm" + l, widths[l + 1], EPSILON));
      }
    }
    return new ClusterStack(weights, norms, concatenate, dropout);
  }

  /// A row for each node in view.
  public Tensor apply(Tape tape, ClusterView view, Phase phase) {
    Tensor h = first(tape.parameter(weights.getFirst()), view, phase);
    for (int l = 1; l < weights.size(); l++) {
      h = Relu.of(norms.isEmpty() ? h : norms.get(l - 1).apply(h));
      Tensor heard = view.operator().apply(tape.weighed(h));
      Tensor both = concatenate ? Concat.of(heard, h) : heard;
      h = MatMul.of(Dropout.of(both, dropout, phase), tape.parameter(weights.get(l)));
    }
    return h;
  }

  private Tensor first(Tensor weight, ClusterView view, Phase phase) {
    if (!concatenate) {
      return view.heard(weight, dropout, phase);
    }
    int half = weight.rows() / 2;
    return Add.of(
        view.heard(SliceRows.of(weight, 0, half), dropout, phase),
        view.own(SliceRows.of(weight, half, 2 * half), dropout, phase));
  }

  public List<Parameter> parameters() {
    List<Parameter> all = new ArrayList<>(weights);
    norms.forEach(norm -> all.addAll(norm.parameters()));
    return all;
  }
}
