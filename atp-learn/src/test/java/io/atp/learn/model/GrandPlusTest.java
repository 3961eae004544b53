package io.atp.learn.model;

import static io.atp.learn.model.SmallGraph.assertRow;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.encode.NodeCoefficients;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.operator.TestVectors;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.Labels;
import io.atp.learn.model.input.NodeFeatures;
import io.atp.learn.model.input.RandomRows;
import io.atp.learn.model.input.RowBatch;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.optimise.StoppingRule;
import io.atp.learn.optimise.TrainingConfig;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.GradientCheck;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.train.Checkpoints;
import io.atp.learn.train.Trainer;
import io.atp.learn.train.TrainingState;
import io.atp.learn.train.TrainingTask;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Random propagation and consistency on the five-node graph.
class GrandPlusTest {
  private static final int[] NODE_0 = {0};

  private final Workspace work = Workspace.open(2);
  private final Engine engine = Engine.on(work);

  @AfterEach
  void close() {
    engine.close();
    work.close();
  }

  private static GrandPlus.Settings settings(
      int keep, double threshold, double consistency, boolean keepRowScale) {
    return new GrandPlus.Settings(
        GrandPlus.Levels.PAGE_RANK,
        2,
        0.2,
        keep,
        threshold,
        16,
        2,
        0.2,
        0.2,
        false,
        true,
        0.5,
        2,
        consistency,
        Consistency.Distance.L2,
        0.5,
        10,
        3,
        0,
        keepRowScale);
  }

  /// M = P.
  private Problem walk() {
    NodeCoefficients r = NodeCoefficients.constant(5, 0);
    Problem other = SmallGraph.nodeWise(work);
    return new Problem(
        PropagationOperator.of(NamedGraphs.g5(work), r), r, other.features(), other.known());
  }

  private GrandPlus.Inputs inputs(GrandPlus.Settings settings, Problem problem) {
    return new GrandPlus().prepare(settings, problem, work);
  }

  /// Row of node 0 with nothing dropped.
  private float[] mixed(GrandPlus.Inputs inputs, boolean keepSums) {
    try (Tape tape = engine.tape()) {
      RowBatch rows = new RandomRows(0, keepSums).of(inputs.rows().of(NODE_0), Phase.judging());
      return inputs.features().mix(tape, rows).value().row(0);
    }
  }

  private float[] judged(GrandPlus.Inputs inputs) {
    try (Tape tape = engine.tape()) {
      return inputs.exact().rows(tape, 0, NODE_0).value().row(0);
    }
  }

  @Test
  void theThreeLargestScoresAreDividedByTheirSum() {
    GrandPlus.Inputs inputs = inputs(settings(3, 0, 0, false), walk());
    assertRow(inputs.rows().of(NODE_0).weights(), .599271, .189435, .189435);
    assertRow(mixed(inputs, false), .806331, .387337);
  }

  @Test
  void trainingAndJudgingSeeTheSameOnceNothingIsDropped() {
    GrandPlus.Inputs divided = inputs(settings(5, 0, 0, false), SmallGraph.nodeWise(work));
    assertRow(mixed(divided, false), .703481, .420310);
    assertRow(judged(divided), .703481, .420310);
    GrandPlus.Inputs scaled = inputs(settings(5, 0, 0, true), SmallGraph.nodeWise(work));
    assertRow(mixed(scaled, true), .681299, .407057);
    assertRow(judged(scaled), .681299, .407057);
  }

  @Test
  void sparseFeaturesMixToWhatDenseOnesDo() {
    RowBatch rows = inputs(settings(4, 0, 0, false), SmallGraph.nodeWise(work)).rows().of(NODE_0);
    NodeFeatures sparse = NodeFeatures.of(SmallGraph.sparse(work, TestVectors.X), work);
    NodeFeatures dense = NodeFeatures.of(TestVectors.features(work, TestVectors.X), work);
    try (Tape tape = engine.tape()) {
      float[] expected = dense.mix(tape, rows).value().row(0);
      assertRow(sparse.mix(tape, rows).value().row(0), expected[0], expected[1]);
    }
  }

  @Test
  void droppedRowsStillSumToOne() {
    RowBatch rows =
        inputs(settings(5, 0, 0, false), SmallGraph.nodeWise(work)).rows().of(SmallGraph.ALL);
    RowBatch dropped = new RandomRows(0.5, false).of(rows, Phase.training(3));
    int zeros = 0;
    for (int row = 0; row < 5; row++) {
      double sum = 0;
      for (int at = rows.offsets()[row]; at < rows.offsets()[row + 1]; at++) {
        sum += dropped.weights()[at];
        zeros += dropped.weights()[at] == 0 ? 1 : 0;
      }
      assertThat(sum).isCloseTo(1, within(1e-6));
    }
    assertThat(zeros).isBetween(4, 16);
  }

  @Test
  void consistencyIsTheDistanceToTheSharpenedMeanOfRowsThatAreSure() {
    var l2 = new Consistency(Consistency.Distance.L2, 0.5, 0.7);
    double log4 = Math.log(4);
    double log9 = Math.log(9);
    try (Tape tape = engine.tape();
        Arena arena = Arena.ofConfined()) {
      // Row 0 says .8 and .9, .85 on average; row 1 says .5 twice, which is not sure enough.
      Tensor a = tape.variable(Matrix.of(new float[][] {{(float) log4, 0}, {0, 0}}, arena));
      Tensor b = tape.variable(Matrix.of(new float[][] {{(float) log9, 0}, {0, 0}}, arena));
      double sharp = .85 * .85 / (.85 * .85 + .15 * .15);
      double expected = Math.pow(sharp - .8, 2) + Math.pow(sharp - .9, 2);
      assertThat((double) l2.loss(List.of(a, b)).orElseThrow().value().get(0, 0))
          .isCloseTo(expected, within(1e-6));
      var sure = new Consistency(Consistency.Distance.L2, 0.5, 0.95);
      assertThat(sure.loss(List.of(a, b))).isEmpty();
    }
  }

  @Test
  void bothDistancesSendBackTheirGradients() {
    float[][] target = {{.9f, .1f}, {.3f, .7f}};
    for (Consistency.Distance distance : Consistency.Distance.values()) {
      var consistency = new Consistency(distance, 0.5, 0);
      try (Arena arena = Arena.ofShared()) {
        var agreed = new Consistency.Agreed(new int[] {2, 0}, Matrix.of(target, arena));
        GradientCheck.check(
            1e-3,
            logits -> consistency.distance(logits, agreed),
            GradientCheck.entries(3, 2, 1),
            GradientCheck.entries(3, 2, 2));
      }
    }
  }

  @Test
  void theSecondTermGrowsWithTheSteps() {
    GrandPlus.Settings settings = settings(5, 0, 4, false);
    GrandPlus.Inputs inputs = inputs(settings, SmallGraph.nodeWise(work));
    try (var store = new ParameterStore(3)) {
      Model<GrandPlus.Inputs> model = new GrandPlus().create(settings, inputs, 40, store);
      // A bias that makes one class of forty stand out, more than the twice of chance that counts.
      store.values().get("layer1.bias").set(0, 7, 2);
      double none = loss(model, inputs, 0);
      double half = loss(model, inputs, 5);
      double full = loss(model, inputs, 10);
      assertThat(full - half).isGreaterThan(0.1).isCloseTo(half - none, within(1e-5));
      assertThat(loss(model, inputs, 1000)).isEqualTo(full);
    }
  }

  private double loss(Model<GrandPlus.Inputs> model, GrandPlus.Inputs inputs, long step) {
    try (Tape tape = engine.tape()) {
      return model
          .loss(tape, inputs, new int[] {0, 4}, NetworkCheck.TARGETS, Phase.training(6, step))
          .value()
          .get(0, 0);
    }
  }

  @Test
  void aRunTakenUpInTheMiddleOfItsWarmUpEndsAsIfItHadNeverStopped() {
    GrandPlus.Settings settings = settings(5, 0, 4, false);
    GrandPlus.Inputs inputs = inputs(settings, SmallGraph.nodeWise(work));
    var third = new OneState(3);
    float[][] through = trained(settings, inputs, third);
    assertThat(third.saved).isNotNull();
    float[][] resumed = trained(settings, inputs, third);
    assertThat(resumed).isDeepEqualTo(through);
  }

  /// Weights of the first layer after six epochs of two steps.
  private float[][] trained(
      GrandPlus.Settings settings, GrandPlus.Inputs inputs, Checkpoints checkpoints) {
    TrainingConfig config =
        TrainingConfig.adam(6, 0.05, 0, new StoppingRule.Fixed()).withBatchSize(2);
    try (var store = new ParameterStore(3)) {
      Model<GrandPlus.Inputs> model = new GrandPlus().create(settings, inputs, 40, store);
      store.values().get("layer1.bias").set(0, 7, 2);
      int[] nodes = {0, 1, 3, 4};
      Targets targets = new Targets.OneClass(new Labels(40, new int[] {0, 1, 0, 1, 1}));
      var task = new TrainingTask<>(model, store, inputs, nodes, targets, inputs, nodes, targets);
      Trainer.train(task, config, 9, engine, checkpoints);
      return store.values().get("layer0.weight").toArray();
    }
  }

  /// Keeps the state after one epoch, and hands it out from then on.
  private static final class OneState implements Checkpoints {
    private final int epoch;
    private TrainingState saved;

    OneState(int epoch) {
      this.epoch = epoch;
    }

    @Override
    public Optional<TrainingState> load() {
      return Optional.ofNullable(saved);
    }

    @Override
    public boolean due(int now) {
      return now == epoch;
    }

    @Override
    public void save(TrainingState state) {
      saved = state.finished() ? saved : state;
    }

    @Override
    public Checkpoints stage(int number) {
      throw new UnsupportedOperationException("GRAND+ has one stage");
    }
  }

  @Test
  void gradientsOfTheFirstTermAreThoseOfDifferences() {
    NetworkCheck.check(
        new GrandPlus(), settings(4, 0, 0, false), new int[] {0, 3, 4}, () -> Phase.training(4));
    NetworkCheck.check(
        new GrandPlus(), settings(4, 0, 0, true), new int[] {0, 3, 4}, Phase::judging);
  }
}
