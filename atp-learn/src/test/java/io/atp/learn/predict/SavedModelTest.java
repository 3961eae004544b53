package io.atp.learn.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.graph.ArcBuffer;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.GraphBuilder;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.NodeIds;
import io.atp.learn.experiment.Experiment;
import io.atp.learn.experiment.ExperimentConfig;
import io.atp.learn.experiment.LabelledData;
import io.atp.learn.experiment.SmallExperiment;
import io.atp.learn.model.Agp;
import io.atp.learn.model.Backbone;
import io.atp.learn.model.Backbones;
import io.atp.learn.model.Sgc;
import io.atp.learn.model.input.Lessons;
import io.atp.learn.plan.OperatorPlan;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SavedModelTest {
  static Stream<Backbone<?, ?>> backbones() {
    return Backbones.all().stream();
  }

  static Stream<Backbone<?, ?>> hopBackbones() {
    return Backbones.all().stream()
        .filter(backbone -> !(backbone instanceof Agp)) // pushes what this sums
        .filter(SavedModelTest::onHops);
  }

  private static <S extends Record> boolean onHops(Backbone<S, ?> backbone) {
    return backbone.hopForm(backbone.recipe("").settings()).isPresent();
  }

  @Test
  void unseenNodesAreForBackbonesOnHops() {
    assertThat(hopBackbones().map(Backbone::name))
        .containsExactlyInAnyOrder(
            "mlp",
            "sgc",
            "s2gc",
            "sign",
            "gamlp",
            "sagn",
            "gbp",
            "authors-sgc",
            "authors-ssgc",
            "authors-gbp",
            "authors-sign");
  }

  private static <S extends Record, I> SavedModel trained(
      Backbone<S, I> backbone, OperatorPlan plan, GraphData graph, Workspace work) {
    ExperimentConfig<S, I> config = SmallExperiment.config(backbone, 1).withPlan(plan);
    var result = Experiment.run(LabelledData.of(graph), config, work);
    return SavedModel.of(config, result, 3, 12);
  }

  @ParameterizedTest
  @MethodSource("backbones")
  void aModelReadBackPredictsTheSame(Backbone<?, ?> backbone, @TempDir Path folder)
      throws IOException {
    try (Workspace work = Workspace.open(2)) {
      GraphData graph = SmallExperiment.graph(work);
      SavedModel saved = trained(backbone, OperatorPlan.adaptive(), graph, work);
      SavedModel read = SmallExperiment.reread(saved, folder.resolve("model"));
      assertThat(read.plan()).isEqualTo(saved.plan());
      assertThat(read.settings()).isEqualTo(saved.settings());
      Predictions before = Predictor.predict(saved, graph, work);
      Predictions after = Predictor.predict(read, graph, work);
      assertThat(after.labels()).isEqualTo(before.labels());
      assertThat(after.probabilities()).isDeepEqualTo(before.probabilities());
    }
  }

  @Test
  void aDamagedModelIsNeverUsed(@TempDir Path folder) throws IOException {
    try (Workspace work = Workspace.open(1)) {
      SavedModel saved =
          trained(new Sgc(), OperatorPlan.classic(0), SmallExperiment.graph(work), work);
      Path place = folder.resolve("model");
      SmallExperiment.reread(saved, place);
      Path weights = place.resolve("weight.classifier.weight.npy");
      byte[] bytes = Files.readAllBytes(weights);
      bytes[bytes.length - 1] ^= 1;
      Files.write(weights, bytes);
      assertThatThrownBy(() -> SavedModel.read(place))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("is damaged");
    }
  }

  @Test
  void aModelWithoutAllItsWeightsIsRefused() {
    try (Workspace work = Workspace.open(1)) {
      GraphData graph = SmallExperiment.graph(work);
      SavedModel whole = trained(new Sgc(), OperatorPlan.classic(0), graph, work);
      Map<String, float[][]> some = new HashMap<>(whole.weights());
      some.remove("classifier.bias");
      SavedModel part =
          new SavedModel(
              whole.backbone(),
              whole.settings(),
              whole.plan(),
              whole.scaling(),
              whole.nodeWise(),
              whole.outputs(),
              whole.featureWidth(),
              whole.temperature(),
              some,
              Lessons.NONE);
      assertThatThrownBy(() -> Predictor.predict(part, graph, work))
          .hasMessage("the saved model has 1 matrices, this one needs 2");
    }
  }

  /// The graph with one more node, which listens to its neighbours and is not listened to.
  private static GraphData grown(GraphData graph, float[] row, int[] neighbours, Workspace work) {
    int nodes = graph.graph().nodeCount();
    var arcs = new ArcBuffer(work);
    for (int node = 0; node < nodes; node++) {
      for (long arc = graph.graph().offset(node); arc < graph.graph().offset(node + 1); arc++) {
        arcs.add(node, graph.graph().target(arc));
      }
    }
    for (int neighbour : neighbours) {
      arcs.add(nodes, neighbour);
    }
    CsrGraph larger = GraphBuilder.directed(nodes + 1, work).add(arcs).build().graph();
    DenseFeatures old = (DenseFeatures) graph.features().orElseThrow();
    var features =
        new DenseFeatures(nodes + 1, old.width(), work.allocateFloats((nodes + 1L) * old.width()));
    features.data().copyFrom(old.data());
    for (int c = 0; c < row.length; c++) {
      features.data().set(ValueLayout.JAVA_FLOAT_UNALIGNED, features.at(nodes, c), row[c]);
    }
    return new GraphData(
        "grown",
        "test",
        larger,
        graph.account(),
        Optional.of(features),
        Optional.empty(),
        Optional.empty(),
        new NodeIds.Same(nodes + 1));
  }

  @ParameterizedTest
  @MethodSource("hopBackbones")
  void anUnseenNodeGetsWhatItWouldGetInTheGraph(Backbone<?, ?> backbone) {
    try (Workspace work = Workspace.open(2)) {
      GraphData graph = SmallExperiment.graph(work);
      SavedModel saved = trained(backbone, OperatorPlan.classic(0.25), graph, work);
      float[] row = new float[12];
      for (int c = 0; c < row.length; c++) {
        row[c] = (c - 5) / 4f;
      }
      int[] neighbours = {3, 50, 51, 200};
      float[] expected =
          Predictor.predict(saved, grown(graph, row, neighbours, work), work).probabilities()[240];
      try (NodePredictor predictor = NodePredictor.open(saved, graph, work)) {
        float[] actual = predictor.probabilities(row, neighbours);
        for (int c = 0; c < 3; c++) {
          assertThat(actual[c]).isCloseTo(expected[c], within(2e-6f));
        }
      }
    }
  }
}
