package io.atp.learn.experiment;

import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.SplitRule;
import io.atp.io.generate.GeneratorConfig;
import io.atp.io.generate.GraphGenerator;
import io.atp.io.store.OutputFolder;
import io.atp.learn.model.Backbone;
import io.atp.learn.plan.OperatorPlan;
import io.atp.learn.predict.SavedModel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/// A generated graph small enough for a cold JVM, and experiments on it.
public final class SmallExperiment {
  private SmallExperiment() {}

  public static GraphData graph(Workspace work) {
    return GraphGenerator.generate(GeneratorConfig.of(240, 900, 12, 3), work);
  }

  /// The model as another process would find it.
  public static SavedModel reread(SavedModel saved, Path folder) throws IOException {
    try (OutputFolder out = OutputFolder.create(folder)) {
      saved.write(out);
      out.commit();
    }
    return SavedModel.read(folder);
  }

  public static <S extends Record, I> ExperimentConfig<S, I> config(
      Backbone<S, I> backbone, int repeats, String... changes) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("scaling", "none");
    settings.put("epochs", "20");
    for (int i = 0; i < changes.length; i += 2) {
      settings.put(changes[i], changes[i + 1]);
    }
    var recipe = backbone.recipe("").with(settings);
    return new ExperimentConfig<>(
        backbone,
        recipe,
        OperatorPlan.classic(0.5),
        new SplitRule.PerClass(10, 10, false),
        false,
        0,
        repeats,
        7);
  }
}
