package io.atp.learn.predict;

import io.atp.core.feature.FeatureScaling;
import io.atp.core.feature.FittedScaling;
import io.atp.core.nodewise.NodeWise;
import io.atp.io.dataset.GraphData;
import io.atp.io.store.OutputFolder;
import io.atp.learn.experiment.ExperimentConfig;
import io.atp.learn.experiment.ExperimentResult;
import io.atp.learn.model.Backbone;
import io.atp.learn.model.Backbones;
import io.atp.learn.model.MemoryNeed;
import io.atp.learn.model.input.Lessons;
import io.atp.learn.plan.OperatorPlan;
import io.atp.learn.settings.Settings;
import io.atp.learn.store.MatrixFolder;
import io.atp.learn.tensor.Matrix;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// All that prediction needs: which backbone with which settings, the operator plan, the scaling of
/// features, and the weights.
///
/// On disk a folder of `.npy` matrices and a `manifest.json`; reading it runs no code of the
/// file's.
///
/// @param backbone name of the backbone
/// @param settings its settings, as texts by name
/// @param nodeWise how hops are formed
/// @param outputs columns of the logits
/// @param featureWidth columns of the features
/// @param temperature what logits are divided by for calibrated probabilities
/// @param weights parameters and buffers by name
/// @param lessons what its last stage of training was taught about nodes of its graph
public record SavedModel(
    String backbone,
    Map<String, String> settings,
    OperatorPlan plan,
    FittedScaling scaling,
    NodeWise nodeWise,
    int outputs,
    int featureWidth,
    double temperature,
    Map<String, float[][]> weights,
    Lessons lessons) {
  private static final String KIND = "model";
  private static final String WEIGHT = "weight.";
  private static final String TAUGHT = "lessons";
  private static final String MEAN = "scaling.mean";
  private static final String INVERSE = "scaling.inverse";

  /// The run that validation likes best.
  public static <S extends Record> SavedModel of(
      ExperimentConfig<S, ?> config, ExperimentResult result, int outputs, int featureWidth) {
    Map<String, String> settings = new LinkedHashMap<>();
    Settings.toMap(config.recipe().settings())
        .forEach((name, value) -> settings.put(name, value.toString()));
    return new SavedModel(
        config.backbone().name(),
        settings,
        config.plan(),
        result.scaling(),
        NodeWise.of(config.recipe().nodeWise()),
        outputs,
        featureWidth,
        result.runs().get(result.bestRun()).temperature(),
        result.weights().copies(),
        result.lessons());
  }

  public void write(OutputFolder out) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      Map<String, Matrix> matrices = new LinkedHashMap<>();
      weights.forEach((name, rows) -> matrices.put(WEIGHT + name, Matrix.of(rows, arena)));
      if (scaling.mean().length > 0) {
        matrices.put(MEAN, row(scaling.mean(), arena));
        matrices.put(INVERSE, row(scaling.inverse(), arena));
      }
      Map<String, Object> facts = new LinkedHashMap<>();
      if (!lessons.isEmpty()) {
        matrices.put(TAUGHT, Matrix.of(lessons.shares(), arena));
        facts.put("graphNodes", lessons.graphNodes());
        facts.put("taughtNodes", Arrays.stream(lessons.nodes()).boxed().toList());
      }
      facts.put("backbone", backbone);
      facts.put("settings", settings);
      facts.put("operator", plan.toMap());
      facts.put("scaling", scaling.scaling().name().toLowerCase(Locale.ROOT));
      if (!nodeWise.isPlain()) {
        facts.put("nodewise", Settings.toMap(nodeWise));
      }
      facts.put("outputs", outputs);
      facts.put("featureWidth", featureWidth);
      facts.put("temperature", temperature);
      MatrixFolder.write(out, KIND, facts, matrices);
    }
  }

  private static Matrix row(double[] values, Arena arena) {
    float[] floats = new float[values.length];
    for (int i = 0; i < values.length; i++) {
      floats[i] = (float) values[i];
    }
    return Matrix.of(new float[][] {floats}, arena);
  }

  /// @throws IOException if the folder holds no whole model
  public static SavedModel read(Path folder) throws IOException {
    MatrixFolder read = MatrixFolder.read(folder, KIND);
    Map<String, Object> facts = read.facts();
    try {
      Map<String, float[][]> weights = new LinkedHashMap<>();
      read.matrices()
          .forEach(
              (name, rows) -> {
                if (name.startsWith(WEIGHT)) {
                  weights.put(name.substring(WEIGHT.length()), rows);
                }
              });
      Map<String, String> settings = new LinkedHashMap<>();
      ((Map<?, ?>) facts.get("settings"))
          .forEach((name, value) -> settings.put(name.toString(), value.toString()));
      return new SavedModel(
          (String) facts.get("backbone"),
          settings,
          plan((Map<?, ?>) facts.get("operator")),
          new FittedScaling(
              FeatureScaling.valueOf(((String) facts.get("scaling")).toUpperCase(Locale.ROOT)),
              doubles(read.matrices().get(MEAN)),
              doubles(read.matrices().get(INVERSE))),
          nodeWise((Map<?, ?>) facts.get("nodewise")),
          ((Number) facts.get("outputs")).intValue(),
          ((Number) facts.get("featureWidth")).intValue(),
          ((Number) facts.get("temperature")).doubleValue(),
          weights,
          lessons(facts, read.matrices().get(TAUGHT)));
    } catch (ClassCastException | NullPointerException | IllegalArgumentException e) {
      throw new IOException("%s holds a model whose manifest cannot be read".formatted(folder), e);
    }
  }

  /// Models of a single stage say nothing of them.
  private static Lessons lessons(Map<String, Object> facts, float[][] shares) {
    if (shares == null) {
      return Lessons.NONE;
    }
    int graphNodes = ((Number) facts.get("graphNodes")).intValue();
    List<?> nodes = (List<?>) facts.get("taughtNodes");
    return new Lessons(
        graphNodes, nodes.stream().mapToInt(n -> ((Number) n).intValue()).toArray(), shares);
  }

  /// Models of plain hops say nothing of it.
  private static NodeWise nodeWise(Map<?, ?> map) {
    Map<String, String> named = new LinkedHashMap<>();
    if (map != null) {
      map.forEach((key, value) -> named.put(key.toString(), value.toString()));
    }
    return Settings.with(NodeWise.PLAIN, named);
  }

  private static OperatorPlan plan(Map<?, ?> map) {
    Map<String, Object> named = new LinkedHashMap<>();
    map.forEach((key, value) -> named.put(key.toString(), value));
    return OperatorPlan.fromMap(named);
  }

  private static double[] doubles(float[][] row) {
    if (row == null) {
      return new double[0];
    }
    double[] values = new double[row[0].length];
    for (int i = 0; i < values.length; i++) {
      values[i] = row[0][i];
    }
    return values;
  }

  /// Bytes that asking it about a graph takes beside the JVM, at most.
  public long neededBytes(GraphData data) {
    return neededBytes(bind(), data);
  }

  private <S extends Record, I> long neededBytes(Bound<S, I> bound, GraphData data) {
    return MemoryNeed.bytes(
        bound.backbone(),
        bound.settings(),
        nodeWise.isPlain(),
        scaling.scaling(),
        data.graph(),
        LoadedModel.features(this, data),
        outputs);
  }

  /// The backbone with its settings, ready to prepare and predict.
  Bound<?, ?> bind() {
    return bind(Backbones.named(backbone));
  }

  private <S extends Record, I> Bound<S, I> bind(Backbone<S, I> found) {
    return new Bound<>(found, Settings.with(found.recipe("").settings(), settings));
  }

  /// A backbone and settings of its own kind.
  record Bound<S extends Record, I>(Backbone<S, I> backbone, S settings) {}
}
