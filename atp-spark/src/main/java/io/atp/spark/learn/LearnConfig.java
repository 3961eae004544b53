package io.atp.spark.learn;

import io.atp.core.runtime.Require;
import io.atp.learn.model.Backbone;
import io.atp.learn.model.Backbones;
import io.atp.learn.model.HopBackbone;
import io.atp.learn.plan.OperatorPlan;
import java.util.Map;

/// What is learned, and on which operator.
///
/// @param backbone by name; one that looks at a node's own hops only
/// @param changes settings of the backbone or of its training, by name
/// @param seed of weights and dropout
public record LearnConfig(
    String backbone, Map<String, String> changes, OperatorPlan plan, long seed) {
  public LearnConfig {
    changes = Map.copyOf(changes);
    Backbone<?, ?> found = Backbones.named(backbone);
    Require.that(
        found instanceof HopBackbone,
        "%s needs more of the graph than a node's own hops; on Spark use one of %s",
        backbone,
        String.join(
            ", ",
            Backbones.all().stream()
                .filter(HopBackbone.class::isInstance)
                .map(Backbone::name)
                .toList()));
  }

  public HopBackbone<?> found() {
    return (HopBackbone<?>) Backbones.named(backbone);
  }
}
