package io.atp.cli.option;

import io.atp.core.nodewise.Strategy;
import io.atp.core.runtime.Require;
import io.atp.learn.model.NodeWiseRecipes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/// Which node-wise strategies change how hops are formed, and their settings.
public final class NodeWiseOptions {
  @Option(
      names = "--nodewise",
      paramLabel = "NAMES",
      split = ",",
      description =
          "Node-wise strategies, such as ndls or scara,ndm: dgc, gdc, ndls, ndm, scara. Where two"
              + " decide the same, the first named does; atp models lists them.")
  private List<String> names = new ArrayList<>();

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description =
          "A setting; atp models NAME lists those of a backbone and of a strategy, the latter like"
              + " ndm.omega.")
  private List<String> sets = new ArrayList<>();

  /// @param dataSet whose published settings are wanted, lower case
  public List<Strategy> strategies(String dataSet) {
    return NodeWiseRecipes.of(names.stream().map(String::strip).toList(), dataSet);
  }

  /// The settings typed, by name.
  public Map<String, String> changes() {
    Map<String, String> changes = new LinkedHashMap<>();
    for (String set : sets) {
      int equals = set.indexOf('=');
      Require.that(equals > 0, "--set takes NAME=VALUE, got '%s'", set);
      changes.put(set.substring(0, equals).strip(), set.substring(equals + 1).strip());
    }
    return changes;
  }
}
