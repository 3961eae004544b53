package io.atp.lab.cell;

import io.atp.learn.plan.OperatorPlan;
import java.util.LinkedHashMap;
import java.util.Map;

/// Where the operator of a cell comes from.
public sealed interface OperatorChoice {
  Map<String, Object> toMap();

  /// What [#toMap] wrote.
  static OperatorChoice fromMap(Map<?, ?> map) {
    if (map.get("tuned") instanceof String family) {
      return new Tuned(family.equals("atp"));
    }
    if (map.get("part") instanceof String part) {
      return new Ablated(AtpPart.named(part));
    }
    Map<String, Object> plan = new LinkedHashMap<>();
    map.forEach((key, value) -> plan.put((String) key, value));
    return new Fixed(OperatorPlan.fromMap(plan));
  }

  /// Found by search on validation, under the same budget for both families.
  ///
  /// @param adaptive among ATP's operators; else among classic ones
  record Tuned(boolean adaptive) implements OperatorChoice {
    @Override
    public Map<String, Object> toMap() {
      return Map.of("tuned", adaptive ? "atp" : "baseline");
    }
  }

  /// ATP with all its parts, the best that the search met, or with one part changed.
  record Ablated(AtpPart part) implements OperatorChoice {
    @Override
    public Map<String, Object> toMap() {
      return Map.of("part", part.text());
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
