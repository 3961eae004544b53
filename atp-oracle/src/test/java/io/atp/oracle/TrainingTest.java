package io.atp.oracle;

import static io.atp.oracle.Numbers.below;
import static io.atp.oracle.Numbers.uniform;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.djl.ndarray.NDArray;
import io.atp.core.encode.NodeCoefficients;
import io.atp.core.feature.DenseFeatures;
import io.atp.core.feature.FeatureScaling;
import io.atp.core.feature.Features;
import io.atp.core.feature.FittedScaling;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.Labels;
import io.atp.io.format.GraphFiles;
import io.atp.learn.experiment.LabelledData;
import io.atp.learn.model.Mlp;
import io.atp.learn.model.Model;
import io.atp.learn.model.Problem;
import io.atp.learn.model.Sgc;
import io.atp.learn.model.input.HopInputs;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.optimise.Optimiser;
import io.atp.learn.optimise.OptimiserConfig;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.op.CrossEntropy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/// Whole models, trained by Adam beside PyTorch from the same weights: one loss curve.
@AgainstTorch
class TrainingTest {
  @Test
  void anMlpOfTwoLayersHasPyTorchsLossCurve() {
    float[][] x = uniform(60, 20, 1);
    int[] classes = below(4, 60, 2);
    int[] nodes = new int[60];
    Arrays.setAll(nodes, i -> i);
    try (Workspace work = Workspace.open(2);
        ParameterStore store = new ParameterStore(5);
        TorchTraining torch = new TorchTraining()) {
      var features = new DenseFeatures(60, 20, Matrix.of(x, work.arena()).data());
      HopInputs inputs = new HopInputs(List.of(features));
      Model<HopInputs> model = new Mlp().create(new Mlp.Settings(2, 16, 0), inputs, 4, store);
      NDArray z = TorchOps.array(torch.manager(), x);
      Curves curves = new Curves(model, inputs, nodes, classes, 0.01, 5e-4);
      curves.compare(40, store, torch, work, p -> mlp(p, z));
    }
  }

  private static NDArray mlp(Map<String, NDArray> p, NDArray x) {
    NDArray hidden =
        TorchOps.relu(TorchOps.linear(x, p.get("layer0.weight"), p.get("layer0.bias")));
    return TorchOps.linear(hidden, p.get("layer1.weight"), p.get("layer1.bias"));
  }

  /// PyTorch scales and propagates for itself: `S²X` of the training rows, S written out.
  @Test
  void sgcOnCoraHasPyTorchsLossCurve() throws IOException {
    Path folder = Path.of(System.getProperty("atp.data", "data"), "cora");
    Assumptions.assumeTrue(Files.exists(folder), "skipped: %s is not here".formatted(folder));
    try (Workspace work = Workspace.open(2);
        ParameterStore store = new ParameterStore(5);
        TorchTraining torch = new TorchTraining()) {
      LabelledData data = LabelledData.of(GraphFiles.read(folder, work));
      Labels labels = data.labels().orElseThrow();
      int[] train = data.data().split().orElseThrow().train();
      int[] classes = new int[train.length];
      Arrays.setAll(classes, i -> labels.values()[train[i]]);
      Features scaled =
          FittedScaling.fit(data.features(), FeatureScaling.ROW_SUM, train, work)
              .apply(data.features(), work);
      var operator = PropagationOperator.classic(data.graph(), 0.5);
      var problem =
          new Problem(
              operator, NodeCoefficients.constant(operator.nodeCount(), 0.5), scaled, labels);
      Sgc.Settings settings = new Sgc.Settings(2, Sgc.Hops.LAST);
      HopInputs inputs = new Sgc().prepare(settings, problem, work);
      Model<HopInputs> model = new Sgc().create(settings, inputs, labels.classCount(), store);
      NDArray z = CoraHops.ofTraining(data, train, torch.manager());
      Curves curves = new Curves(model, inputs, train, classes, 0.2, 1.3027e-5);
      curves.compare(
          20,
          store,
          torch,
          work,
          p -> TorchOps.linear(z, p.get("classifier.weight"), p.get("classifier.bias")));
    }
  }

  /// One model on one set of training nodes.
  private record Curves(
      Model<HopInputs> model,
      HopInputs inputs,
      int[] nodes,
      int[] classes,
      double rate,
      double decay) {
    void compare(
        int steps,
        ParameterStore store,
        TorchTraining torch,
        Workspace work,
        Function<Map<String, NDArray>, NDArray> logits) {
      store.parameters().forEach(p -> torch.add(p, TorchRule.adam(rate, decay)));
      double first = 0;
      double last = 0;
      try (Engine engine = Engine.on(work);
          Optimiser optimiser = new OptimiserConfig.Adam().over(model.groups(rate, decay))) {
        for (int step = 0; step < steps; step++) {
          last = optimiser.step(() -> loss(store, engine), 1);
          first = step == 0 ? last : first;
          double theirs = torch.step(p -> TorchOps.crossEntropy(logits.apply(p), classes));
          assertThat(last).as("loss before step %d", step).isCloseTo(theirs, within(1e-4));
        }
      }
      assertThat(last).as("training brings the loss down").isLessThan(0.9 * first);
      store
          .parameters()
          .forEach(
              p -> Numbers.assertSame(p.name(), p.value().toArray(), torch.value(p.name()), 1e-4));
    }

    private double loss(ParameterStore store, Engine engine) {
      store.clearGradients();
      try (Tape tape = engine.tape()) {
        Tensor loss =
            CrossEntropy.of(model.logits(tape, inputs, nodes, Phase.training(1)), classes);
        double value = loss.value().get(0, 0);
        tape.backward(loss);
        return value;
      }
    }
  }
}
