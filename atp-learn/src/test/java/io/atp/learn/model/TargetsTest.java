package io.atp.learn.model;

import static io.atp.learn.tensor.GradientCheck.entries;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.Labels;
import io.atp.io.dataset.MultiLabels;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import java.lang.foreign.Arena;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class TargetsTest {
  private static final int[] NODES = {3, 0, 2};
  private final Targets one = new Targets.OneClass(new Labels(2, new int[] {0, 1, 1, 0}));

  private static double value(Function<Tensor, Tensor> loss) {
    Matrix logits = Matrix.of(entries(3, 2, 5), Arena.ofAuto());
    try (Workspace work = Workspace.open(1);
        Engine engine = Engine.on(work);
        Tape tape = engine.tape()) {
      return loss.apply(tape.constant(logits)).value().get(0, 0);
    }
  }

  private static Targets many() {
    MultiLabels labels = MultiLabels.none(4, 2);
    labels.set(0, 1);
    labels.set(3, 0);
    labels.set(3, 1);
    return new Targets.ManyClasses(labels);
  }

  @Test
  void equalWeightsThatAddUpTo1GiveTheMean() {
    float[] third = {1f / 3, 1f / 3, 1f / 3};
    for (Targets targets : new Targets[] {one, many()}) {
      double mean = value(logits -> targets.loss(logits, NODES));
      double sum = value(logits -> targets.weightedLoss(logits, NODES, third));
      assertThat(sum).isCloseTo(mean, within(1e-6));
    }
  }

  @Test
  void aWeightedLossIsTheSumOfEachNodesOwn() {
    float[] weights = {2, 0.5f, 0};
    for (Targets targets : new Targets[] {one, many()}) {
      double apart = 0;
      for (int i = 0; i < 3; i++) {
        float[] only = new float[3];
        only[i] = 1;
        apart += weights[i] * value(logits -> targets.weightedLoss(logits, NODES, only));
      }
      double sum = value(logits -> targets.weightedLoss(logits, NODES, weights));
      assertThat(sum).isCloseTo(apart, within(1e-6));
    }
  }

  @Test
  void classWeightsMultiplyThoseOfNodes() {
    var doubled =
        new Targets.OneClass(
            new Labels(2, new int[] {0, 1, 1, 0}), Optional.of(new float[] {2, 2}));
    float[] weights = {2, 0.5f, 1};
    assertThat(value(logits -> doubled.weightedLoss(logits, NODES, weights)))
        .isCloseTo(2 * value(logits -> one.weightedLoss(logits, NODES, weights)), within(1e-5));
  }
}
