package io.atp.learn.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.learn.experiment.Experiment;
import io.atp.learn.experiment.ExperimentConfig;
import io.atp.learn.experiment.LabelledData;
import io.atp.learn.experiment.SmallExperiment;
import io.atp.learn.model.Backbone;
import io.atp.learn.model.Backbones;
import io.atp.learn.model.LabelPropagation;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class EmbeddingTest {
  static Stream<Backbone<?, ?>> backbones() {
    return Backbones.all().stream().filter(backbone -> !(backbone instanceof LabelPropagation));
  }

  private static <S extends Record, I> SavedModel trained(
      Backbone<S, I> backbone, GraphData graph, Workspace work, String... settings) {
    ExperimentConfig<S, I> config = SmallExperiment.config(backbone, 1, settings);
    var result = Experiment.run(LabelledData.of(graph), config, work);
    return SavedModel.of(config, result, 3, 12);
  }

  @ParameterizedTest
  @MethodSource("backbones")
  void everyNodeHasAStateAndTheAnswersStay(Backbone<?, ?> backbone) {
    try (Workspace work = Workspace.open(2)) {
      GraphData graph = SmallExperiment.graph(work);
      SavedModel saved = trained(backbone, graph, work);
      Predictions plain = Predictor.predict(saved, graph, work);
      Predictions both = Predictor.predict(saved, graph, true, work);
      assertThat(plain.embeddingWidth()).isZero();
      assertThat(both.probabilities()).isDeepEqualTo(plain.probabilities());
      assertThat(both.embeddings()).hasDimensions(240, both.embeddingWidth());
      assertThat(Arrays.stream(both.embeddings()).map(Arrays::toString).distinct().count())
          .isGreaterThan(200);
      for (float[] row : both.embeddings()) {
        assertThat(row).doesNotContain(Float.NaN);
      }
    }
  }

  /// What the classifier makes of a state are the logits of its node.
  @ParameterizedTest
  @CsvSource({
    "sgc,classifier",
    "s2gc,classifier",
    "mlp,layer1",
    "fsgnn,classifier",
    "gcnii,out",
    "graphsage,classifier",
    "graphsaint,classifier",
    "ladies,classifier"
  })
  void theClassifierSeesIt(String name, String layer) {
    try (Workspace work = Workspace.open(2)) {
      GraphData graph = SmallExperiment.graph(work);
      SavedModel saved = trained(Backbones.named(name), graph, work);
      Predictions said = Predictor.predict(saved, graph, true, work);
      float[][] weight = saved.weights().get(layer + ".weight");
      float[] bias = saved.weights().get(layer + ".bias")[0];
      for (int node = 0; node < 240; node += 17) {
        double[] logits = new double[3];
        for (int c = 0; c < 3; c++) {
          logits[c] = bias[c];
          for (int k = 0; k < weight.length; k++) {
            logits[c] += said.embeddings()[node][k] * weight[k][c];
          }
        }
        float[] p = said.probabilities()[node];
        for (int c = 1; c < 3; c++) {
          double expected = Math.log(p[c] / p[0]) * saved.temperature();
          assertThat(logits[c] - logits[0]).isCloseTo(expected, within(1e-3));
        }
      }
    }
  }

  /// Labels that are read beside features leave the state to the features.
  @Test
  void theStateIsThatOfTheFeatures() {
    try (Workspace work = Workspace.open(2)) {
      GraphData graph = SmallExperiment.graph(work);
      SavedModel saved =
          trained(
              Backbones.named("gamlp"),
              graph,
              work,
              "labelHops",
              "2",
              "hidden",
              "24",
              "layers",
              "2");
      assertThat(saved.weights()).containsKey("labels.0.weight");
      assertThat(Predictor.predict(saved, graph, true, work).embeddingWidth()).isEqualTo(24);
    }
  }

  @Test
  void whatHasNoWeightsHasNoState() {
    try (Workspace work = Workspace.open(2)) {
      GraphData graph = SmallExperiment.graph(work);
      SavedModel saved = trained(new LabelPropagation(), graph, work);
      assertThatThrownBy(() -> Predictor.predict(saved, graph, true, work))
          .hasMessage(
              "label-propagation has no state between features and labels to give as an embedding");
    }
  }
}
