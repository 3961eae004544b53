package io.atp.learn.model;

import static io.atp.learn.model.SmallGraph.ALL;
import static io.atp.learn.model.SmallGraph.assertRow;
import static io.atp.learn.model.SmallGraph.assertRows;
import static org.assertj.core.api.Assertions.assertThat;

import io.atp.core.runtime.Workspace;
import io.atp.learn.model.input.HopInputs;
import io.atp.learn.model.layer.Linear;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.init.Initialiser;
import io.atp.learn.tensor.op.WeightedSum;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The models of the ATP authors' code on the five-node graph.
class AuthorsCodeTest {
  private final Workspace work = Workspace.open(2);
  private final Engine engine = Engine.on(work);

  @AfterEach
  void close() {
    engine.close();
    work.close();
  }

  private Matrix sum(AuthorsSum backbone, int hops, double lazyShare, Problem problem) {
    var settings = new AuthorsSum.Settings(hops, lazyShare, 4, 2, 0);
    HopInputs inputs = backbone.prepare(settings, problem, work);
    return inputs.rows(engine.tape(), 0, ALL).value();
  }

  @Test
  void theirSgcIsAMeanOfHops() {
    Matrix mean = sum(AuthorsSum.sgc(), 2, 0, SmallGraph.symmetric(work));
    assertRow(mean.row(0), .730728, .452950);
    assertRow(mean.row(4), 1.317061, .538254);
  }

  @Test
  void theirSsgcIsAMeanOfLazyHops() {
    assertRows(
        sum(AuthorsSum.ssgc(), 2, 0.05, SmallGraph.symmetric(work)),
        new double[][] {
          {.739027, .438333},
          {.388194, .789166},
          {.782996, 1.014516},
          {.665387, 1.327441},
          {1.336148, .524558}
        });
    assertRows(
        sum(AuthorsSum.ssgc(), 2, 0.05, SmallGraph.nodeWise(work)),
        new double[][] {
          {.648946, .450710},
          {.226517, .693299},
          {1.011501, 2.053777},
          {.295582, 1.213858},
          {1.321775, 1.028521}
        });
  }

  @Test
  void theirGbpWeighsLazyHopsByFallingPowers() {
    // .85·(1, 1) + .1275·(.9·(.538675, 1.116025) + .1·(1, 1))
    Matrix sum = sum(AuthorsSum.gbp(), 1, 0.1, SmallGraph.symmetric(work));
    assertRow(sum.row(2), .924563, .990814);
  }

  @Test
  void theirGamlpNormalisesItsWeightsAgainAtEveryStep() {
    var settings = new AuthorsGamlp.Settings(2, 0, 4, 2, 0, AuthorsGamlp.LabelUse.NONE, 1);
    AuthorsGamlp.Inputs inputs =
        new AuthorsGamlp().prepare(settings, SmallGraph.symmetric(work), work);
    try (var store = new ParameterStore(1);
        Tape tape = engine.tape()) {
      var a = store.create("a", 4, 1, new Initialiser.Constant(0));
      a.value().copyFrom(new float[][] {{.5f}, {-.5f}, {1}, {.25f}});
      List<Tensor> hops = inputs.hops().rows(tape, ALL);
      assertThat(hops).hasSize(2);
      Tensor weights = new AuthorsGamlp.Attention(new Linear(a, Optional.empty())).weights(hops);
      assertRow(weights.value().row(0), .566833, .433167);
      assertRows(
          WeightedSum.of(hops, weights).value(),
          new double[][] {
            {.836267, .269434},
            {.243989, .851729},
            {.801038, 1.050040},
            {.454153, 1.570714},
            {1.527448, .385837}
          });
    }
  }

  @Test
  void aShownLabelIsAFeatureAndCountsInTheLossOnlyWhereItMayLeak() {
    long seed = seedThatShowsNode0Only();
    var heldOut = new AuthorsGamlp.Settings(1, 0, 4, 1, 0, AuthorsGamlp.LabelUse.HELD_OUT, seed);
    var leaking = new AuthorsGamlp.Settings(1, 0, 4, 1, 0, AuthorsGamlp.LabelUse.LEAKING, seed);
    Problem problem = SmallGraph.symmetric(work);
    var backbone = new AuthorsGamlp();
    AuthorsGamlp.Inputs inputs = backbone.prepare(heldOut, problem, work);
    try (var store = new ParameterStore(1);
        Tape tape = engine.tape()) {
      Matrix x = inputs.hops().rows(tape, 0, ALL).value();
      assertRow(x.row(0), 1, 0, 1, 0);
      assertRow(x.row(4), 2, 0, 0, 0);
      Model<AuthorsGamlp.Inputs> apart = backbone.create(heldOut, inputs, 2, store);
      assertThat(loss(apart, tape, inputs, 0)).isZero();
      assertThat(loss(apart, tape, inputs, 0, 4)).isEqualTo(loss(apart, tape, inputs, 4));
    }
    try (var store = new ParameterStore(1);
        Tape tape = engine.tape()) {
      Model<AuthorsGamlp.Inputs> together = backbone.create(leaking, inputs, 2, store);
      assertThat(loss(together, tape, inputs, 0)).isPositive();
    }
  }

  private long seedThatShowsNode0Only() {
    Problem problem = SmallGraph.symmetric(work);
    for (long seed = 0; seed < 100; seed++) {
      var settings = new AuthorsGamlp.Settings(1, 0, 4, 1, 0, AuthorsGamlp.LabelUse.HELD_OUT, seed);
      boolean[] shown = new AuthorsGamlp().prepare(settings, problem, work).shown();
      if (shown[0] && !shown[4]) {
        return seed;
      }
    }
    throw new AssertionError("no seed of a hundred shows one label of two");
  }

  private static float loss(
      Model<AuthorsGamlp.Inputs> model, Tape tape, AuthorsGamlp.Inputs inputs, int... nodes) {
    return model
        .loss(tape, inputs, nodes, NetworkCheck.TARGETS, Phase.training(1))
        .value()
        .get(0, 0);
  }

  @Test
  void gradientsAreThoseOfDifferences() {
    NetworkCheck.check(
        AuthorsSum.ssgc(), new AuthorsSum.Settings(2, 0.05, 6, 2, 0), ALL, Phase::judging);
    NetworkCheck.check(
        new AuthorsSign(),
        new AuthorsSign.Settings(2, 0.1, 4, 0.3, 5, 2, 0.2),
        ALL,
        () -> Phase.training(8));
    NetworkCheck.check(
        new AuthorsGamlp(),
        new AuthorsGamlp.Settings(3, 0.1, 5, 2, 0, AuthorsGamlp.LabelUse.LEAKING, 1),
        ALL,
        Phase::judging);
  }
}
