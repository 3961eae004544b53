package io.atp.lab.cell;

import io.atp.learn.plan.OperatorPlan;
import io.atp.learn.tune.Family;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/// Where the operator of a cell comes from.
public sealed interface OperatorChoice {
  Map<String, Object> toMap();

  /// What [#toMap] wrote.
  static OperatorChoice fromMap(Map<?, ?> map) {
    if (map.get("tuned") instanceof String family) {
      return new Tuned(family(family));
    }
    if (map.get("taken out") instanceof String part) {
      return new Ablated(AtpPart.named(part));
    }
    if (map.get("lost") instanceof String lost) {
      return new Thinned(LostEdges.named(lost));
    }
    Map<String, Object> plan = new LinkedHashMap<>();
    map.forEach((key, value) -> plan.put((String) key, value));
    return new Fixed(OperatorPlan.fromMap(plan));
  }

  private static String text(Family family) {
    return switch (family) {
      case CLASSIC -> "baseline";
      case ADAPTIVE -> "atp";
      case WHOLE -> "whole-atp";
    };
  }

  private static Family family(String text) {
    return Arrays.stream(Family.values())
        .filter(family -> text(family).equals(text))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no family " + text));
  }

  /// Found by search on validation, under the same budget for all families.
  record Tuned(Family family) implements OperatorChoice {
    @Override
    public Map<String, Object> toMap() {
      return Map.of("tuned", text(family));
    }
  }

  /// The whole ATP that was found by search, with one part changed.
  record Ablated(AtpPart part) implements OperatorChoice {
    @Override
    public Map<String, Object> toMap() {
      return Map.of("taken out", part.text());
    }
  }

  /// The baseline that was found by search, with its r and its settings, on a graph with fewer
  /// edges; other ones go in every repeat.
  record Thinned(LostEdges lost) implements OperatorChoice {
    @Override
    public Map<String, Object> toMap() {
      return Map.of("lost", lost.text());
    }
  }

  /// As it stands here.
  record Fixed(OperatorPlan plan) implements OperatorChoice {
    @Override
    public Map<String, Object> toMap() {
      return plan.toMap();
    }
  }
}
