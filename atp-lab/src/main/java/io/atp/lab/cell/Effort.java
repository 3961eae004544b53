package io.atp.lab.cell;

import io.atp.core.runtime.Require;
import java.util.LinkedHashMap;
import java.util.Map;

/// How much work a measurement is worth.
///
/// @param seeds repeats, each from fresh weights and, where the protocol draws one, its own split
/// @param budget training runs of a search, for the baseline and for ATP each
/// @param epochs most epochs of a run; 0 for as many as the recipe says
/// @param quick whether studies look at fewer points
public record Effort(int seeds, int budget, int epochs, boolean quick) {
  public Effort {
    Require.atLeast("seeds", seeds, 1);
    Require.atLeast("budget", budget, 1);
    Require.atLeast("epochs", epochs, 0);
  }

  Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("seeds", seeds);
    map.put("budget", budget);
    map.put("epochs", epochs);
    return map;
  }
}
