package io.atp.learn.model.layer;

import io.atp.core.operator.PropagationOperator;
import io.atp.learn.model.input.NodeFeatures;
import io.atp.learn.sample.CumulativeWeights;
import io.atp.learn.sample.LayerBlock;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Parameter;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.init.Initialiser;
import io.atp.learn.tensor.op.AddBias;
import io.atp.learn.tensor.op.InverseShares;
import io.atp.learn.tensor.op.Multiply;
import io.atp.learn.tensor.op.Relu;
import io.atp.learn.tensor.op.ScaleRows;
import io.atp.learn.tensor.op.Sum;
import java.util.List;
import java.util.stream.IntStream;

/// `q(u) ∝ √(Σ_v M_vu²) · a(u) · g(u)` over the neighbours u of the nodes v above, `g(u) =
/// ReLU(w₀ᵀx_u) + 1`, `a(u) = ReLU(Σ_v w₁ᵀx_v + w₀ᵀx_u) + 1`.
///
/// The best q there is has the length of u's hidden state for g·a. (The division of a by the number
/// of nodes falls out of q.)
public record LearnedSampler(Parameter own, Parameter above) {
  public static LearnedSampler create(ParameterStore store, String name, int width) {
    Initialiser start = new Initialiser.GlorotUniform(1);
    return new LearnedSampler(
        store.create(name + ".own", width, 1, start),
        store.create(name + ".above", width, 1, start));
  }

  public List<Parameter> parameters() {
    return List.of(own, above);
  }

  /// t draws with replacement.
  public Drawn draw(
      Tape tape,
      PropagationOperator operator,
      NodeFeatures features,
      int[] targets,
      int samples,
      long seed) {
    int[] candidates = LayerBlock.reach(operator.graph(), targets);
    double[] squares = LayerBlock.squaredColumns(operator, targets, candidates);
    Tensor weights = weights(tape, features, targets, candidates, squares);
    var q =
        new CumulativeWeights(
            IntStream.range(0, candidates.length)
                .mapToDouble(place -> weights.value().get(place, 0))
                .toArray());
    CumulativeWeights.Drawn drawn = q.draw(samples, seed);
    int[] places = drawn.places();
    LayerBlock block =
        LayerBlock.of(
            operator,
            targets,
            IntStream.of(places).map(place -> candidates[place]).toArray(),
            k -> drawn.counts()[k] / (samples * q.probability(places[k])));
    return new Drawn(block, weights, q, drawn, squares);
  }

  private Tensor weights(
      Tape tape, NodeFeatures features, int[] targets, int[] candidates, double[] squares) {
    Tensor one = tape.constant(tape.borrow(1, 1));
    one.value().fill(1);
    Phase sure = Phase.judging();
    Tensor x = features.times(candidates, tape.parameter(own), 0, sure);
    Tensor fromAbove = Sum.of(features.times(targets, tape.parameter(above), 0, sure));
    Tensor g = AddBias.of(Relu.of(x), one);
    Tensor a = AddBias.of(Relu.of(AddBias.of(x, fromAbove)), one);
    float[] norms = new float[squares.length];
    for (int place = 0; place < norms.length; place++) {
      norms[place] = (float) Math.sqrt(squares[place]);
    }
    return ScaleRows.of(Multiply.of(a, g), norms);
  }

  /// @param block estimates the rows of M
  /// @param weights of the candidates, on the tape
  /// @param q the chances they were drawn with
  /// @param squares `Σ_v M_vu²` of the candidates
  public record Drawn(
      LayerBlock block,
      Tensor weights,
      CumulativeWeights q,
      CumulativeWeights.Drawn draws,
      double[] squares) {
    /// An estimate of `(1/t) Σ_v Σ_u ‖M_vu h_u‖² / q(u)`, with a gradient for the sampler. The
    /// variance of the block's product with h is this less `(1/t) Σ_v ‖Σ_u M_vu h_u‖²`, which no q
    /// changes.
    ///
    /// @param states h, a row for each source of the block
    public Tensor secondMoment(Matrix states) {
      double[] amounts = new double[squares.length];
      double samples = IntStream.of(draws.counts()).sum();
      for (int k = 0; k < draws.places().length; k++) {
        int place = draws.places()[k];
        double share = draws.counts()[k] / (samples * q.probability(place));
        amounts[place] = share * squares[place] * squaredLength(states, k) / samples;
      }
      return InverseShares.of(weights, amounts);
    }

    private static double squaredLength(Matrix states, int row) {
      double sum = 0;
      for (float value : states.row(row)) {
        sum += (double) value * value;
      }
      return sum;
    }
  }
}
