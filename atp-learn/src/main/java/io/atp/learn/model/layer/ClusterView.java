package io.atp.learn.model.layer;

import io.atp.learn.model.input.GraphInputs;
import io.atp.learn.model.input.NodeFeatures;
import io.atp.learn.sample.LayerBlock;
import io.atp.learn.sample.Subgraph;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.op.Add;
import io.atp.learn.tensor.op.Scale;
import io.atp.learn.tensor.op.SparseMatMul;
import io.atp.learn.tensor.sparse.SparsePair;
import java.util.Optional;

/// What layers see of a graph: all of it, or the part a step was drawn.
public sealed interface ClusterView {
  /// The operator of every layer but a precalculated one.
  EnhancedOperator operator();

  /// `drop(X) · W` of the nodes in view.
  Tensor own(Tensor weight, double dropout, Phase phase);

  /// What the nodes in view hear of `drop(X) · W` in the first layer.
  Tensor heard(Tensor weight, double dropout, Phase phase);

  /// @param sums A + I where the first layer is precalculated
  record Whole(NodeFeatures features, EnhancedOperator operator, Optional<SparsePair> sums)
      implements ClusterView {
    @Override
    public Tensor own(Tensor weight, double dropout, Phase phase) {
      return features.times(weight, dropout, phase);
    }

    @Override
    public Tensor heard(Tensor weight, double dropout, Phase phase) {
      Tensor x = own(weight, dropout, phase);
      return sums.map(all -> Add.of(SparseMatMul.of(all, x), Scale.of(x, -1)))
          .orElseGet(() -> operator.apply(x));
    }
  }

  /// @param nodes in view
  /// @param sums rows of A for the nodes, over all their neighbours in the whole graph, where the
  ///   first layer is precalculated
  record Part(
      NodeFeatures features, int[] nodes, EnhancedOperator operator, Optional<LayerBlock> sums)
      implements ClusterView {
    public static Part of(
        GraphInputs whole, Subgraph part, EnhancedOperator operator, boolean precalculated) {
      Optional<LayerBlock> sums =
          precalculated
              ? Optional.of(LayerBlock.sums(whole.graph(), part.nodes()))
              : Optional.empty();
      return new Part(whole.features(), part.nodes(), operator, sums);
    }

    @Override
    public Tensor own(Tensor weight, double dropout, Phase phase) {
      return features.times(nodes, weight, dropout, phase);
    }

    @Override
    public Tensor heard(Tensor weight, double dropout, Phase phase) {
      return sums.map(all -> features.spread(all.sources(), all.weights(), weight, dropout, phase))
          .orElseGet(() -> operator.apply(own(weight, dropout, phase)));
    }
  }
}
