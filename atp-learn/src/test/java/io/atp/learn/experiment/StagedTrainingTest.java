package io.atp.learn.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.generate.GeneratorConfig;
import io.atp.io.generate.GraphGenerator;
import io.atp.learn.model.Gamlp;
import io.atp.learn.model.SagnSle;
import io.atp.learn.model.input.LabelledHops;
import io.atp.learn.model.input.Lessons;
import io.atp.learn.predict.Predictions;
import io.atp.learn.predict.Predictor;
import io.atp.learn.predict.SavedModel;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StagedTrainingTest {
  private static ExperimentConfig<Gamlp.Settings, LabelledHops> config(String stages) {
    return SmallExperiment.config(
        new Gamlp(), 1, "labelHops", "2", "hidden", "8", "epochs", "40", "stages", stages);
  }

  private static ExperimentResult run(String stages, int threads) {
    try (Workspace work = Workspace.open(threads)) {
      return Experiment.run(LabelledData.of(SmallExperiment.graph(work)), config(stages), work);
    }
  }

  /// No class is more probable than 1, so nothing is handed on.
  @Test
  void theLastStageOfATeacherWithoutLessonsIsTheOnlyStage() {
    ExperimentResult single = run("single", 2);
    ExperimentResult untaught = run("reliable(3, 1, 0.5, 1)", 2);
    assertThat(untaught.lessons().isEmpty()).isTrue();
    assertThat(untaught.runs().getFirst().history()).isEqualTo(single.runs().getFirst().history());
    single
        .weights()
        .copies()
        .forEach((name, rows) -> assertThat(untaught.weights().copies().get(name)).isEqualTo(rows));
  }

  @Test
  void lessonsChangeWhatIsLearnedAndAreTheSameForAnyThreads() {
    ExperimentResult single = run("single", 2);
    ExperimentResult taught = run("reliable(2, 0.5, 0.5, 1)", 2);
    assertThat(taught.lessons().nodes()).hasSizeGreaterThan(60);
    assertThat(taught.runs().getFirst().history()).isNotEqualTo(single.runs().getFirst().history());
    ExperimentResult alone = run("reliable(2, 0.5, 0.5, 1)", 1);
    assertThat(alone.lessons().nodes()).isEqualTo(taught.lessons().nodes());
    assertThat(alone.runs().getFirst().history()).isEqualTo(taught.runs().getFirst().history());
  }

  /// Sure answers are handed on as labels, and the last stage is judged by them.
  @Test
  void selfLabelledStagesTeachOneClassEach() {
    try (Workspace work = Workspace.open(2)) {
      var config =
          SmallExperiment.config(
              new SagnSle(), 1, "hidden", "8", "epochs", "40", "stages", "selfLabelled(2, 0.5)");
      var data = LabelledData.of(SmallExperiment.graph(work));
      Lessons lessons = Experiment.run(data, config, work).lessons();
      assertThat(lessons.nodes()).hasSizeGreaterThan(60);
      for (float[] shares : lessons.shares()) {
        assertThat(shares).containsOnly(0, 1).containsOnlyOnce(1);
      }
    }
  }

  @Test
  void aSavedModelKeepsItsLessonsAndAnswersForItsOwnGraphOnly(@TempDir Path folder)
      throws IOException {
    try (Workspace work = Workspace.open(2)) {
      GraphData graph = SmallExperiment.graph(work);
      var config = config("reliable(2, 0.5, 0.5, 1)");
      var result = Experiment.run(LabelledData.of(graph), config, work);
      SavedModel saved = SavedModel.of(config, result, 3, 12);
      SavedModel read = SmallExperiment.reread(saved, folder.resolve("model"));
      assertThat(read.lessons().nodes()).isEqualTo(result.lessons().nodes());
      Predictions before = Predictor.predict(saved, graph, work);
      Predictions after = Predictor.predict(read, graph, work);
      assertThat(after.probabilities()).isDeepEqualTo(before.probabilities());
      GraphData other = GraphGenerator.generate(GeneratorConfig.of(250, 900, 12, 3), work);
      assertThatThrownBy(() -> Predictor.predict(read, other, work))
          .hasMessageContaining("taught about a graph of 240 nodes")
          .hasMessageEndingWith("has 250");
    }
  }

  @Test
  void stagesNeedLabelUseAndTheWholeGraph() {
    assertThatThrownBy(
            () -> SmallExperiment.config(new Gamlp(), 1, "stages", "reliable(2, 0.5, 0.5, 1)"))
        .hasMessage("stages hand on labels, and labelHops is 0");
    try (Workspace work = Workspace.open(1)) {
      var data = LabelledData.of(SmallExperiment.graph(work));
      var config = config("reliable(2, 0.5, 0.5, 1)");
      var inductive =
          new ExperimentConfig<>(
              config.backbone(), config.recipe(), config.plan(), config.split(), true, 0, 1, 7);
      assertThatThrownBy(() -> Experiment.run(data, inductive, work))
          .hasMessageContaining("which an inductive run does not see");
    }
  }
}
