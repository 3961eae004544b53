package io.atp.learn.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.core.graph.NamedGraphs;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.operator.TestVectors;
import io.atp.core.runtime.Workspace;
import io.atp.learn.model.input.NodeFeatures;
import io.atp.learn.model.layer.LearnedSampler;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.sample.DenseBlocks;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Parameter;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AsGcnTest {
  private static final int[] LABELLED = {0, 3, 4};

  private final Workspace work = Workspace.open(2);
  private final Engine engine = Engine.on(work);

  @AfterEach
  void close() {
    engine.close();
    work.close();
  }

  /// The sampler's own weights decide who is drawn, so differences are taken in all others.
  @Test
  void gradientsOfTheLayersAreThoseOfDifferences() {
    var backbone = new AsGcn();
    var settings = new AsGcn.Settings(2, 4, 3, 0, 0.2, 0.3);
    try (var store = new ParameterStore(3)) {
      var inputs = backbone.prepare(settings, SmallGraph.nodeWise(work), work);
      var model = backbone.create(settings, inputs, 2, store);
      Steps.Step step =
          (tape, phase) -> model.loss(tape, inputs, LABELLED, NetworkCheck.TARGETS, phase);
      StepCheck.check(
          engine,
          store,
          store.parameters().stream().filter(p -> !p.name().startsWith("sampler")).toList(),
          step,
          () -> Phase.training(8));
    }
  }

  private record Sampling(LearnedSampler sampler, NodeFeatures features, PropagationOperator m) {
    LearnedSampler.Drawn draw(Tape tape, int samples, long seed) {
      return sampler.draw(tape, m, features, LABELLED, samples, seed);
    }
  }

  private Sampling sampling(ParameterStore store) {
    return new Sampling(
        LearnedSampler.create(store, "sampler", 2),
        NodeFeatures.of(TestVectors.features(work, TestVectors.X), work),
        PropagationOperator.of(NamedGraphs.g5(work), TestVectors.R));
  }

  /// Whatever the sampler's weights are.
  @Test
  void theEstimateHasNoBias() {
    try (var store = new ParameterStore(3)) {
      Sampling sampling = sampling(store);
      store.values().get("sampler.own").copyFrom(new float[][] {{2}, {-1}});
      store.values().get("sampler.above").copyFrom(new float[][] {{-0.5f}, {0.3f}});
      DenseBlocks.assertUnbiased(
          sampling.m(),
          LABELLED,
          10_000,
          seed -> {
            try (Tape tape = engine.tape()) {
              return DenseBlocks.of(sampling.draw(tape, 3, seed).block(), 5);
            }
          });
    }
  }

  /// Steps down the gradient of the second moment bring the true variance down.
  @Test
  void theSamplerLearnsALowerVariance() {
    try (var store = new ParameterStore(3)) {
      Sampling sampling = sampling(store);
      store.values().get("sampler.own").fill(0.1f); // away from where ReLU is flat
      store.values().get("sampler.above").fill(0.1f);
      double[] lengths = {0.1, 0.1, 0.1, 5, 0.1};
      double before = moment(sampling, lengths);
      for (int k = 0; k < 300; k++) {
        store.clearGradients();
        try (Tape tape = engine.tape()) {
          LearnedSampler.Drawn drawn = sampling.draw(tape, 8, k);
          Matrix states = tape.borrow(drawn.block().sources().length, 1);
          for (int i = 0; i < states.rows(); i++) {
            states.set(i, 0, (float) lengths[drawn.block().sources()[i]]);
          }
          tape.backward(drawn.secondMoment(states));
        }
        for (Parameter parameter : store.parameters()) {
          for (int i = 0; i < 2; i++) {
            float step = 0.01f * parameter.gradient().get(i, 0);
            parameter.value().set(i, 0, parameter.value().get(i, 0) - step);
          }
        }
      }
      assertThat(moment(sampling, lengths)).isLessThan(0.8 * before);
    }
  }

  /// `Σ_u Σ_v M_vu² h_u² / q(u)`, all terms.
  private double moment(Sampling sampling, double[] lengths) {
    try (Tape tape = engine.tape()) {
      LearnedSampler.Drawn drawn = sampling.draw(tape, 1, 0);
      double sum = 0;
      for (int u = 0; u < 5; u++) {
        sum += drawn.squares()[u] * lengths[u] * lengths[u] / drawn.q().probability(u);
      }
      return sum;
    }
  }
}
