package io.atp.learn.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.runtime.Workspace;
import io.atp.learn.model.layer.EgoLayer.Activation;
import io.atp.learn.model.layer.EgoLayer.Kind;
import io.atp.learn.model.layer.EgoReadout.Pooling;
import io.atp.learn.model.layer.EgoReadout.Residue;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.plan.OperatorUse;
import io.atp.learn.sample.Scope;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class ShadowTest {
  private static final Shadow SHADOW = new Shadow();
  private static final Scope NEAR = new Scope.Ppr(3, 1e-3, 0);

  private static Shadow.Settings settings(
      Kind kind, Scope scope, Residue residue, Pooling pooling, double dropout, double edges) {
    return new Shadow.Settings(
        kind, scope, true, 2, 4, Activation.ELU, residue, pooling, dropout, edges);
  }

  static Stream<Shadow.Settings> variants() {
    return Stream.of(
        settings(Kind.GCN, NEAR, Residue.LAST, Pooling.CENTRE, 0, 0),
        settings(Kind.SAGE, NEAR, Residue.LAST, Pooling.CENTRE, 0, 0),
        settings(Kind.GAT, NEAR, Residue.LAST, Pooling.CENTRE, 0, 0),
        settings(Kind.GAT, NEAR, Residue.MAX, Pooling.MEAN, 0.2, 0.2),
        settings(Kind.GCN, new Scope.Hops(1, 2), Residue.MAX, Pooling.CENTRE, 0, 0.2),
        settings(Kind.GCN, NEAR, Residue.LAST, Pooling.MEAN, 0.2, 0),
        settings(Kind.SAGE, NEAR, Residue.MAX, Pooling.MAX, 0, 0.2));
  }

  /// Three classes: the norm of two logits is a step, and has no gradient.
  @ParameterizedTest
  @MethodSource("variants")
  void gradientsOfAStepMatchDifferences(Shadow.Settings settings) {
    NetworkCheck.checkStep(SHADOW, settings, SmallGraph.ALL, () -> Phase.training(4), 3);
  }

  @ParameterizedTest
  @MethodSource("variants")
  void aStepWithoutDropsIsAQuestion(Shadow.Settings variant) {
    try (Workspace work = Workspace.open(2);
        Engine engine = Engine.on(work);
        Tape tape = engine.tape();
        var store = new ParameterStore(2)) {
      var settings = settings(variant.inner(), NEAR, variant.residue(), variant.pooling(), 0, 0);
      var inputs = SHADOW.prepare(settings, SmallGraph.nodeWise(work), work);
      var model = SHADOW.create(settings, inputs, 2, store);
      int[] nodes = {3, 0, 4};
      Tensor asked = model.loss(tape, inputs, nodes, NetworkCheck.TARGETS, Phase.judging());
      Steps.Step step = model.steps(inputs, nodes, NetworkCheck.TARGETS, 0, 9).draw(1, 0);
      Tensor drawn = step.loss(tape, Phase.training(1));
      assertThat(drawn.value().get(0, 0)).isCloseTo(asked.value().get(0, 0), within(1e-6f));
    }
  }

  @Test
  void theAnswerForANodeDoesNotDependOnWhoElseIsAskedFor() {
    try (Workspace work = Workspace.open(2);
        Engine engine = Engine.on(work);
        Tape tape = engine.tape();
        var store = new ParameterStore(2)) {
      var settings = settings(Kind.GCN, NEAR, Residue.MAX, Pooling.MAX, 0.5, 0.3);
      var inputs = SHADOW.prepare(settings, SmallGraph.nodeWise(work), work);
      var model = SHADOW.create(settings, inputs, 3, store);
      Tensor all = model.logits(tape, inputs, SmallGraph.ALL, Phase.judging());
      Tensor one = model.logits(tape, inputs, new int[] {3}, Phase.judging());
      assertThat(one.value().row(0)).containsExactly(all.value().row(3), within(1e-6f));
    }
  }

  @ParameterizedTest
  @EnumSource
  void anIsolatedTargetIsAnswered(Kind kind) {
    try (Workspace work = Workspace.open(1);
        Engine engine = Engine.on(work);
        Tape tape = engine.tape();
        var store = new ParameterStore(2)) {
      CsrGraph graph = NamedGraphs.edges(work, 5, 0, 1, 1, 2);
      var settings = settings(kind, NEAR, Residue.LAST, Pooling.CENTRE, 0, 0);
      var inputs = SHADOW.prepare(settings, SmallGraph.symmetric(work, graph), work);
      var model = SHADOW.create(settings, inputs, 3, store);
      assertThat(model.logits(tape, inputs, new int[] {4}, Phase.judging()).value().row(0))
          .doesNotContain(Float.NaN);
    }
  }

  /// With attention inside only the topology counts; else the coefficients do as well.
  @ParameterizedTest
  @EnumSource
  void coefficientsActWhereLayersDoNotWeighEdgesThemselves(Kind kind) {
    var settings = settings(kind, NEAR, Residue.LAST, Pooling.CENTRE, 0, 0);
    boolean same = Arrays.equals(answer(settings, true), answer(settings, false));
    assertThat(same).isEqualTo(kind == Kind.GAT);
    assertThat(SHADOW.operatorUse(settings))
        .isEqualTo(kind == Kind.GAT ? OperatorUse.TOPOLOGY : OperatorUse.WEIGHTS);
  }

  private static float[] answer(Shadow.Settings settings, boolean nodeWise) {
    try (Workspace work = Workspace.open(1);
        Engine engine = Engine.on(work);
        Tape tape = engine.tape();
        var store = new ParameterStore(2)) {
      Problem problem = nodeWise ? SmallGraph.nodeWise(work) : SmallGraph.symmetric(work);
      var inputs = SHADOW.prepare(settings, problem, work);
      var model = SHADOW.create(settings, inputs, 3, store);
      return model.logits(tape, inputs, new int[] {2}, Phase.judging()).value().row(0);
    }
  }

  @Test
  void headsShareTheColumnsOfALayer() {
    var recipe = SHADOW.recipe("cora").with(Map.of("inner", "gat"));
    assertThat(recipe.settings().inner()).isEqualTo(Kind.GAT);
    assertThatThrownBy(() -> recipe.with(Map.of("hidden", "6")))
        .hasMessageContaining("hidden must be a multiple of 4, the heads of GAT layers, got 6");
  }

  @Test
  void settingsAreRead() {
    var recipe = SHADOW.recipe("cora").with(Map.of("scope", "hops(2, 20)", "inner", "sage"));
    assertThat(recipe.settings().scope()).isEqualTo(new Scope.Hops(2, 20));
    assertThat(recipe.settings().inner()).isEqualTo(Kind.SAGE);
    assertThat(SHADOW.stateBytes(SHADOW.recipe("flickr").settings(), 10, 7))
        .isEqualTo(200 * 10 * 4 + (10 * 3 + 8) * 200 * 10 * 256L * 4);
  }
}
