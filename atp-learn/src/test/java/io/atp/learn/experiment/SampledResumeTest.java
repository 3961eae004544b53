package io.atp.learn.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.runtime.Workspace;
import io.atp.io.generate.GeneratorConfig;
import io.atp.io.generate.GraphGenerator;
import io.atp.learn.model.AsGcn;
import io.atp.learn.model.Backbone;
import io.atp.learn.model.ClusterGcn;
import io.atp.learn.model.VrGcn;
import io.atp.learn.predict.Predictor;
import io.atp.learn.predict.SavedModel;
import io.atp.learn.train.Checkpoints;
import io.atp.learn.train.TrainingState;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Runs of backbones that draw parts of the graph, killed and taken up again.
class SampledResumeTest {
  static Stream<Backbone<?, ?>> backbones() {
    return Stream.of(new VrGcn(), new AsGcn(), new ClusterGcn());
  }

  /// Fails like a process that is killed right after its first checkpoint.
  private record Dying(Checkpoints kept) implements Checkpoints {
    @Override
    public Optional<TrainingState> load() {
      return kept.load();
    }

    @Override
    public boolean due(int epoch) {
      return kept.due(epoch);
    }

    @Override
    public void save(TrainingState state) {
      kept.save(state);
      throw new IllegalStateException("killed");
    }

    @Override
    public Checkpoints stage(int number) {
      return new Dying(kept.stage(number));
    }
  }

  @ParameterizedTest
  @MethodSource("backbones")
  void aRunTakenUpAgainEndsWithTheSameBytes(Backbone<?, ?> backbone, @TempDir Path folder) {
    assertResumes(backbone, folder);
  }

  private static <S extends Record, I> void assertResumes(Backbone<S, I> backbone, Path folder) {
    var config = SmallExperiment.config(backbone, 1, "batchSize", "8", "epochs", "9");
    var checkpoints = new FolderCheckpoints(folder.resolve("run"), "same", 4);
    try (Workspace work = Workspace.open(2)) {
      var data = LabelledData.of(SmallExperiment.graph(work));
      ExperimentResult whole = Experiment.run(data, config, work);
      assertThatThrownBy(() -> Experiment.run(data, config, work, _ -> new Dying(checkpoints)))
          .hasMessage("killed");
      ExperimentResult resumed = Experiment.run(data, config, work, _ -> checkpoints);
      Map<String, float[][]> other = resumed.weights().copies();
      assertThat(other.keySet()).isEqualTo(whole.weights().copies().keySet());
      whole.weights().copies().forEach((n, r) -> assertThat(other.get(n)).as(n).isDeepEqualTo(r));
      assertThat(resumed.runs().getFirst().history()).isEqualTo(whole.runs().getFirst().history());
    }
  }

  /// Neither its memory of states nor its clusters tie a model to the graph it learned from.
  @Test
  void aModelPredictsASmallerGraph() {
    for (Backbone<?, ?> backbone : backbones().toList()) {
      try (Workspace work = Workspace.open(2)) {
        SavedModel saved = saved(backbone, work);
        var small = GraphGenerator.generate(GeneratorConfig.of(8, 9, 12, 3), work);
        assertThat(Predictor.predict(saved, small, work).labels()).hasSize(8);
      }
    }
  }

  private static <S extends Record, I> SavedModel saved(Backbone<S, I> backbone, Workspace work) {
    var config = SmallExperiment.config(backbone, 1, "epochs", "2");
    var data = LabelledData.of(SmallExperiment.graph(work));
    return SavedModel.of(config, Experiment.run(data, config, work), 3, 12);
  }
}
