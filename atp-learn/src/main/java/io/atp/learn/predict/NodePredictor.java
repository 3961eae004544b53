package io.atp.learn.predict;

import io.atp.core.encode.NodeCoefficients;
import io.atp.core.feature.DenseFeatures;
import io.atp.core.feature.Features;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.propagate.HopCombiner;
import io.atp.core.propagate.PropagationConfig;
import io.atp.core.propagate.Propagator;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.learn.model.HopForm;
import io.atp.learn.model.Model;
import io.atp.learn.model.input.HopInputs;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.plan.BuiltOperator;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// Labels for single nodes that are not in the graph, each given as features and the nodes it is
/// joined to.
///
/// The new node listens to its neighbours and they do not listen back: their rows stay as they are,
/// so its hops are exact for the graph in which that is so,
///
/// `h_k = ℓ·(ρ·h_{k−1} + Σ_j ρ_j·X⁽ᵏ⁻¹⁾_j)`, `ℓ = d̂^(r−1)`, `ρ = d̂^(−r)`, d̂ = neighbours + 1,
///
/// with r the mean of its neighbours' coefficients, or the constant of a classic operator. All K
/// hops of the graph are kept in memory; a prediction then costs K rows per neighbour and one pass
/// of the model. Not for use by two threads at once.
public final class NodePredictor implements AutoCloseable {
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;

  private final SavedModel saved;
  private final Workspace memory;
  private final Engine engine;
  private final ParameterStore store = new ParameterStore(0);
  private final Network<?> network;
  private final PropagationConfig config;
  private final PropagationOperator operator;
  private final NodeCoefficients coefficients;
  private final List<DenseFeatures> hops;

  /// @param inputs from a node's own hops
  private record Network<I>(Model<I> model, Function<HopInputs, I> inputs) {
    Matrix logits(Tape tape, HopInputs hops) {
      return model.logits(tape, inputs.apply(hops), new int[] {0}, Phase.judging()).value();
    }
  }

  private <S extends Record, I> NodePredictor(
      SavedModel saved,
      SavedModel.Bound<S, I> bound,
      HopForm<I> form,
      GraphData data,
      Features features,
      Workspace work) {
    this.saved = saved;
    this.memory = work.scratch();
    this.engine = Engine.on(work);
    Features scaled = saved.scaling().apply(features, memory);
    BuiltOperator built = BuiltOperator.of(saved.plan(), data.graph(), scaled, memory);
    this.operator = built.operator();
    this.coefficients = built.coefficients();
    this.config = form.propagation();
    PropagationConfig all =
        new PropagationConfig(
            config.hopCount(),
            new HopCombiner.All(),
            config.lazyShare(),
            config.restartShare(),
            config.order(),
            config.memoryBytes());
    this.hops = Propagator.propagate(operator, scaled, all, memory).matrices();
    HopInputs shape = combined(hops.stream().map(NodePredictor::firstRow).toList(), memory);
    I inputs = form.inputs().apply(shape);
    Model<I> model = bound.backbone().create(bound.settings(), inputs, saved.outputs(), store);
    this.network = new Network<>(model, form.inputs());
    store.restore(new ParameterStore.Snapshot(saved.weights()));
  }

  /// @throws IllegalArgumentException where the backbone looks at more than a node's own hops
  public static NodePredictor open(SavedModel saved, GraphData data, Workspace work) {
    return open(saved, saved.bind(), data, work);
  }

  private static <S extends Record, I> NodePredictor open(
      SavedModel saved, SavedModel.Bound<S, I> bound, GraphData data, Workspace work) {
    HopForm<I> form =
        bound
            .backbone()
            .hopForm(bound.settings())
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        saved.backbone()
                            + " needs the whole graph for one node: add the node to the graph and"
                            + " predict that"));
    Require.that(
        saved.nodeWise().isPlain(),
        "node-wise hops need the whole graph for one node: add the node to the graph and predict"
            + " that");
    return new NodePredictor(saved, bound, form, data, LoadedModel.features(saved, data), work);
  }

  /// Probability of each class.
  ///
  /// @param features as in the data, not scaled
  /// @param neighbours nodes of the graph, each once
  public float[] probabilities(float[] features, int... neighbours) {
    Require.that(
        features.length == saved.featureWidth(),
        "the node has %d features, the model was trained on %d",
        features.length,
        saved.featureWidth());
    for (int neighbour : neighbours) {
      Require.that(
          neighbour >= 0 && neighbour < operator.nodeCount(),
          "neighbour %d is not one of the graph's %d nodes",
          neighbour,
          operator.nodeCount());
    }
    try (Workspace scratch = memory.scratch();
        Tape tape = engine.tape()) {
      HopInputs inputs = combined(walk(row(features, scratch), neighbours, scratch), scratch);
      return Predictor.of(network.logits(tape, inputs), saved.temperature()).probabilities()[0];
    }
  }

  private DenseFeatures row(float[] features, Workspace scratch) {
    var row = new DenseFeatures(1, features.length, scratch.allocateFloats(features.length));
    MemorySegment.copy(features, 0, row.data(), FLOAT, 0, features.length);
    return (DenseFeatures) saved.scaling().apply(row, scratch);
  }

  /// The new node's own hops 0 … K.
  private List<DenseFeatures> walk(DenseFeatures own, int[] neighbours, Workspace scratch) {
    double r = coefficient(neighbours);
    double degree = neighbours.length + 1;
    double left = StrictMath.pow(degree, r - 1);
    double right = StrictMath.pow(degree, -r);
    List<DenseFeatures> rows = new ArrayList<>();
    rows.add(own);
    for (int hop = 1; hop <= config.hopCount(); hop++) {
      DenseFeatures before = rows.getLast();
      var next = new DenseFeatures(1, own.width(), scratch.allocateFloats(own.width()));
      for (int c = 0; c < own.width(); c++) {
        double sum = right * before.get(0, c);
        for (int j : neighbours) {
          sum += operator.right()[j] * hops.get(hop - 1).get(j, c);
        }
        double stepped =
            (1 - config.lazyShare()) * left * sum + config.lazyShare() * before.get(0, c);
        double value =
            (1 - config.restartShare()) * stepped + config.restartShare() * own.get(0, c);
        next.data().set(FLOAT, next.at(0, c), (float) value);
      }
      rows.add(next);
    }
    return rows;
  }

  private double coefficient(int[] neighbours) {
    if (neighbours.length == 0) {
      return 0; // alone, the node keeps its own features whatever r is
    }
    double sum = 0;
    for (int neighbour : neighbours) {
      sum += coefficients.of(neighbour);
    }
    return sum / neighbours.length;
  }

  private HopInputs combined(List<DenseFeatures> rows, Workspace scratch) {
    return switch (config.combiner()) {
      case HopCombiner.All() -> new HopInputs(rows);
      case HopCombiner.Last() -> new HopInputs(List.of(rows.getLast()));
      case HopCombiner.Weighted(double[] weights) -> {
        DenseFeatures first = rows.getFirst();
        var sum = new DenseFeatures(1, first.width(), scratch.allocateFloats(first.width()));
        for (int c = 0; c < first.width(); c++) {
          double value = 0;
          for (int hop = 0; hop < weights.length; hop++) {
            value += weights[hop] * rows.get(hop).get(0, c);
          }
          sum.data().set(FLOAT, sum.at(0, c), (float) value);
        }
        yield new HopInputs(List.of(sum));
      }
    };
  }

  private static DenseFeatures firstRow(DenseFeatures matrix) {
    long bytes = (long) matrix.width() * Float.BYTES;
    return new DenseFeatures(1, matrix.width(), matrix.data().asSlice(0, bytes));
  }

  @Override
  public void close() {
    store.close();
    engine.close();
    memory.close();
  }
}
