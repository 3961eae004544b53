package io.atp.learn.model;

import io.atp.core.feature.FeatureScaling;
import io.atp.core.nodewise.Strategy;
import io.atp.learn.optimise.TrainingConfig;
import io.atp.learn.settings.Settings;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// All that a baseline needs besides the data.
///
/// @param settings the backbone's own
/// @param scaling what is done to features before anything else
/// @param kernelCoefficient r of the classic operator the baseline runs with
/// @param nodeWise strategies that change how hops are formed, with or without ATP; none as a rule
public record Recipe<S extends Record>(
    S settings,
    TrainingConfig training,
    FeatureScaling scaling,
    double kernelCoefficient,
    List<Strategy> nodeWise) {
  public Recipe {
    nodeWise = List.copyOf(nodeWise);
  }

  public Recipe(
      S settings, TrainingConfig training, FeatureScaling scaling, double kernelCoefficient) {
    this(settings, training, scaling, kernelCoefficient, List.of());
  }

  /// The same with these strategies.
  public Recipe<S> withNodeWise(List<Strategy> strategies) {
    return new Recipe<>(settings, training, scaling, kernelCoefficient, strategies);
  }

  /// The recipe with some settings changed, of backbone or training, whichever has the name;
  /// `scaling` is a name too, and `ndm.omega` one of a node-wise strategy.
  ///
  /// @throws IllegalArgumentException for a name or value that does not fit
  public Recipe<S> with(Map<String, String> changes) {
    Map<String, String> own = new LinkedHashMap<>();
    Map<String, String> trained = new LinkedHashMap<>();
    Map<String, String> other = new LinkedHashMap<>();
    changes.forEach(
        (name, value) -> {
          if (Settings.has(settings, name)) {
            own.put(name, value);
          } else if (Settings.has(training, name)) {
            trained.put(name, value);
          } else {
            other.put(name, value);
          }
        });
    List<Strategy> strategies = NodeWiseRecipes.with(nodeWise, other);
    FeatureScaling scaled = scaling;
    if (other.containsKey("scaling")) {
      scaled =
          Settings.with(new Scaling(scaling), Map.of("scaling", other.remove("scaling"))).scaling();
    }
    if (!other.isEmpty()) {
      Set<String> known = new LinkedHashSet<>(Settings.toMap(settings).keySet());
      known.addAll(Settings.toMap(training).keySet());
      known.add("scaling");
      throw new IllegalArgumentException(
          "there is no setting '%s'; there are %s"
              .formatted(other.keySet().iterator().next(), String.join(", ", known)));
    }
    return new Recipe<>(
        Settings.with(settings, own),
        Settings.with(training, trained),
        scaled,
        kernelCoefficient,
        strategies);
  }

  private record Scaling(FeatureScaling scaling) {}

  /// Every setting by name, for records and lists.
  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("settings", Settings.toMap(settings));
    map.put("training", Settings.toMap(training));
    map.put("scaling", Settings.toMap(new Scaling(scaling)).get("scaling"));
    if (!nodeWise.isEmpty()) {
      map.put("nodewise", NodeWiseRecipes.toMap(nodeWise));
    }
    return map;
  }
}
