package io.atp.learn.model;

import static io.atp.learn.model.SmallGraph.ALL;
import static io.atp.learn.model.SmallGraph.assertRows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.runtime.Workspace;
import io.atp.learn.model.input.HopInputs;
import io.atp.learn.model.layer.DenseStack;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import java.lang.foreign.Arena;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// GBP and AGP: what they make of the five-node graph, and the classifier they share.
class PushedSumsTest {
  private static final double[][] PPNP = {
    {.717358, .702645},
    {.617358, .802645},
    {.835015, .966323},
    {.771214, .992328},
    {.878840, .662917}
  };

  private final Workspace work = Workspace.open(2);
  private final Engine engine = Engine.on(work);

  @AfterEach
  void close() {
    engine.close();
    work.close();
  }

  private Matrix rows(HopInputs inputs) {
    return inputs.rows(engine.tape(), 0, ALL).value();
  }

  private Matrix gbp(int levels, double push, Problem problem) {
    return rows(
        new Gbp().prepare(new Gbp.Settings(0.1, levels, push, 4, 2, 0, false), problem, work));
  }

  private Matrix agp(Agp.Weights weights, double threshold, Problem problem) {
    var settings = new Agp.Settings(weights, 2, threshold, 7, 4, 2, 0, false);
    return rows(new Agp().prepare(settings, problem, work));
  }

  @Test
  void gbpCutOffAfterTwoLevelsIsTheSumOfTheArticle() {
    assertRows(
        gbp(2, 0, SmallGraph.symmetric(work)),
        new double[][] {
          {.202165, .115665},
          {.102165, .215665},
          {.214319, .274469},
          {.174969, .364871},
          {.367046, .138144}
        });
    assertRows(
        gbp(2, 0, SmallGraph.nodeWise(work)),
        new double[][] {
          {.178457, .119145},
          {.059615, .190531},
          {.274751, .547116},
          {.077768, .335066},
          {.363176, .270558}
        });
  }

  @Test
  void gbpThatEndsByItselfIsPersonalisedPageRankAndSoIsAFinePush() {
    assertRows(gbp(0, 0, SmallGraph.symmetric(work)), PPNP);
    assertRows(gbp(0, 1e-8, SmallGraph.symmetric(work)), PPNP);
  }

  @Test
  void agpGivesTheLastLevelAllThatIsLeft() {
    Matrix z = agp(new Agp.Weights.PageRank(0.2), 0, SmallGraph.symmetric(work));
    double[] column = {.664433, .464433, .806394, .773398, 1.168758};
    for (int node = 0; node < column.length; node++) {
      assertThat((double) z.get(node, 0)).isCloseTo(column[node], within(2e-6));
    }
  }

  @Test
  void agpWithTheWeightsOfSgcIsTheLastHop() {
    Matrix z = agp(new Agp.Weights.Last(), 0, SmallGraph.nodeWise(work));
    SmallGraph.assertRow(z.row(2), 1.238140, 2.175683);
  }

  @Test
  void aSkippedWidthIsMultipliedAndAnEqualOneAlsoAdded() {
    try (var store = new ParameterStore(1);
        Arena arena = Arena.ofConfined();
        Tape tape = engine.tape()) {
      DenseStack stack = DenseStack.create(store, "s", 2, 2, 1, 2, false, 0);
      stack.layers().get(0).weight().value().copyFrom(new float[][] {{1, -2}, {0, 1}});
      stack.layers().get(1).weight().value().copyFrom(new float[][] {{1}, {10}});
      Tensor x = tape.constant(Matrix.of(new float[][] {{3, 4}, {1, 2}}, arena));
      // x·W + x = [6, 2; 2, 2], all positive, and its product with (1, 10).
      assertRows(stack.apply(x, Phase.judging()).value(), new double[][] {{26}, {22}});
    }
  }

  @Test
  void gradientsAreThoseOfDifferences() {
    NetworkCheck.check(
        new Gbp(), new Gbp.Settings(0.1, 2, 0, 5, 3, 0, true), ALL, () -> Phase.training(11));
    NetworkCheck.check(
        new Agp(),
        new Agp.Settings(new Agp.Weights.PageRank(0.2), 4, 0, 0, 16, 2, 0.5, false),
        ALL,
        Phase::judging);
  }
}
