package io.atp.learn.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.Labels;
import io.atp.io.dataset.MultiLabels;
import io.atp.io.dataset.Split;
import io.atp.io.dataset.SplitRule;
import io.atp.learn.model.Backbone;
import io.atp.learn.model.Backbones;
import io.atp.learn.model.Gamlp;
import io.atp.learn.model.Mlp;
import io.atp.learn.model.Recipe;
import io.atp.learn.model.Sgc;
import io.atp.learn.plan.OperatorPlan;
import io.atp.learn.train.Checkpoints;
import io.atp.learn.train.Diverged;
import io.atp.learn.train.TrainingState;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ExperimentTest {
  static Stream<Backbone<?, ?>> backbones() {
    return Backbones.all().stream();
  }

  private static <S extends Record, I> ExperimentResult run(
      ExperimentConfig<S, I> config, int threads) {
    try (Workspace work = Workspace.open(threads)) {
      return Experiment.run(LabelledData.of(SmallExperiment.graph(work)), config, work);
    }
  }

  private static void assertSameWeights(ExperimentResult a, ExperimentResult b) {
    Map<String, float[][]> other = b.weights().copies();
    a.weights()
        .copies()
        .forEach((name, rows) -> assertThat(rows).as(name).isDeepEqualTo(other.get(name)));
    assertThat(a.test().runs()).isEqualTo(b.test().runs());
  }

  @ParameterizedTest
  @MethodSource("backbones")
  void everyBackboneLearnsTheSameOnAnyNumberOfThreads(Backbone<?, ?> backbone) {
    var config = SmallExperiment.config(backbone, 1).withPlan(OperatorPlan.adaptive());
    ExperimentResult one = run(config, 1);
    assertSameWeights(one, run(config, 2));
    assertSameWeights(one, run(config, 7));
  }

  @ParameterizedTest
  @MethodSource("backbones")
  void everyBackboneCanLearnFromTheTrainingNodesAlone(Backbone<?, ?> backbone) {
    var config = SmallExperiment.config(backbone, 1, "epochs", "60", "learningRate", "0.02");
    double accuracy = run(inductive(oneStage(config)), 2).test().mean();
    assertThat(accuracy).isGreaterThan(0.34); // three classes, and every split is balanced
  }

  /// Stages teach about nodes that an inductive run does not see.
  private static <S extends Record, I> ExperimentConfig<S, I> oneStage(
      ExperimentConfig<S, I> config) {
    Recipe<S> recipe = config.recipe();
    return config.backbone().stages(recipe.settings()).count() == 1
        ? config
        : config.withRecipe(recipe.with(Map.of("stages", "single")));
  }

  private static <S extends Record, I> ExperimentConfig<S, I> inductive(
      ExperimentConfig<S, I> config) {
    return new ExperimentConfig<>(
        config.backbone(), config.recipe(), config.plan(), config.split(), true, 0, 1, 7);
  }

  @Test
  void everyRepeatStartsFromFreshWeightsAndItsOwnSplit() {
    ExperimentResult both = run(SmallExperiment.config(new Mlp(), 2), 2);
    ExperimentResult second = run(SmallExperiment.config(new Mlp(), 2).withRepeats(1, 1), 2);
    assertThat(second.test().runs().getFirst()).isEqualTo(both.test().runs().get(1));
    assertThat(second.runs().getFirst().history()).isEqualTo(both.runs().get(1).history());
    assertThat(both.runs().get(0).history()).isNotEqualTo(both.runs().get(1).history());
  }

  /// Published splits name nodes that have no label, such as fifteen of CiteSeer's.
  @Test
  void storedSplitsTakeTurnsAndLeaveNodesWithoutALabelOut() {
    try (Workspace work = Workspace.open(1)) {
      GraphData whole = SmallExperiment.graph(work);
      whole.labels().orElseThrow().values()[1] = Labels.UNLABELLED;
      Split first = new Split(new int[] {0, 1}, new int[] {2}, new int[] {3});
      Split second = new Split(new int[] {4}, new int[] {1, 5}, new int[] {6});
      LabelledData data = LabelledData.of(whole.withSplits(List.of(first, second)));
      assertThat(data.split(new SplitRule.Given(), 2, 0).train()).containsExactly(0);
      assertThat(data.split(new SplitRule.Given(), 3, 0).validation()).containsExactly(5);
    }
  }

  @Test
  void theGraphIsWorthSomething() {
    double alone = run(SmallExperiment.config(new Sgc(), 3, "hops", "0"), 2).test().mean();
    double joined = run(SmallExperiment.config(new Sgc(), 3, "hops", "2"), 2).test().mean();
    assertThat(joined).isGreaterThan(alone);
  }

  @Test
  void nodesWithManyClassesAreLearnedClassByClass() {
    try (Workspace work = Workspace.open(2)) {
      GraphData graph = SmallExperiment.graph(work);
      int[] classes = graph.labels().orElseThrow().values();
      MultiLabels many = MultiLabels.none(240, 4);
      for (int node = 0; node < 240; node++) {
        many.set(node, classes[node]);
        if (classes[node] != 0) {
          many.set(node, 3); // everything but the first class
        }
      }
      Split split =
          SplitRule.parse("20/20").draw(graph.labels().get(), graph.graph(), Optional.empty(), 1);
      GraphData data =
          new GraphData(
              "many",
              "test",
              graph.graph(),
              graph.account(),
              graph.features(),
              Optional.empty(),
              Optional.of(many),
              List.of(split),
              Optional.empty(),
              false,
              graph.ids());
      var config = SmallExperiment.config(new Sgc(), 1, "epochs", "200");
      var given =
          new ExperimentConfig<>(
              config.backbone(),
              config.recipe(),
              config.plan(),
              new SplitRule.Given(),
              false,
              0,
              1,
              7);
      ExperimentResult result = Experiment.run(LabelledData.of(data), given, work);
      assertThat(result.test().mean()).isGreaterThan(0.8); // micro-F1
      assertThat(result.runs().getFirst().evaluation()).isEmpty();
    }
  }

  @Test
  void aLearningRateBeyondReasonIsSaidInASentence() {
    assertThatThrownBy(() -> run(SmallExperiment.config(new Mlp(), 1, "learningRate", "1e30"), 1))
        .isInstanceOf(Diverged.class)
        .hasMessageContaining("training diverged in epoch");
  }

  /// Fails like a process that is killed right after its n-th checkpoint.
  private record Dying(Checkpoints kept, int[] left) implements Checkpoints {
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
      if (--left[0] == 0) {
        throw new IllegalStateException("killed");
      }
    }

    @Override
    public Checkpoints stage(int number) {
      return new Dying(kept.stage(number), left);
    }
  }

  @ParameterizedTest
  @MethodSource("optimisers")
  void aRunTakenUpAgainEndsWithTheSameBytes(String optimiser, @TempDir Path folder) {
    var config =
        SmallExperiment.config(
            new Gamlp(), 2, "optimiser", optimiser, "stopping", "accuracy(15)", "batchSize", "8");
    assertResumes(config, folder, 1, 2, 3);
  }

  /// Five states a stage.
  @Test
  void aRunOfStagesIsTakenUpInTheStageItWasIn(@TempDir Path folder) {
    var config =
        SmallExperiment.config(
            new Gamlp(), 1, "labelHops", "2", "stages", "reliable(3, 0.5, 0.5, 1)", "hidden", "8");
    assertResumes(config, folder, 2, 5, 7, 14);
  }

  private static void assertResumes(
      ExperimentConfig<?, ?> config, Path folder, int... statesBeforeDeath) {
    ExperimentResult whole = run(config, 2);
    for (int killed : statesBeforeDeath) {
      Path place = folder.resolve("run" + killed);
      int[] left = {killed};
      try (Workspace work = Workspace.open(2)) {
        var data = LabelledData.of(SmallExperiment.graph(work));
        assertThatThrownBy(
                () ->
                    Experiment.run(
                        data, config, work, repeat -> new Dying(folder(place, repeat), left)))
            .hasMessage("killed");
      }
      try (Workspace work = Workspace.open(1)) {
        var data = LabelledData.of(SmallExperiment.graph(work));
        ExperimentResult resumed =
            Experiment.run(data, config, work, repeat -> folder(place, repeat));
        assertSameWeights(whole, resumed);
        for (int i = 0; i < whole.runs().size(); i++) {
          assertThat(resumed.runs().get(i).history()).isEqualTo(whole.runs().get(i).history());
        }
      }
    }
  }

  static List<String> optimisers() {
    return List.of("adam(0.9, 0.999, 1e-8)", "sgd(0.9)", "lbfgs(5, 4)");
  }

  private static Checkpoints folder(Path place, int repeat) {
    return new FolderCheckpoints(place.resolve("repeat" + repeat), "same", 4);
  }

  @Test
  void aCheckpointOfOtherSettingsIsRefused(@TempDir Path folder) {
    var config = SmallExperiment.config(new Sgc(), 1);
    try (Workspace work = Workspace.open(1)) {
      var data = LabelledData.of(SmallExperiment.graph(work));
      Experiment.run(data, config, work, repeat -> folder(folder, repeat));
      assertThatThrownBy(
              () ->
                  Experiment.run(
                      data,
                      config,
                      work,
                      repeat -> new FolderCheckpoints(folder.resolve("repeat" + repeat), "x", 4)))
          .hasMessageContaining("checkpoint of other data or settings");
    }
  }
}
