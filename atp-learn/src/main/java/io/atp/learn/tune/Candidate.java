package io.atp.learn.tune;

import io.atp.io.json.Json;
import io.atp.io.store.Sha256;
import io.atp.learn.model.Recipe;
import io.atp.learn.plan.OperatorPlan;
import java.util.Map;

/// One point of the search.
///
/// @param changes settings of backbone and training that differ from the recipe, by name
/// @param recipe with those changes
public record Candidate<S extends Record>(
    OperatorPlan plan, Map<String, String> changes, Recipe<S> recipe) {
  /// Tells candidates apart by what they do, whoever drew them.
  String digest() {
    return Sha256.of(
        Json.write(Map.of("operator", plan.toMap()))
            + Json.write(Map.of("recipe", recipe.toMap())));
  }
}
