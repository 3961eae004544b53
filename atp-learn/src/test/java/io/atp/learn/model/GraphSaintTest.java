package io.atp.learn.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.runtime.Workspace;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.sample.SaintSampler;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GraphSaintTest {
  private static final GraphSaint SAINT = new GraphSaint();

  private static GraphSaint.Settings settings(
      SaintSampler sampler, String architecture, double dropout, boolean loops) {
    return new GraphSaint.Settings(sampler, 1, architecture, 5, dropout, loops);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "0-2", "1-1-0"})
  void gradientsOfAStepMatchDifferences(String architecture) {
    NetworkCheck.checkStep(
        SAINT,
        settings(new SaintSampler.Walk(3, 2), architecture, 0, false),
        SmallGraph.ALL,
        () -> Phase.training(5));
  }

  @Test
  void gradientsWithLoopsAndDropoutMatchDifferences() {
    NetworkCheck.checkStep(
        SAINT,
        settings(new SaintSampler.Edge(4), "1-1", 0.2, true),
        SmallGraph.ALL,
        () -> Phase.training(3));
  }

  /// A budget that always takes in everything has α = 1 and λ = |V|.
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aSubgraphOfAllNodesIsTheGraph(boolean loops) {
    try (Workspace work = Workspace.open(2);
        Engine engine = Engine.on(work);
        Tape tape = engine.tape();
        var store = new ParameterStore(2)) {
      var settings = settings(new SaintSampler.Walk(200, 3), "1-1", 0, loops);
      var inputs = SAINT.prepare(settings, SmallGraph.nodeWise(work), work);
      var model = SAINT.create(settings, inputs, 2, store);
      int[] nodes = {0, 3, 4};
      Tensor whole = model.loss(tape, inputs, nodes, NetworkCheck.TARGETS, Phase.judging());
      Steps.Step step = model.steps(inputs, nodes, NetworkCheck.TARGETS, 0, 9).draw(1, 0);
      Tensor drawn = step.loss(tape, Phase.training(1));
      assertThat(drawn.value().get(0, 0)).isCloseTo(whole.value().get(0, 0), within(1e-5f));
    }
  }

  @Test
  void aSubgraphWithoutTrainingNodesCostsNothing() {
    try (Workspace work = Workspace.open(1);
        Engine engine = Engine.on(work);
        var store = new ParameterStore(2)) {
      var settings = settings(new SaintSampler.Node(1), "1", 0, false);
      var inputs = SAINT.prepare(settings, SmallGraph.nodeWise(work), work);
      var model = SAINT.create(settings, inputs, 2, store);
      Steps steps = model.steps(inputs, new int[] {4}, NetworkCheck.TARGETS, 0, 9);
      assertThat(steps.count(1)).isEqualTo(5);
      int none = 0;
      for (int number = 0; number < 200; number++) {
        try (Tape tape = engine.tape()) {
          Tensor loss = steps.draw(1, number).loss(tape, Phase.training(1));
          tape.backward(loss);
          none += loss.value().get(0, 0) == 0 ? 1 : 0;
        }
      }
      assertThat(none).isBetween(160, 195);
    }
  }

  @Test
  void settingsAreRead() {
    var recipe =
        SAINT.recipe("cora").with(Map.of("sampler", "frontier(50, 10)", "architecture", "1-0"));
    assertThat(recipe.settings().sampler()).isEqualTo(new SaintSampler.Frontier(50, 10));
    assertThatThrownBy(() -> SAINT.recipe("cora").with(Map.of("architecture", "1-x")))
        .hasMessage("an architecture is digits such as 1-1-0, got '1-x'");
  }
}
