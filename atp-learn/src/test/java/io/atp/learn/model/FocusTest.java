package io.atp.learn.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.encode.NodeCoefficients;
import io.atp.core.feature.DenseFeatures;
import io.atp.core.feature.Features;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.Labels;
import io.atp.learn.model.input.Focus;
import io.atp.learn.model.input.GraphInputs;
import io.atp.learn.model.input.LastLayers;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.model.layer.ResidualConvolution.Form;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Parameter;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// A part of the graph answers, and teaches, as the whole does.
class FocusTest {
  private static final int NODES = 300;
  private static final int[] ASKED = {7, 60, 211};

  private final Workspace work = Workspace.open(2);
  private final Engine engine = Engine.on(work);

  @AfterEach
  void close() {
    engine.close();
    work.close();
  }

  record Case<S extends Record>(String name, Backbone<S, GraphInputs> backbone, S settings) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Case<?>> backbones() {
    return Stream.of(
        new Case<>("GCN", new Gcn(), new Gcn.Settings(2, 8, 0, 0, true, false)),
        new Case<>("three layers", new Gcn(), new Gcn.Settings(3, 8, 0, 0, false, false)),
        new Case<>("GAT", Gat.original(), new Gat.Settings(2, 2, 4, 2, 0, false, false)),
        new Case<>("GATv2", Gat.dynamic(), new Gat.Settings(2, 2, 4, 1, 0, false, true)),
        new Case<>("GCNII", new Gcn2(), deep(Form.ORIGINAL, 2, 0)),
        new Case<>("GCNII of 12 layers", new Gcn2(), deep(Form.ORIGINAL, 12, 0)),
        new Case<>("GCNII in parts", new Gcn2(), deep(Form.ORIGINAL, 5, 2)),
        new Case<>("GCNII*", new Gcn2(), deep(Form.STAR, 3, 0)),
        new Case<>("GCNII, two weights", new Gcn2(), deep(Form.TWO_WEIGHTS, 3, 0)));
  }

  private static Gcn2.Settings deep(Form form, int layers, int segment) {
    return new Gcn2.Settings(form, layers, 8, 0.5, 0.1, 0, 0, segment);
  }

  /// A graph of few arcs gives a part with numbers of its own, a skewed one the same numbers with
  /// fewer rows; the last is directed.
  private List<CsrGraph> graphs() {
    return List.of(
        NamedGraphs.skewed(work, NODES, 250, 5),
        NamedGraphs.skewed(work, NODES, 500, 6),
        NamedGraphs.directed(work, NODES, ends(400)).graph());
  }

  private static int[] ends(int arcs) {
    return IntStream.range(0, 2 * arcs)
        .map(i -> StatelessHash.below(StatelessHash.of(9, i), NODES))
        .toArray();
  }

  private Problem problem(CsrGraph graph, boolean sparse) {
    double[][] rows = new double[NODES][6];
    double[] r = new double[NODES];
    for (int i = 0; i < NODES; i++) {
      r[i] = StatelessHash.unit(StatelessHash.of(3, i));
      for (int c = 0; c < 6; c++) {
        double drawn = StatelessHash.unit(StatelessHash.of(4, i, c));
        rows[i][c] = drawn < 0.5 ? 0 : drawn;
      }
    }
    var coefficients = new NodeCoefficients(r);
    Features features = SmallGraph.sparse(work, rows);
    if (!sparse) {
      var dense = new DenseFeatures(NODES, 6, work.allocateFloats(6L * NODES));
      for (int i = 0; i < NODES; i++) {
        for (int c = 0; c < 6; c++) {
          dense.data().setAtIndex(ValueLayout.JAVA_FLOAT, 6L * i + c, (float) rows[i][c]);
        }
      }
      features = dense;
    }
    int[] classes = IntStream.range(0, NODES).map(i -> i % 3).toArray();
    return new Problem(
        PropagationOperator.of(graph, coefficients),
        coefficients,
        features,
        new Labels(3, classes));
  }

  @ParameterizedTest
  @MethodSource("backbones")
  <S extends Record> void aPartGivesTheLogitsOfTheWholeToTheBit(Case<S> given) {
    for (CsrGraph graph : graphs()) {
      for (boolean sparse : new boolean[] {true, false}) {
        try (var store = new ParameterStore(3)) {
          GraphInputs inputs =
              given.backbone().prepare(given.settings(), problem(graph, sparse), work);
          Model<GraphInputs> model = given.backbone().create(given.settings(), inputs, 3, store);
          Focus<GraphInputs> part = model.focus(inputs, ASKED, work).orElseThrow();
          assertThat(isSmaller(part.inputs(), graph)).isTrue();
          assertThat(logits(model, part.inputs(), part.nodes()))
              .isEqualTo(logits(model, inputs, ASKED));
        }
      }
    }
  }

  private static boolean isSmaller(GraphInputs part, CsrGraph graph) {
    return part.graph().arcCount() < graph.arcCount() || !part.last().isEmpty();
  }

  private float[][] logits(Model<GraphInputs> model, GraphInputs inputs, int[] nodes) {
    try (Tape tape = engine.tape()) {
      return model.logits(tape, inputs, nodes, Phase.judging()).value().toArray();
    }
  }

  @ParameterizedTest
  @MethodSource("backbones")
  <S extends Record> void aPartGivesTheGradientsOfTheWhole(Case<S> given) {
    for (CsrGraph graph : graphs()) {
      try (var store = new ParameterStore(3)) {
        Problem problem = problem(graph, true);
        GraphInputs inputs = given.backbone().prepare(given.settings(), problem, work);
        Model<GraphInputs> model = given.backbone().create(given.settings(), inputs, 3, store);
        Targets targets = new Targets.OneClass(problem.known());
        Focus<GraphInputs> part = model.focus(inputs, ASKED, work).orElseThrow();
        List<float[][]> whole = gradients(model, store, inputs, ASKED, targets);
        List<float[][]> some =
            gradients(model, store, part.inputs(), part.nodes(), targets.select(part.members()));
        for (int p = 0; p < whole.size(); p++) {
          for (int i = 0; i < whole.get(p).length; i++) {
            assertThat(some.get(p)[i]).containsExactly(whole.get(p)[i], within(1e-6f));
          }
        }
      }
    }
  }

  private List<float[][]> gradients(
      Model<GraphInputs> model,
      ParameterStore store,
      GraphInputs inputs,
      int[] nodes,
      Targets targets) {
    store.clearGradients();
    try (Tape tape = engine.tape()) {
      tape.backward(model.loss(tape, inputs, nodes, targets, Phase.training(1)));
    }
    return store.parameters().stream().map(Parameter::gradient).map(g -> g.toArray()).toList();
  }

  @Test
  void theLastLayersAnswerForThoseThatAreHeardAndNobodyElse() {
    try (var store = new ParameterStore(3)) {
      GraphInputs inputs =
          new Gcn2()
              .prepare(
                  deep(Form.ORIGINAL, 40, 0), problem(NamedGraphs.path(work, NODES), true), work);
      Model<GraphInputs> model = new Gcn2().create(deep(Form.ORIGINAL, 40, 0), inputs, 3, store);
      Focus<GraphInputs> part = model.focus(inputs, new int[] {100, 102}, work).orElseThrow();
      assertThat(part.members()).isEqualTo(IntStream.rangeClosed(60, 142).toArray());
      List<LastLayers.Layer> last = part.inputs().last().layers();
      assertThat(last).hasSize(8);
      assertThat(last.get(0).nodes()).containsExactly(40, 42);
      assertThat(last.get(1).nodes()).containsExactly(39, 40, 41, 42, 43);
      assertThat(last.get(1).operator().plain().rows()).isEqualTo(5);
      assertThat(last.get(1).operator().plain().columns()).isEqualTo(7);
      assertThat(last.get(1).operator().transposed().rows()).isEqualTo(7);
      assertThat(last.get(7).operator().plain().columns()).isEqualTo(83);
      assertThat(part.inputs().last().places(new int[] {42})).containsExactly(1);
      assertThatThrownBy(() -> part.inputs().last().places(new int[] {41}))
          .hasMessage("node 41 is not among the 2 asked about");
    }
  }

  @Test
  void whereEveryoneIsAskedNothingIsLeftOut() {
    try (var store = new ParameterStore(3)) {
      GraphInputs inputs =
          new Gcn2()
              .prepare(
                  deep(Form.ORIGINAL, 4, 0), problem(NamedGraphs.path(work, NODES), true), work);
      Model<GraphInputs> model = new Gcn2().create(deep(Form.ORIGINAL, 4, 0), inputs, 3, store);
      assertThat(model.focus(inputs, IntStream.range(0, NODES).toArray(), work)).isEmpty();
    }
  }

  @Test
  void batchNormLooksAtAllNodes() {
    var settings = new Gcn.Settings(2, 8, 0, 0, false, true);
    try (var store = new ParameterStore(3);
        var another = new ParameterStore(3)) {
      GraphInputs inputs = new Gcn().prepare(settings, problem(graphs().getFirst(), true), work);
      assertThat(new Gcn().create(settings, inputs, 3, store).focus(inputs, ASKED, work)).isEmpty();
      var deep = new Gcn2().create(deep(Form.ARXIV, 2, 0), inputs, 3, another);
      assertThat(deep.focus(inputs, ASKED, work)).isEmpty();
    }
  }
}
