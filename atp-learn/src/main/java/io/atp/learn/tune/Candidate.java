package io.atp.learn.tune;

import io.atp.learn.model.Recipe;
import io.atp.learn.plan.OperatorPlan;
import java.util.Map;

/// One point of the search.
///
/// @param changes settings of backbone and training that differ from the recipe, by name
/// @param recipe with those changes
public record Candidate<S extends Record>(
    OperatorPlan plan, Map<String, String> changes, Recipe<S> recipe) {}
