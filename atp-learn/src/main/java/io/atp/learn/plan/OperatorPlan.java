package io.atp.learn.plan;

import io.atp.core.correct.CorrectionConfig;
import io.atp.core.encode.EncodingConfig;
import io.atp.core.runtime.Require;
import io.atp.learn.settings.Settings;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Mask some edges or none, then one r for all nodes or r̃ node by node.
public record OperatorPlan(Optional<CorrectionConfig> correction, Kernel kernel) {
  /// Where the coefficients come from.
  public sealed interface Kernel {
    /// One r for all: 0 the random walk, ½ symmetric, 1 the reverse walk.
    record Constant(double r) implements Kernel {
      public Constant {
        Require.share("r", r);
      }
    }

    /// r̃ from each node's context.
    record NodeWise(EncodingConfig encoding) implements Kernel {}
  }

  /// The graph as it is, with a constant r: no ATP.
  public static OperatorPlan classic(double r) {
    return new OperatorPlan(Optional.empty(), new Kernel.Constant(r));
  }

  /// ATP with the defaults of the rooms.
  public static OperatorPlan adaptive() {
    return new OperatorPlan(
        Optional.of(CorrectionConfig.defaults()), new Kernel.NodeWise(EncodingConfig.defaults()));
  }

  /// What of the plan can act in a backbone; the rest is replaced by the graph as it is and r.
  public OperatorPlan restrictedTo(OperatorUse use, double r) {
    return switch (use) {
      case NOTHING -> classic(r);
      case TOPOLOGY -> new OperatorPlan(correction, new Kernel.Constant(r));
      case WEIGHTS -> this;
    };
  }

  /// Whether nothing of ATP is in it.
  public boolean isClassic() {
    return correction.isEmpty() && kernel instanceof Kernel.Constant;
  }

  /// For a config file or a record; [#fromMap] reads it back.
  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    correction.ifPresent(config -> map.put("correction", Settings.toMap(config)));
    switch (kernel) {
      case Kernel.Constant(double r) -> map.put("r", r);
      case Kernel.NodeWise(EncodingConfig encoding) ->
          map.put("encoding", Settings.toMap(encoding));
    }
    return map;
  }

  /// Settings that are not named keep their defaults; a part that is not named is left out.
  ///
  /// @throws IllegalArgumentException for names and values that do not fit
  public static OperatorPlan fromMap(Map<String, ?> map) {
    for (String key : map.keySet()) {
      Require.that(
          key.equals("correction") || key.equals("encoding") || key.equals("r"),
          "an ATP configuration has correction, encoding or r, got '%s'",
          key);
    }
    Require.that(
        map.containsKey("encoding") != map.containsKey("r"),
        "an ATP configuration has either encoding or r");
    Optional<CorrectionConfig> correction =
        Optional.ofNullable(map.get("correction"))
            .map(part -> Settings.with(CorrectionConfig.defaults(), texts("correction", part)));
    Kernel kernel =
        map.containsKey("r")
            ? new Kernel.Constant(number("r", map.get("r")))
            : new Kernel.NodeWise(
                Settings.with(EncodingConfig.defaults(), texts("encoding", map.get("encoding"))));
    return new OperatorPlan(correction, kernel);
  }

  private static double number(String name, Object value) {
    Require.that(value instanceof Number, "%s must be a number, got '%s'", name, value);
    return ((Number) value).doubleValue();
  }

  private static Map<String, String> texts(String name, Object part) {
    Require.that(part instanceof Map, "%s must be an object, got '%s'", name, part);
    Map<String, String> texts = new TreeMap<>();
    ((Map<?, ?>) part).forEach((key, value) -> texts.put(key.toString(), value.toString()));
    return texts;
  }
}
