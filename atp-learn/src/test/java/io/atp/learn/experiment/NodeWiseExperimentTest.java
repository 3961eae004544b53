package io.atp.learn.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.nodewise.NodeWise;
import io.atp.core.nodewise.NodeWiseAccount;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.learn.model.Appnp;
import io.atp.learn.model.Backbone;
import io.atp.learn.model.Backbones;
import io.atp.learn.model.Gamlp;
import io.atp.learn.model.GrandPlus;
import io.atp.learn.model.NodeWiseRecipes;
import io.atp.learn.model.PprGo;
import io.atp.learn.model.Recipe;
import io.atp.learn.model.S2gc;
import io.atp.learn.model.Sgc;
import io.atp.learn.model.Sign;
import io.atp.learn.plan.OperatorPlan;
import io.atp.learn.predict.HopPredictor;
import io.atp.learn.predict.NodePredictor;
import io.atp.learn.predict.Predictions;
import io.atp.learn.predict.Predictor;
import io.atp.learn.predict.SavedModel;
import io.atp.learn.settings.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class NodeWiseExperimentTest {
  private static <S extends Record, I> ExperimentConfig<S, I> config(
      Backbone<S, I> backbone, String names, String... changes) {
    ExperimentConfig<S, I> plain = SmallExperiment.config(backbone, 1, "epochs", "2");
    Recipe<S> recipe =
        plain
            .recipe()
            .withNodeWise(NodeWiseRecipes.of(List.of(names.split(",")), ""))
            .with(changes.length == 0 ? Map.of() : Map.of(changes[0], changes[1]));
    for (String wide : new String[] {"hidden", "hopWidth"}) {
      if (Settings.has(recipe.settings(), wide)) {
        recipe = recipe.with(Map.of(wide, "8")); // enough to run, and quick on a cold JVM
      }
    }
    return plain.withRecipe(recipe);
  }

  static Stream<Backbone<?, ?>> takers() {
    return Backbones.all().stream().filter(Backbone::takesNodeWise);
  }

  @ParameterizedTest
  @ValueSource(strings = {"dgc", "gdc", "ndls", "ndm", "scara", "scara,ndm"})
  void everyStrategyGoesWithAndWithoutAtp(String names) {
    try (Workspace work = Workspace.open(2)) {
      LabelledData data = LabelledData.of(SmallExperiment.graph(work));
      for (Backbone<?, ?> backbone :
          List.of(
              new Sign(),
              new S2gc(),
              new Gamlp(),
              Appnp.iterated(),
              Appnp.exact(),
              new PprGo(),
              new GrandPlus())) {
        runs(data, config(backbone, names), work);
        runs(data, config(backbone, names).withPlan(OperatorPlan.adaptive()), work);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("takers")
  void everyDecoupledBackboneTakesStrategies(Backbone<?, ?> backbone) {
    try (Workspace work = Workspace.open(2)) {
      LabelledData data = LabelledData.of(SmallExperiment.graph(work));
      runs(data, config(backbone, "scara,ndm").withPlan(OperatorPlan.adaptive()), work);
    }
  }

  private static void runs(LabelledData data, ExperimentConfig<?, ?> config, Workspace work) {
    NodeWiseAccount account = Experiment.run(data, config, work).nodeWise().orElseThrow();
    assertThat(account.arcVisits()).isPositive();
    assertThat(account.hops()).isPositive();
  }

  @Test
  void backbonesWithHopsTakeStrategies() {
    assertThat(takers().map(Backbone::name))
        .contains("sgc", "s2gc", "sign", "gamlp", "gbp", "agp", "fsgnn", "sagn")
        .contains("appnp", "ppnp", "pprgo", "grand-plus")
        .doesNotContain("mlp", "gcn", "label-propagation");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ndls", "gdc", "scara,ndm"})
  void aSavedModelKnowsItsStrategies(String names, @TempDir Path folder) throws IOException {
    try (Workspace work = Workspace.open(2)) {
      GraphData graph = SmallExperiment.graph(work);
      var config = config(new Sign(), names).withPlan(OperatorPlan.adaptive());
      var result = Experiment.run(LabelledData.of(graph), config, work);
      SavedModel saved = SavedModel.of(config, result, 3, 12);
      SavedModel read = SmallExperiment.reread(saved, folder.resolve("model"));
      assertThat(read.nodeWise()).isEqualTo(NodeWise.of(config.recipe().nodeWise()));
      Predictions before = Predictor.predict(saved, graph, work);
      Predictions after = Predictor.predict(read, graph, work);
      assertThat(after.probabilities()).isDeepEqualTo(before.probabilities());
      assertThatThrownBy(() -> HopPredictor.propagation(read))
          .hasMessage("the model was trained on node-wise hops, and these are plain");
      assertThatThrownBy(() -> NodePredictor.open(read, graph, work))
          .hasMessageContaining("node-wise hops need the whole graph");
    }
  }

  @Test
  void settingsOfAStrategyAreNamedAfterIt() {
    var changed = config(new Sgc(), "scara,ndm", "ndm.omega", "2").recipe();
    assertThat(changed.toMap().get("nodewise").toString()).contains("omega=2.0");
    assertThat(changed.with(Map.of("nodewise", "ndm")).nodeWise()).hasSize(1);
    assertThat(changed.with(Map.of("nodewise", "none", "ndm.tau", "2")).nodeWise()).isEmpty();
    assertThatThrownBy(() -> changed.with(Map.of("dgc.time", "2")))
        .hasMessage("dgc.time is a setting of a node-wise strategy that --nodewise does not name");
    assertThatThrownBy(() -> changed.with(Map.of("ndm.omage", "2")))
        .hasMessageContaining("there is no setting 'omage'; there are omega");
    assertThatThrownBy(() -> changed.with(Map.of("ndm.omega", "-1")))
        .hasMessage("omega must be positive and finite, got -1.0");
    assertThatThrownBy(() -> NodeWiseRecipes.of(List.of("ndm", "ndm"), ""))
        .hasMessage("node-wise strategy ndm is named twice");
  }

  @Test
  void publishedSettingsBelongToTheirDataSet() {
    assertThat(NodeWiseRecipes.toMap(NodeWiseRecipes.of(List.of("ndm"), "cora")).toString())
        .contains("omega=1.15", "rho=0.06", "tau=1.7");
  }

  @Test
  void aBackboneWithoutHopsRefuses() {
    Backbone<?, ?> mlp = Backbones.named("mlp");
    assertThatThrownBy(() -> config(mlp, "ndm"))
        .hasMessage("mlp has no hops of the features that a node-wise strategy could change");
  }
}
