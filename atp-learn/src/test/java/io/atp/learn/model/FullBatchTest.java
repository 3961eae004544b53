package io.atp.learn.model;

import static io.atp.learn.model.SmallGraph.ALL;
import static io.atp.learn.model.SmallGraph.assertRows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.operator.TestVectors;
import io.atp.core.runtime.Workspace;
import io.atp.learn.model.input.GraphInputs;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.model.layer.ResidualConvolution;
import io.atp.learn.model.layer.ResidualConvolution.Form;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Parameter;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Backbones that meet the operator in every layer, on the five-node graph.
class FullBatchTest {
  private static final float[][] IDENTITY = {{1, 0}, {0, 1}};
  private static final float[][] W0 = {{1, -1}, {.5f, 1}};
  private static final float[][] W1 = {{1, 0}, {-1, 2}};
  private static final int[] LABELLED = {0, 4};

  private final Workspace work = Workspace.open(2);
  private final Engine engine = Engine.on(work);

  @AfterEach
  void close() {
    engine.close();
    work.close();
  }

  private static final Gcn.Settings TWO_LAYERS = new Gcn.Settings(2, 2, 0, 0, false, false);

  /// Loss and gradients of node 0 (class 0) and node 4 (class 1).
  private Map<String, float[][]> gradients(Problem problem, double loss) {
    var gcn = new Gcn();
    GraphInputs inputs = gcn.prepare(TWO_LAYERS, problem, work);
    try (var store = new ParameterStore(1);
        Tape tape = engine.tape()) {
      Model<GraphInputs> model = gcn.create(TWO_LAYERS, inputs, 2, store);
      store.values().get("layer0.weight").copyFrom(W0);
      store.values().get("layer1.weight").copyFrom(W1);
      Tensor found = model.loss(tape, inputs, LABELLED, NetworkCheck.TARGETS, Phase.training(1));
      assertThat((double) found.value().get(0, 0)).isCloseTo(loss, within(1e-6));
      tape.backward(found);
      return Map.of(
          "layer0", gradient(store, "layer0.weight"), "layer1", gradient(store, "layer1.weight"));
    }
  }

  private static float[][] gradient(ParameterStore store, String name) {
    return store.parameters().stream()
        .filter(parameter -> parameter.name().equals(name))
        .map(parameter -> parameter.gradient().toArray())
        .findFirst()
        .orElseThrow();
  }

  /// The specification's V2. Going back through P̃ itself would give .009051 for the first number.
  @Test
  void gradientsGoBackThroughTheTranspose() {
    Map<String, float[][]> found = gradients(SmallGraph.nodeWise(work), .759517);
    SmallGraph.assertRow(found.get("layer0")[0], .092379, -.277136);
    SmallGraph.assertRow(found.get("layer0")[1], .118832, -.356497);
    SmallGraph.assertRow(found.get("layer1")[0], .151795, -.151795);
    SmallGraph.assertRow(found.get("layer1")[1], .026454, -.026454);
  }

  @Test
  void theClassicOperatorGivesTheLossOfTheSpecification() {
    assertThat(gradients(SmallGraph.symmetric(work), 1.039233)).hasSize(2);
  }

  private <S extends Record> void assertLogits(
      Backbone<S, GraphInputs> backbone,
      S settings,
      Problem problem,
      Map<String, float[][]> weights,
      double[][] expected) {
    GraphInputs inputs = backbone.prepare(settings, problem, work);
    try (var store = new ParameterStore(1);
        Tape tape = engine.tape()) {
      Model<GraphInputs> model = backbone.create(settings, inputs, 2, store);
      weights.forEach((name, rows) -> store.values().get(name).copyFrom(rows));
      assertRows(model.logits(tape, inputs, ALL, Phase.judging()).value(), expected);
    }
  }

  @Test
  void gcnGivesTheLogitsOfTheSpecification() {
    Map<String, float[][]> weights = Map.of("layer0.weight", W0, "layer1.weight", W1);
    assertLogits(
        new Gcn(),
        TWO_LAYERS,
        SmallGraph.symmetric(work),
        weights,
        new double[][] {
          {.771928, .333333},
          {.771928, .333333},
          {1.125437, .288675},
          {1.252449, .333333},
          {1.350317, 0}
        });
    assertLogits(
        new Gcn(),
        TWO_LAYERS,
        SmallGraph.nodeWise(work),
        weights,
        new double[][] {
          {.464171, .770507},
          {.352694, .585458},
          {1.388439, 1.875085},
          {.437041, .814188},
          {1.071032, 1.136321}
        });
  }

  /// With H_0 = X and an output layer that passes on what it gets.
  @Test
  void gcniiGivesTheStatesOfTheSpecification() {
    Map<String, float[][]> weights =
        Map.of(
            "in.weight", IDENTITY,
            "in.bias", new float[][] {{0, 0}},
            "layer1.weight", W0,
            "layer2.weight", W0,
            "out.weight", IDENTITY,
            "out.bias", new float[][] {{0, 0}});
    for (int segment : new int[] {0, 1, 2}) {
      var settings = new Gcn2.Settings(Form.ORIGINAL, 2, 2, 0.5, 0.1, 0, 0, segment);
      assertLogits(
          new Gcn2(),
          settings,
          SmallGraph.symmetric(work),
          weights,
          new double[][] {
            {.799581, .275468},
            {.710739, .397782},
            {1.050283, .436018},
            {1.113136, .498156},
            {1.247858, .101983}
          });
      assertLogits(
          new Gcn2(),
          settings,
          SmallGraph.nodeWise(work),
          weights,
          new double[][] {
            {.705719, .414375},
            {.471404, .431813},
            {1.778814, 1.341661},
            {.627386, .664956},
            {1.406800, .721367}
          });
    }
  }

  @Test
  void gatGivesTheVectorsOfTheSpecification() {
    assertLogits(
        Gat.original(),
        new Gat.Settings(1, 1, 2, 1, 0, true, false),
        SmallGraph.nodeWise(work), // coefficients play no part
        Map.of(
            "layer0.weight", IDENTITY,
            "layer0.receiver", new float[][] {{1, .5f}},
            "layer0.sender", new float[][] {{-1, .25f}}),
        new double[][] {
          {.395545, .826821},
          {.467162, .772257},
          {.222700, 1.339476},
          {.443695, 1.556305},
          {.151716, 1.848284}
        });
  }

  @Test
  void gatv2GivesTheVectorsOfTheSpecification() {
    var settings = new Gat.Settings(1, 1, 2, 1, 0, true, true);
    float[][] a = {{1, -.5f}};
    assertLogits(
        Gat.dynamic(),
        settings,
        SmallGraph.nodeWise(work),
        Map.of("layer0.sender", IDENTITY, "layer0.a", a),
        new double[][] {
          {.878048, .453451},
          {.878048, .453451},
          {.817574, .559966},
          {1.746484, .253516},
          {1.905148, .094852}
        });
    assertLogits(
        Gat.dynamic(),
        new Gat.Settings(1, 1, 2, 1, 0, true, false),
        SmallGraph.symmetric(work),
        Map.of(
            "layer0.sender", new float[][] {{1, -1}, {0, 1}},
            "layer0.receiver", IDENTITY,
            "layer0.a", a),
        new double[][] {
          {.904166, -.378834},
          {.922304, -.496401},
          {.880797, -.384053},
          {1.850937, -1.701874},
          {1.921669, -1.843337}
        });
  }

  private double[] received(Gat gat, Gat.Settings settings, Map<String, float[][]> weights) {
    GraphInputs inputs = gat.prepare(settings, SmallGraph.symmetric(work), work);
    try (var store = new ParameterStore(1)) {
      Model<GraphInputs> model = gat.create(settings, inputs, 2, store);
      weights.forEach((name, rows) -> store.values().get(name).copyFrom(rows));
      @SuppressWarnings("unchecked")
      var weighing = (LearnedWeights<GraphInputs>) model;
      return weighing.firstLayer(inputs, engine);
    }
  }

  /// α by its formula, arc by arc, with the weights of the specification's vector.
  @Test
  void attentionReceivedIsTheMeanOfCoefficientsTimesDegrees() {
    double[] found =
        received(
            Gat.original(),
            new Gat.Settings(1, 1, 2, 1, 0, true, false),
            Map.of(
                "layer0.weight", IDENTITY,
                "layer0.receiver", new float[][] {{1, .5f}},
                "layer0.sender", new float[][] {{-1, .25f}}));
    double[][] x = TestVectors.X;
    CsrGraph graph = NamedGraphs.g5(work);
    double[] expected = new double[5];
    for (int i = 0; i < 5; i++) {
      double[] e = new double[5];
      double all = 0;
      for (int j = 0; j < 5; j++) {
        if (i == j || graph.hasArc(i, j)) {
          double score = x[i][0] + .5 * x[i][1] - x[j][0] + .25 * x[j][1];
          e[j] = Math.exp(score < 0 ? .2 * score : score);
          all += e[j];
        }
      }
      for (int j = 0; j < 5; j++) {
        expected[j] += e[j] / all * graph.selfLoopedDegree(i) / graph.selfLoopedDegree(j);
      }
    }
    assertThat(found).containsExactly(expected, within(1e-6));
  }

  /// What all give is what all receive, whatever was learned; where nothing was, each gets 1.
  @ParameterizedTest
  @MethodSource("attentions")
  void attentionIsDealtOutWhole(Gat gat) {
    CsrGraph graph = NamedGraphs.g5(work);
    double[] learned = received(gat, new Gat.Settings(2, 3, 2, 1, 0, true, false), Map.of());
    double total = 0;
    for (int node = 0; node < 5; node++) {
      total += learned[node] * graph.selfLoopedDegree(node);
    }
    assertThat(total).isCloseTo(graph.arcCount() + 5, within(1e-5));
    assertThat(learned).isNotEqualTo(new double[] {1, 1, 1, 1, 1});
    String a = gat.name().equals("gat") ? "layer0.sender" : "layer0.a";
    double[] even =
        received(
            gat, new Gat.Settings(1, 1, 2, 1, 0, true, false), Map.of(a, new float[][] {{0, 0}}));
    assertThat(even).containsExactly(new double[] {1, 1, 1, 1, 1}, within(1e-6));
  }

  @Test
  void gradientsOfGcnAreThoseOfDifferences() {
    NetworkCheck.check(
        new Gcn(), new Gcn.Settings(3, 5, 0.3, 0.2, true, true), ALL, () -> Phase.training(5));
  }

  @ParameterizedTest
  @EnumSource
  void gradientsOfEveryFormOfGcniiAreThoseOfDifferences(Form form) {
    var settings = new Gcn2.Settings(form, 3, 4, 0.5, 0.2, 0.2, 0, 2);
    NetworkCheck.check(new Gcn2(), settings, ALL, () -> Phase.training(5));
  }

  static Stream<Gat> attentions() {
    return Stream.of(Gat.original(), Gat.dynamic());
  }

  @ParameterizedTest
  @MethodSource("attentions")
  void gradientsOfAttentionAreThoseOfDifferences(Gat gat) {
    var settings = new Gat.Settings(2, 3, 2, 2, 0.2, true, false);
    NetworkCheck.check(gat, settings, ALL, () -> Phase.training(5));
  }

  /// Weights after a few steps must not depend on what is kept between the layers.
  @ParameterizedTest
  @EnumSource
  void computingLayersAgainChangesNoBit(Form form) {
    float[][] kept = stateAfter(form, 0);
    assertThat(stateAfter(form, 1)).isDeepEqualTo(kept);
    assertThat(stateAfter(form, 3)).isDeepEqualTo(kept);
  }

  /// Gradient of the first weight, with what the norms remember behind it.
  private float[][] stateAfter(Form form, int segment) {
    var settings = new Gcn2.Settings(form, 7, 4, 0.5, 0.2, 0.3, 0, segment);
    var backbone = new Gcn2();
    GraphInputs inputs = backbone.prepare(settings, SmallGraph.nodeWise(work), work);
    try (var store = new ParameterStore(6);
        Tape tape = engine.tape()) {
      Model<GraphInputs> model = backbone.create(settings, inputs, 2, store);
      tape.backward(model.loss(tape, inputs, ALL, NetworkCheck.TARGETS, Phase.training(9)));
      Stream<float[]> gradients =
          store.parameters().stream()
              .map(Parameter::gradient)
              .flatMap(matrix -> Stream.of(matrix.toArray()));
      Stream<float[]> values =
          store.values().values().stream().map(Matrix::toArray).flatMap(Stream::of);
      return Stream.concat(gradients, values).toArray(float[][]::new);
    }
  }

  @Test
  void layersComputedAgainHoldLessMemory() {
    assertThat(poolAfter(4)).isLessThan(poolAfter(0) / 2);
  }

  private long poolAfter(int segment) {
    var settings = new Gcn2.Settings(Form.ORIGINAL, 16, 512, 0.5, 0.1, 0.5, 0, segment);
    var backbone = new Gcn2();
    GraphInputs inputs = backbone.prepare(settings, SmallGraph.nodeWise(work), work);
    try (var store = new ParameterStore(6);
        Engine own = Engine.on(work);
        Tape tape = own.tape()) {
      Model<GraphInputs> model = backbone.create(settings, inputs, 2, store);
      long before = own.pool().allocatedBytes();
      tape.backward(model.loss(tape, inputs, ALL, NetworkCheck.TARGETS, Phase.training(9)));
      return own.pool().allocatedBytes() - before;
    }
  }

  @Test
  void aLayerHasTheWeightsOfItsForm() {
    try (var store = new ParameterStore(1)) {
      for (Form form : Form.values()) {
        var layer = ResidualConvolution.create(store, form.name(), form, 4, 0.1, 0.4, 0);
        int expected = form == Form.ARXIV ? 4 : form == Form.TWO_WEIGHTS ? 2 : 1;
        assertThat(layer.parameters()).as(form.name()).hasSize(expected);
      }
    }
  }
}
