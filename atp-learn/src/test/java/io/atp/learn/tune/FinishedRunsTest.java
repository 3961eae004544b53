package io.atp.learn.tune;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.core.runtime.Progress;
import io.atp.core.runtime.Workspace;
import io.atp.learn.experiment.Experiment;
import io.atp.learn.experiment.ExperimentConfig;
import io.atp.learn.experiment.ExperimentResult;
import io.atp.learn.experiment.LabelledData;
import io.atp.learn.experiment.SmallExperiment;
import io.atp.learn.experiment.ValidationRuns;
import io.atp.learn.model.Gamlp;
import io.atp.learn.model.Gcn;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FinishedRunsTest {
  @TempDir private Path folder;

  private final AtomicInteger epochs = new AtomicInteger();

  private Workspace work() {
    return Workspace.open(
        1,
        new Progress() {
          @Override
          public void report(String step, long done, long total) {}

          @Override
          public void report(String step, String now, long done, long total) {
            epochs.addAndGet(step.equals("train") ? 1 : 0);
          }
        });
  }

  static Stream<ExperimentConfig<?, ?>> experiments() {
    return Stream.of(
        SmallExperiment.config(new Gcn(), 3, "epochs", "6"),
        SmallExperiment.config(
            new Gamlp(), 2, "epochs", "4", "labelHops", "1", "stages", "reliable(2, 0.5, 0.1, 1)"));
  }

  @ParameterizedTest
  @MethodSource("experiments")
  <S extends Record, I> void whatIsKeptIsNotTrainedAgain(ExperimentConfig<S, I> config) {
    try (Workspace work = work()) {
      LabelledData data = LabelledData.of(SmallExperiment.graph(work));
      ExperimentResult fresh = Experiment.run(data, config, work);
      var runs = new FinishedRuns(work);
      ValidationRuns.of(data, config, runs.of("a"), List.of(), work);
      epochs.set(0);
      ExperimentResult again = Experiment.run(data, config, work, runs.of("a"));
      assertThat(epochs).hasValue(0);
      assertSame(again, fresh);
      assertThat(again.trainSeconds()).isPositive();
      Experiment.run(data, config, work, runs.of("b"));
      assertThat(epochs).hasPositiveValue();
    }
  }

  @Test
  void withoutRoomRunsAreTrainedAgainToTheSameBytes() {
    try (Workspace work = work()) {
      LabelledData data = LabelledData.of(SmallExperiment.graph(work));
      var config = SmallExperiment.config(new Gcn(), 3, "epochs", "6");
      ExperimentResult fresh = Experiment.run(data, config, work);
      work.spillTo(folder, 1);
      var runs = new FinishedRuns(work);
      ValidationRuns.of(data, config, runs.of("a"), List.of(), work);
      epochs.set(0);
      assertSame(Experiment.run(data, config, work, runs.of("a")), fresh);
      assertThat(epochs).hasPositiveValue();
    }
  }

  private static void assertSame(ExperimentResult result, ExperimentResult expected) {
    assertThat(result.test()).isEqualTo(expected.test());
    assertThat(result.validation()).isEqualTo(expected.validation());
    assertThat(result.runs().getLast().history()).isEqualTo(expected.runs().getLast().history());
    Map<String, float[][]> weights = result.weights().copies();
    assertThat(weights.keySet()).isEqualTo(expected.weights().copies().keySet());
    weights.forEach(
        (name, rows) -> assertThat(rows).isDeepEqualTo(expected.weights().copies().get(name)));
  }
}
