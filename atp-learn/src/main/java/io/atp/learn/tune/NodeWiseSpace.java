package io.atp.learn.tune;

import io.atp.core.nodewise.NodeSteps;
import io.atp.core.nodewise.NodeWise;
import io.atp.core.nodewise.Strategy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What may be tried of node-wise strategies: their settings, and where several are named, each
/// selection of them.
///
/// So `scara,ndm` with ATP searches ATP alone, with SCARA, with NDM and with both.
final class NodeWiseSpace {
  private static final Map<String, List<Map<String, String>>> CHOICES = choices();

  private NodeWiseSpace() {}

  private static Map<String, List<Map<String, String>>> choices() {
    Map<String, List<Map<String, String>>> all = new LinkedHashMap<>();
    all.put("dgc", one("dgc.time", "1", "2", "3", "5", "7", "10"));
    all.put("gdc", one("gdc.time", "1", "2", "3", "5", "7", "10"));
    all.put("ndls", one("ndls.epsilon", "0.01", "0.02", "0.03", "0.05"));
    // In pairs: a large omega with a small rho has weights that never die out.
    all.put(
        "ndm",
        List.of(
            pair("1.1", "0.05"),
            pair("1.15", "0.1"),
            pair("1.2", "0.3"),
            pair("2", "0.5"),
            pair("4", "0.8"),
            pair("9", "0.85"),
            pair("4", "1.1"),
            pair("7", "1.3"),
            pair("1", "1.5")));
    all.put("scara", one("scara.restart", "0.05", "0.1", "0.2", "0.5"));
    return all;
  }

  private static List<Map<String, String>> one(String name, String... values) {
    List<Map<String, String>> list = new ArrayList<>();
    for (String value : values) {
      list.add(Map.of(name, value));
    }
    return list;
  }

  private static Map<String, String> pair(String omega, String rho) {
    Map<String, String> pair = new LinkedHashMap<>();
    pair.put("ndm.omega", omega);
    pair.put("ndm.rho", rho);
    return pair;
  }

  /// @param share of the settings that are drawn anew
  static Map<String, String> changes(List<Strategy> strategies, Draw draw, double share) {
    Map<String, String> changes = new LinkedHashMap<>();
    for (Strategy strategy : strategies) {
      if (draw.chance(share)) {
        changes.putAll(draw.of(CHOICES.get(strategy.name())));
      }
    }
    if (named(strategies, "ndm") && draw.chance(share)) {
      changes.put("ndm.tau", draw.of(List.of("0.5", "1", "1.5", "2")));
      changes.put("ndm.renormalise", draw.of(List.of("true", "false")));
    }
    if (named(strategies, "scara") && draw.chance(share)) {
      changes.put("scara.standardise", draw.of(List.of("true", "false")));
    }
    if (strategies.size() > 1 && draw.chance(share)) {
      changes.put("nodewise", draw.of(selections(strategies)));
    }
    return changes;
  }

  private static boolean named(List<Strategy> strategies, String name) {
    return strategies.stream().anyMatch(strategy -> strategy.name().equals(name));
  }

  /// Every selection, from none to all.
  static List<String> selections(List<Strategy> strategies) {
    List<String> selections = new ArrayList<>();
    for (int bits = 0; bits < 1 << strategies.size(); bits++) {
      List<String> names = new ArrayList<>();
      for (int i = 0; i < strategies.size(); i++) {
        if ((bits >> i & 1) == 1) {
          names.add(strategies.get(i).name());
        }
      }
      selections.add(names.isEmpty() ? "none" : String.join(",", names));
    }
    return selections;
  }

  /// The changes that leave out some of several strategies, one for each selection but all of them.
  static List<Map<String, String>> others(List<Strategy> strategies) {
    if (strategies.size() < 2) {
      return List.of();
    }
    List<String> selections = selections(strategies);
    return selections.subList(0, selections.size() - 1).stream()
        .map(selection -> Map.of("nodewise", selection))
        .toList();
  }

  /// Whether some strategy can do with symmetric graphs only, so that rows cannot be masked alone.
  static boolean needsSymmetry(List<Strategy> strategies) {
    return NodeWise.of(strategies).steps() instanceof NodeSteps.ByDistance;
  }
}
