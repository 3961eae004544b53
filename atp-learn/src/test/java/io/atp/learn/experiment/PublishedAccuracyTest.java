package io.atp.learn.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.SplitRule;
import io.atp.io.format.GraphFiles;
import io.atp.learn.model.Backbone;
import io.atp.learn.model.Backbones;
import io.atp.learn.model.Recipe;
import io.atp.learn.plan.OperatorPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Baselines against the figures their authors print, on the public Planetoid splits.
class PublishedAccuracyTest {
  @ParameterizedTest
  @CsvSource({
    "sgc, cora, 81.0",
    "sgc, citeseer, 71.9",
    "sgc, pubmed, 78.9",
    "s2gc, cora, 83.0",
  })
  void aBaselineComesWithinAPointOfItsPublishedAccuracy(
      String model, String dataSet, double published) throws IOException {
    assertThat(100 * run(Backbones.named(model), dataSet, 3).test().mean())
        .isCloseTo(published, within(1.0));
  }

  /// Figures of SIGN, APPNP and PPRGo are those the NDLS authors print for these splits, as their
  /// own authors judge on others; GRAND+ prints the best of its three matrices; that of Cluster-GCN
  /// is the ATP paper's.
  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "gbp, cora, 83.9, 1.0",
    "gbp, citeseer, 72.9, 1.5",
    "gbp, pubmed, 80.6, 1.0",
    "sign, cora, 82.1, 1.0",
    "sign, pubmed, 79.5, 1.0",
    "appnp, cora, 83.3, 1.0",
    "pprgo, cora, 82.4, 1.0",
    "pprgo, pubmed, 80.0, 1.0",
    "grand-plus, cora, 85.8, 1.0",
    "grand-plus, pubmed, 85.0, 1.0",
    "cluster-gcn, cora, 81.6, 1.0",
  })
  void aSlowerBaselineComesNearItsPublishedAccuracy(
      String model, String dataSet, double published, double margin) throws IOException {
    assertThat(100 * run(Backbones.named(model), dataSet, 2).test().mean())
        .isCloseTo(published, within(margin));
  }

  private static <S extends Record, I> ExperimentResult run(
      Backbone<S, I> backbone, String dataSet, int repeats) throws IOException {
    Path folder = Path.of(System.getProperty("atp.data"), dataSet);
    Assumptions.assumeTrue(Files.exists(folder), "skipped: %s is not here".formatted(folder));
    try (Workspace work = Workspace.open()) {
      LabelledData data = LabelledData.of(GraphFiles.read(folder, work));
      Recipe<S> recipe = backbone.recipe(dataSet);
      var config =
          new ExperimentConfig<>(
              backbone,
              recipe,
              OperatorPlan.classic(recipe.kernelCoefficient()),
              new SplitRule.Given(),
              false,
              0,
              repeats,
              0);
      return Experiment.run(data, config, work);
    }
  }
}
