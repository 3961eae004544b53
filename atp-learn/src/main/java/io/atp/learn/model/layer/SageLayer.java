package io.atp.learn.model.layer;

import io.atp.learn.model.input.NodeFeatures;
import io.atp.learn.tensor.Parameter;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.init.Initialiser;
import io.atp.learn.tensor.op.Concat;
import io.atp.learn.tensor.op.MatMul;
import io.atp.learn.tensor.op.NeighbourMax;
import io.atp.learn.tensor.op.Relu;
import io.atp.learn.tensor.op.SliceRows;
import io.atp.learn.tensor.op.SpreadProduct;
import io.atp.learn.tensor.sparse.SparsePair;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// What a node makes of itself and of its neighbours N(v), by aggregator:
/// - mean: `[h_v W_s ‖ (mean_{u ∈ N(v)} h_u) W_n]`;
/// - pool: `[h_v W_s ‖ (max_{u ∈ N(v)} ReLU(h_u W_p + b_p)) W_n]`;
/// - GCN: `(mean_{u ∈ N(v) ∪ {v}} h_u) W_n`.
///
/// No other biases, and no activation.
public record SageLayer(
    Aggregator aggregator, Optional<Linear> own, Linear neighbour, Optional<Linear> pool) {
  /// How neighbours become one row.
  public enum Aggregator {
    MEAN,
    POOL,
    GCN
  }

  /// The states a layer starts from, met as products with a weight.
  public sealed interface States {
    /// The first `rows` of them, times the weight.
    Tensor times(Tensor weight, int rows);

    /// What `neighbours` makes of all of them, times the weight.
    Tensor spread(SparsePair neighbours, Tensor weight);

    static States of(Tensor h) {
      return new Hidden(h);
    }

    /// Features of some nodes. Those of a node and those it gives its neighbours are dropped apart.
    static States of(NodeFeatures features, int[] nodes, double dropout, Phase phase) {
      return new Some(features, nodes, dropout, phase);
    }

    /// Features of all nodes, none dropped.
    static States of(NodeFeatures features) {
      return new All(features);
    }
  }

  private record Hidden(Tensor h) implements States {
    @Override
    public Tensor times(Tensor weight, int rows) {
      return MatMul.of(rows == h.rows() ? h : SliceRows.of(h, 0, rows), weight);
    }

    @Override
    public Tensor spread(SparsePair neighbours, Tensor weight) {
      return SpreadProduct.of(neighbours, h, weight);
    }
  }

  private record Some(NodeFeatures features, int[] nodes, double dropout, Phase phase)
      implements States {
    @Override
    public Tensor times(Tensor weight, int rows) {
      return features.times(Arrays.copyOf(nodes, rows), weight, dropout, phase);
    }

    @Override
    public Tensor spread(SparsePair neighbours, Tensor weight) {
      return features.spread(nodes, neighbours, weight, dropout, phase);
    }
  }

  private record All(NodeFeatures features) implements States {
    @Override
    public Tensor times(Tensor weight, int rows) {
      return features.times(weight, 0, Phase.judging());
    }

    @Override
    public Tensor spread(SparsePair neighbours, Tensor weight) {
      return features.spread(neighbours, weight, 0, Phase.judging());
    }
  }

  /// @param out columns of each half; of all there is with the GCN aggregator twice as many
  /// @param poolWidth columns of W_p
  public static SageLayer create(
      ParameterStore store, String name, Aggregator aggregator, int in, int out, int poolWidth) {
    boolean pools = aggregator == Aggregator.POOL;
    var start = new Initialiser.GlorotUniform(1);
    Optional<Linear> pool =
        pools
            ? Optional.of(
                new Linear(
                    store.create(name + ".pool.weight", in, poolWidth, start),
                    Optional.of(
                        store.create(
                            name + ".pool.bias", 1, poolWidth, new Initialiser.Constant(0)))))
            : Optional.empty();
    if (aggregator == Aggregator.GCN) {
      Linear all = Linear.withoutBias(store, name + ".all", in, 2 * out, start);
      return new SageLayer(aggregator, Optional.empty(), all, pool);
    }
    return new SageLayer(
        aggregator,
        Optional.of(Linear.withoutBias(store, name + ".self", in, out, start)),
        Linear.withoutBias(store, name + ".neighbour", pools ? poolWidth : in, out, start),
        pool);
  }

  /// @param neighbours a row for each state that goes out, a column for each that comes in; with
  ///   weights that make the mean the aggregator asks for
  public Tensor apply(States states, SparsePair neighbours, Tape tape) {
    int sources = neighbours.plain().columns();
    int targets = neighbours.plain().rows();
    Tensor weight = tape.parameter(neighbour.weight());
    Tensor gathered =
        switch (aggregator) {
          case MEAN, GCN -> states.spread(neighbours, weight);
          case POOL -> {
            Linear dense = pool.orElseThrow();
            Tensor product = states.times(tape.parameter(dense.weight()), sources);
            Tensor each = Relu.of(dense.plusBias(product));
            yield MatMul.of(NeighbourMax.of(neighbours, each), weight);
          }
        };
    return own.map(
            self ->
                Concat.of(List.of(states.times(tape.parameter(self.weight()), targets), gathered)))
        .orElse(gathered);
  }

  public List<Parameter> parameters() {
    List<Parameter> all = new ArrayList<>();
    own.ifPresent(layer -> all.addAll(layer.parameters()));
    all.addAll(neighbour.parameters());
    pool.ifPresent(layer -> all.addAll(layer.parameters()));
    return all;
  }
}
