package io.atp.oracle;

import static io.atp.oracle.Numbers.uniform;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import io.atp.core.encode.NodeCoefficients;
import io.atp.core.feature.DenseFeatures;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.runtime.Workspace;
import io.atp.learn.model.Backbone;
import io.atp.learn.model.Gat;
import io.atp.learn.model.Gcn;
import io.atp.learn.model.Gcn2;
import io.atp.learn.model.Model;
import io.atp.learn.model.input.GraphInputs;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.model.layer.ResidualConvolution.Form;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Parameter;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.sparse.SparseDropout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Backbones that meet the operator in every layer, on a directed graph with random coefficients,
/// dropout 0: logits, the gradient of every parameter, running statistics.
@AgainstTorch
class GraphBackbonesTest {
  private static final int NODES = 20;
  private static final int WIDTH = 6;
  private static final int CLASSES = 3;
  private static final int[] BATCH = {3, 0, 19, 7, 8, 12, 5, 1, 16};
  private static final float[][] FEATURES = uniform(NODES, WIDTH, 61);

  private final Workspace work = Workspace.open(2);

  @AfterEach
  void close() {
    work.close();
  }

  private <S extends Record> void compare(
      Backbone<S, GraphInputs> backbone, S settings, Function<Torched, NDArray> torch) {
    PropagationOperator operator = SparseCases.operator(NODES, true, work);
    var features = new DenseFeatures(NODES, WIDTH, Matrix.of(FEATURES, work.arena()).data());
    var inputs = GraphInputs.of(operator, NodeCoefficients.constant(NODES, 0.5), features, work);
    try (ParameterStore store = new ParameterStore(4)) {
      Model<GraphInputs> model = backbone.create(settings, inputs, CLASSES, store);
      ModelOracle.disturb(store);
      List<Parameter> trained = new ArrayList<>();
      model.groups(0.01, 0).forEach(group -> trained.addAll(group.parameters()));
      ModelOracle.compare(
          store,
          trained,
          tape -> model.logits(tape, inputs, BATCH, Phase.training(1)),
          p -> TorchOps.rows(torch.apply(new Torched(p)), BATCH));
    }
  }

  /// The dense operator and features beside the parameters.
  private record Torched(Map<String, NDArray> store) {
    NDArray p(String name) {
      return store.get(name);
    }

    NDArray beside(float[][] rows) {
      return TorchOps.beside(store.values().iterator().next(), rows);
    }

    NDArray x() {
      return beside(FEATURES);
    }

    NDArray m() {
      return beside(SparseCases.dense(NODES, true));
    }

    NDArray norm(String name, NDArray h) {
      return new TorchLayers(store, true).batchNorm(name, h);
    }
  }

  @Test
  void gcnWithBatchNorm() {
    compare(
        new Gcn(),
        new Gcn.Settings(3, 9, 0, 0, true, true),
        t -> {
          NDArray h = t.x();
          for (int l = 0; l < 3; l++) {
            h =
                t.m()
                    .matMul(h.matMul(t.p("layer" + l + ".weight")))
                    .add(t.p("layer" + l + ".bias"));
            h = l < 2 ? TorchOps.relu(t.norm("norm" + l, h)) : h;
          }
          return h;
        });
  }

  @ParameterizedTest
  @EnumSource
  void gcnii(Form form) {
    int layers = 5;
    double alpha = 0.2;
    compare(
        new Gcn2(),
        new Gcn2.Settings(form, layers, 8, 0.5, alpha, 0, 0, 2),
        t -> {
          NDArray first = TorchOps.relu(TorchOps.linear(t.x(), t.p("in.weight"), t.p("in.bias")));
          NDArray h = first;
          for (int l = 1; l <= layers; l++) {
            h = layer(t, form, "layer" + l, h, first, alpha, Math.log(0.5 / l + 1));
          }
          return TorchOps.linear(h, t.p("out.weight"), t.p("out.bias"));
        });
  }

  private static NDArray layer(
      Torched t, Form form, String name, NDArray h, NDArray first, double alpha, double theta) {
    NDArray w = t.p(name + ".weight");
    NDArray spread = t.m().matMul(h);
    NDArray u = spread.mul(1 - alpha).add(first.mul(alpha));
    return switch (form) {
      case ORIGINAL -> TorchOps.relu(u.matMul(w).mul(theta).add(u.mul(1 - theta)));
      case STAR -> {
        NDArray both = TorchOps.concat(List.of(spread, first));
        yield TorchOps.relu(both.matMul(w).mul(theta).add(u.mul(1 - theta)));
      }
      case ARXIV -> {
        NDArray own = t.m().matMul(h.add(h.matMul(w)));
        NDArray start = first.mul(alpha).add(first.matMul(t.p(name + ".first")));
        yield TorchOps.relu(t.norm(name + ".norm", own.add(start))).add(h);
      }
      case TWO_WEIGHTS -> {
        NDArray own = h.mul((1 - theta) * (1 - alpha)).add(h.matMul(w).mul(theta));
        NDArray start = first.matMul(t.p(name + ".first")).mul(theta);
        NDArray kept = first.mul((1 - theta) * alpha);
        yield TorchOps.relu(t.m().matMul(own).add(start).add(kept));
      }
    };
  }

  @Test
  void gatWithThreeHeadsThenTwoAveraged() {
    compare(
        Gat.original(),
        new Gat.Settings(2, 3, 4, 2, 0, true, false),
        t ->
            attend(
                t,
                (name, h, heads) -> {
                  NDArray g = h.matMul(t.p(name + ".weight"));
                  NDArray receiver =
                      AttentionCases.headDots(g, t.p(name + ".receiver"), heads)
                          .add(t.p(name + ".receiverBias"));
                  NDArray sender =
                      AttentionCases.headDots(g, t.p(name + ".sender"), heads)
                          .add(t.p(name + ".senderBias"));
                  return AttentionCases.gatherAttention(
                      new NDList(receiver, sender, g), heads, mask(), SparseDropout.NONE);
                }));
  }

  @Test
  void gatv2WithThreeHeadsThenTwoAveraged() {
    compare(
        Gat.dynamic(),
        new Gat.Settings(2, 3, 4, 2, 0, true, false),
        t ->
            attend(
                t,
                (name, h, heads) -> {
                  NDArray sent = h.matMul(t.p(name + ".sender"));
                  NDArray received = h.matMul(t.p(name + ".receiver"));
                  return AttentionCases.dynamicAttention(
                      new NDList(received, sent, t.p(name + ".a"), sent),
                      heads,
                      mask(),
                      SparseDropout.NONE);
                }));
  }

  @FunctionalInterface
  private interface Heads {
    NDArray gather(String layer, NDArray h, int heads);
  }

  private static NDArray attend(Torched t, Heads attention) {
    NDArray hidden = attention.gather("layer0", t.x(), 3).add(t.p("layer0.bias"));
    NDArray both = attention.gather("layer1", TorchOps.elu(hidden), 2);
    NDArray mean = AttentionCases.head(both, 0, 2).add(AttentionCases.head(both, 1, 2)).div(2);
    return mean.add(t.p("layer1.bias"));
  }

  private static float[][] mask() {
    return AttentionCases.mask(NODES, true);
  }
}
