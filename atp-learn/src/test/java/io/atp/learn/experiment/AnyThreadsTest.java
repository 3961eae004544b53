package io.atp.learn.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.SplitRule;
import io.atp.io.format.GraphFiles;
import io.atp.learn.model.Backbone;
import io.atp.learn.model.Backbones;
import io.atp.learn.model.Recipe;
import io.atp.learn.plan.OperatorPlan;
import io.atp.learn.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Two epochs of every backbone on Cora with ATP's operator, from the same seed.
@Tag("slow")
class AnyThreadsTest {
  static Stream<String> names() {
    return Backbones.all().stream().map(Backbone::name);
  }

  @ParameterizedTest
  @MethodSource("names")
  void anyNumberOfThreadsTrainsTheSameWeights(String name) throws IOException {
    Map<String, float[][]> one = weights(Backbones.named(name), 1);
    for (int threads : new int[] {2, 7}) {
      Map<String, float[][]> several = weights(Backbones.named(name), threads);
      assertThat(several.keySet()).isEqualTo(one.keySet());
      one.forEach((key, rows) -> assertThat(several.get(key)).as(key).isDeepEqualTo(rows));
    }
  }

  private static <S extends Record, I> Map<String, float[][]> weights(
      Backbone<S, I> backbone, int threads) throws IOException {
    Path folder = Path.of(System.getProperty("atp.data"), "cora");
    Assumptions.assumeTrue(Files.exists(folder), "skipped: %s is not here".formatted(folder));
    try (Workspace work = Workspace.open(threads)) {
      Recipe<S> recipe = backbone.recipe("cora");
      var twoEpochs =
          new Recipe<>(
              recipe.settings(),
              Settings.with(recipe.training(), Map.of("epochs", "2")),
              recipe.scaling(),
              recipe.kernelCoefficient());
      var config =
          new ExperimentConfig<>(
              backbone, twoEpochs, OperatorPlan.adaptive(), new SplitRule.Given(), false, 0, 1, 0);
      return Experiment.run(LabelledData.of(GraphFiles.read(folder, work)), config, work)
          .weights()
          .copies();
    }
  }
}
