package io.atp.cli.command;

import io.atp.cli.option.LearningOptions;
import io.atp.core.runtime.Require;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.LargestComponent;
import io.atp.io.dataset.SplitRule;
import io.atp.io.format.SplitFiles;
import io.atp.io.registry.DataSet;
import io.atp.io.registry.DataSources;
import io.atp.learn.experiment.ExperimentConfig;
import io.atp.learn.experiment.LabelledData;
import io.atp.learn.experiment.Protocol;
import io.atp.learn.model.Backbone;
import io.atp.learn.model.MemoryNeed;
import io.atp.learn.model.Recipe;
import io.atp.learn.plan.OperatorPlan;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/// What train and tune do alike: the data as its protocol wants it, and the experiment the options
/// describe.
final class Learning {
  private Learning() {}

  /// Data ready to learn from.
  ///
  /// @param name by which recipes know it, in lower case
  record Task(LabelledData data, String name, SplitRule split) {}

  static Task task(Run run, DataSources.Found found, LearningOptions options) throws IOException {
    GraphData read = run.read(found.path());
    GraphData whole =
        options.splits().isPresent()
            ? read.withSplits(SplitFiles.read(options.splits().get()))
            : read;
    boolean largest =
        options.largestComponent()
            || options.split().isEmpty()
                && options.splits().isEmpty()
                && Protocol.largestComponent(found.dataSet());
    GraphData data =
        largest
            ? run.room(
                "component",
                () -> LargestComponent.of(whole, run.work()),
                part -> "largest of the graph: " + Run.sizes(part))
            : whole;
    run.config(Map.of("largestComponent", largest));
    SplitRule split =
        options.split().orElseGet(() -> Protocol.split(data, found.dataSet(), largest));
    String name = found.dataSet().map(DataSet::name).orElse(data.name()).toLowerCase(Locale.ROOT);
    return new Task(LabelledData.of(data), name, split);
  }

  /// Refuses wrong names and settings before anything is read.
  static <S extends Record, I> void check(Backbone<S, I> backbone, LearningOptions options) {
    Recipe<S> recipe = options.applied(backbone.recipe(""), "");
    Require.that(
        recipe.nodeWise().isEmpty() || backbone.takesNodeWise(),
        "--nodewise changes how a decoupled backbone propagates, and %s is not one",
        backbone.name());
  }

  /// The baseline: the recipe with the settings typed, on the classic operator it names.
  static <S extends Record, I> ExperimentConfig<S, I> baseline(
      Backbone<S, I> backbone, Task task, LearningOptions options, long seed) {
    Recipe<S> recipe = options.applied(backbone.recipe(task.name()), task.name());
    boolean inductive = options.inductive() || task.data().data().inductive();
    return new ExperimentConfig<>(
        backbone,
        recipe,
        OperatorPlan.classic(recipe.kernelCoefficient()),
        task.split(),
        inductive,
        0,
        options.seeds(),
        seed);
  }

  /// Refuses what cannot fit before anything is propagated.
  static <S extends Record, I> void requireMemory(
      Run run, Task task, ExperimentConfig<S, I> config) {
    Recipe<S> recipe = config.recipe();
    GraphData data = task.data().data();
    long bytes =
        MemoryNeed.bytes(
            config.backbone(),
            recipe.settings(),
            recipe.nodeWise().isEmpty(),
            recipe.scaling(),
            data.graph(),
            task.data().features(),
            task.data().targets().outputs());
    run.requireMemory("learning from", data, bytes);
  }

  static <S extends Record> void sayLimits(Run run, ExperimentConfig<S, ?> config) {
    String limits = limits(config.backbone(), config.recipe().settings());
    if (!limits.isEmpty()) {
      run.say(limits);
      run.config(Map.of("limits", limits));
    }
  }

  /// What of ATP cannot act in a backbone as it is set, as a sentence; empty where all of it can.
  static <S extends Record> String limits(Backbone<S, ?> backbone, S settings) {
    return switch (backbone.operatorUse(settings)) {
      case NOTHING -> backbone.name() + " looks at features alone: nothing of ATP can act in it.";
      case TOPOLOGY ->
          backbone.name()
              + " weighs edges by itself: of ATP the correction acts in it, coefficients do not.";
      case WEIGHTS -> "";
    };
  }

  /// For the run record.
  static Map<String, Object> settings(ExperimentConfig<?, ?> config) {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("model", config.backbone().name());
    settings.putAll(config.recipe().toMap());
    settings.put("split", config.split().text());
    settings.put("inductive", config.inductive());
    settings.put("seeds", config.repeats());
    return settings;
  }
}
