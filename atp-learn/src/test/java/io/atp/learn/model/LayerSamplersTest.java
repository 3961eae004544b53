package io.atp.learn.model;

import static io.atp.learn.model.SmallGraph.ALL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.operator.PropagationOperator;
import io.atp.core.runtime.Workspace;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.sample.LayerBlock;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.op.SparseMatMul;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// FastGCN and LADIES on the five-node graph.
class LayerSamplersTest {
  private static final int[] LABELLED = {0, 3, 4};

  private final Workspace work = Workspace.open(2);
  private final Engine engine = Engine.on(work);

  @AfterEach
  void close() {
    engine.close();
    work.close();
  }

  private static FastGcn.Settings fast(int samples, boolean exact, double dropout) {
    return new FastGcn.Settings(
        2, 4, samples, FastGcn.Importance.SQUARED_NORM, exact, dropout, dropout);
  }

  @Test
  void gradientsOfADrawnStepAreThoseOfDifferences() {
    NetworkCheck.checkStep(new FastGcn(), fast(3, true, 0), LABELLED, Phase::judging);
    NetworkCheck.checkStep(new FastGcn(), fast(3, false, 0.3), LABELLED, () -> Phase.training(5));
    var ladies = new Ladies.Settings(2, 4, 2, false, true, true, 0.2, 0.3);
    NetworkCheck.checkStep(new Ladies(), ladies, LABELLED, Phase::judging);
    NetworkCheck.checkStep(new Ladies(), ladies, LABELLED, () -> Phase.training(6));
  }

  @Test
  void gradientsOfTheWholeGraphAreThoseOfDifferences() {
    NetworkCheck.check(new FastGcn(), fast(3, true, 0), LABELLED, Phase::judging);
    var ladies = new Ladies.Settings(2, 4, 2, false, true, true, 0, 0);
    NetworkCheck.check(new Ladies(), ladies, LABELLED, Phase::judging);
  }

  /// The last layer of FastGCN is linear in the block, so its mean is that of the whole operator.
  @Test
  void fastGcnEstimatesTheOperatorWithoutBias() {
    var settings = fast(3, true, 0);
    Problem problem = SmallGraph.nodeWise(work);
    FastGcn.Inputs inputs = new FastGcn().prepare(settings, problem, work);
    PropagationOperator operator = problem.operator();
    Matrix h = Matrix.of(new float[][] {{1, 2}, {-1, 1}, {3, 0}, {0, -2}, {1, 1}}, work.arena());
    int draws = 20_000;
    double[] mean = new double[2];
    double[] squares = new double[2];
    for (int k = 0; k < draws; k++) {
      LayerBlock block = FastGcn.drawn(3, inputs, new int[] {2}, k);
      try (Tape tape = engine.tape()) {
        float[][] rows = new float[block.sources().length][];
        for (int i = 0; i < rows.length; i++) {
          rows[i] = h.row(block.sources()[i]);
        }
        Matrix some = tape.borrow(rows.length, 2);
        some.copyFrom(rows);
        Tensor sum = SparseMatMul.of(block.weights(), tape.constant(some));
        for (int c = 0; c < 2; c++) {
          mean[c] += sum.value().get(0, c) / draws;
          squares[c] += sum.value().get(0, c) * sum.value().get(0, c) / draws;
        }
      }
    }
    for (int c = 0; c < 2; c++) {
      double exact = 0;
      for (int u : ALL) {
        exact += operator.entry(2, u) * h.get(u, c);
      }
      double error = Math.sqrt((squares[c] - mean[c] * mean[c]) / draws);
      assertThat(error).isGreaterThan(1e-3);
      assertThat(Math.abs(mean[c] - exact)).isLessThan(5 * error);
    }
  }

  @Test
  void aSampleOfEveryColumnIsTheWholeGraph() {
    var settings = new Ladies.Settings(2, 4, 50, false, true, true, 0, 0);
    var backbone = new Ladies();
    var inputs = backbone.prepare(settings, SmallGraph.nodeWise(work), work);
    try (var store = new ParameterStore(2)) {
      var model = backbone.create(settings, inputs, 2, store);
      Steps.Step step = model.steps(inputs, LABELLED, NetworkCheck.TARGETS, 0, 1).draw(1, 0);
      try (Tape tape = engine.tape()) {
        double drawn = step.loss(tape, Phase.judging()).value().get(0, 0);
        double whole =
            model
                .loss(tape, inputs, LABELLED, NetworkCheck.TARGETS, Phase.judging())
                .value()
                .get(0, 0);
        assertThat(drawn).isCloseTo(whole, within(1e-6));
      }
    }
  }

  @Test
  void aStepIsTheSameWhenDrawnAgain() {
    var settings = fast(3, false, 0);
    FastGcn.Inputs inputs = new FastGcn().prepare(settings, SmallGraph.nodeWise(work), work);
    List<LayerBlock> one = FastGcn.blocks(settings, inputs, LABELLED, 9);
    List<LayerBlock> two = FastGcn.blocks(settings, inputs, LABELLED, 9);
    for (int l = 0; l < 2; l++) {
      assertThat(one.get(l).sources()).isEqualTo(two.get(l).sources());
    }
  }

  @Test
  void nothingToDrawIsRefused() {
    assertThatThrownBy(() -> fast(0, true, 0)).hasMessage("samples must be at least 1, got 0");
    assertThatThrownBy(() -> new Ladies.Settings(2, 4, 0, false, true, true, 0, 0))
        .hasMessage("samples must be at least 1, got 0");
    assertThatThrownBy(() -> new VrGcn.Settings(2, 4, 0, VrGcn.Control.CV, 0, 0))
        .hasMessage("neighbours must be at least 1, got 0");
  }
}
