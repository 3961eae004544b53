package io.atp.learn.model.layer;

import io.atp.learn.model.input.NodeFeatures;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Parameter;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.op.AddBias;
import io.atp.learn.tensor.op.Concat;
import io.atp.learn.tensor.op.Dropout;
import io.atp.learn.tensor.op.MatMul;
import io.atp.learn.tensor.op.SliceColumns;
import io.atp.learn.tensor.op.WeightedSum;
import io.atp.learn.tensor.sparse.OperatorPair;
import io.atp.learn.tensor.sparse.SparseOperand;
import io.atp.learn.tensor.sparse.SparsePair;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/// `Y_i = ‖_h Σ_j α^h_ij g^h_j + b`, or the mean over heads h instead of ‖, j over i and its
/// neighbours.
///
/// What turns states into scores α is the [Attention]'s; here are heads, dropout of the input and
/// the bias.
///
/// @param bias as wide as the result
public record AttentionLayer(Attention attention, Shape shape, Parameter bias) {
  /// @param width columns of a head
  /// @param concat whether heads stand side by side; else their mean is taken
  /// @param dropout of the input, of what is gathered, and of coefficients
  /// @param headMasks whether each head drops other entries of the input, or all the same
  public record Shape(
      int in, int heads, int width, boolean concat, double dropout, boolean headMasks) {
    public int out() {
      return concat ? heads * width : width;
    }
  }

  /// Of a layer's states, times a weight: what heads gather and how they weigh it.
  public sealed interface Attention permits StaticAttention, DynamicScores {
    /// n × (heads · width).
    ///
    /// @param project states dropped and multiplied by a weight, head by head
    /// @param values what is gathered, of what there is to gather
    Tensor gather(
        SparsePair neighbours,
        Shape shape,
        Function<Parameter, Tensor> project,
        UnaryOperator<Tensor> values,
        Phase phase);

    List<Parameter> parameters();
  }

  public Tensor apply(Tape tape, OperatorPair neighbours, NodeFeatures features, Phase phase) {
    double dropout = shape.dropout();
    return finish(
        attention.gather(
            neighbours,
            shape,
            weight ->
                masksDiffer(phase)
                    ? features.timesHeads(tape.parameter(weight), shape.heads(), dropout, phase)
                    : features.times(tape.parameter(weight), dropout, phase),
            UnaryOperator.identity(),
            phase));
  }

  public Tensor apply(OperatorPair neighbours, Tensor h, Phase phase) {
    return finish(
        attention.gather(
            neighbours,
            shape,
            weight -> projected(h.tape().weighed(h), h.tape().parameter(weight), phase),
            UnaryOperator.identity(),
            phase));
  }

  /// `ᾱ_j`, the mean of `α_ij · d̂_i` over j and its neighbours i, and over heads: how much of what
  /// others gather is the node's, 1 where they weigh it like any other.
  ///
  /// With ones gathered, the gradient of `Σ_i d̂_i Y_i` at node j is `Σ_i α_ij d̂_i`.
  public double[] received(OperatorPair neighbours, NodeFeatures features, Engine engine) {
    int nodes = neighbours.nodeCount();
    double[] received = new double[nodes];
    try (Tape tape = engine.tape()) {
      Matrix ones = tape.borrow(nodes, shape.heads());
      ones.fill(1);
      Tensor gathered = tape.variable(ones);
      Tensor sums =
          attention.gather(
              neighbours,
              shape,
              weight -> features.times(tape.parameter(weight), 0, Phase.judging()),
              _ -> gathered,
              Phase.judging());
      Matrix degrees = tape.borrow(nodes, shape.heads());
      for (int node = 0; node < nodes; node++) {
        for (int head = 0; head < shape.heads(); head++) {
          degrees.set(node, head, entries(neighbours.plain(), node));
        }
      }
      tape.backward(sums, degrees);
      for (int node = 0; node < nodes; node++) {
        for (int head = 0; head < shape.heads(); head++) {
          received[node] += gathered.gradient().get(node, head);
        }
        received[node] /= (double) shape.heads() * entries(neighbours.transposed(), node);
      }
    }
    return received;
  }

  private static long entries(SparseOperand rows, int row) {
    return rows.offset(row + 1) - rows.offset(row);
  }

  /// While judging nothing is dropped, and all heads are one product.
  private boolean masksDiffer(Phase phase) {
    return phase.isTraining() && shape.headMasks() && shape.heads() > 1 && shape.dropout() > 0;
  }

  private Tensor projected(Tensor h, Tensor weight, Phase phase) {
    if (!masksDiffer(phase)) {
      return MatMul.of(Dropout.of(h, shape.dropout(), phase), weight);
    }
    List<Tensor> parts = new ArrayList<>();
    for (int head = 0; head < shape.heads(); head++) {
      int from = head * shape.width();
      Tensor part = SliceColumns.of(weight, from, from + shape.width());
      parts.add(MatMul.of(Dropout.of(h, shape.dropout(), phase), part));
    }
    return Concat.of(parts);
  }

  private Tensor finish(Tensor gathered) {
    Tape tape = gathered.tape();
    Tensor merged = gathered;
    if (!shape.concat() && shape.heads() > 1) {
      List<Tensor> heads =
          IntStream.range(0, shape.heads())
              .mapToObj(
                  head ->
                      SliceColumns.of(gathered, head * shape.width(), (head + 1) * shape.width()))
              .toList();
      Matrix equal = tape.borrow(1, shape.heads());
      equal.fill(1f / shape.heads());
      merged = WeightedSum.of(heads, tape.constant(equal));
    }
    return AddBias.of(merged, tape.parameter(bias));
  }

  public List<Parameter> parameters() {
    List<Parameter> all = new ArrayList<>(attention.parameters());
    all.add(bias);
    return all;
  }
}
