package io.atp.lab.cell;

import io.atp.core.runtime.Require;
import io.atp.learn.model.Recipe;
import io.atp.learn.settings.Settings;
import java.util.LinkedHashMap;
import java.util.Map;

/// How much work a measurement is worth.
///
/// @param seeds repeats, each from fresh weights and, where the protocol draws one, its own split
/// @param budget training runs of a search, for the baseline and for ATP each
/// @param epochs most epochs of a run; 0 for as many as the recipe says
/// @param layers most layers of a network; 0 for as many as the recipe says
/// @param quick whether studies look at fewer points
public record Effort(int seeds, int budget, int epochs, int layers, boolean quick) {
  public Effort {
    Require.atLeast("seeds", seeds, 1);
    Require.atLeast("budget", budget, 1);
    Require.atLeast("epochs", epochs, 0);
    Require.atLeast("layers", layers, 0);
  }

  /// The recipe within these bounds.
  <S extends Record> Recipe<S> bound(Recipe<S> recipe) {
    Map<String, String> changes = new LinkedHashMap<>();
    if (epochs > 0 && recipe.training().epochs() > epochs) {
      changes.put("epochs", Integer.toString(epochs));
    }
    if (layers > 0
        && Settings.toMap(recipe.settings()).get("layers") instanceof Integer deep
        && deep > layers) {
      changes.put("layers", Integer.toString(layers));
    }
    return recipe.with(changes);
  }

  /// What [#toMap] wrote; whether it was quick is told by its bounds.
  static Effort fromMap(Map<?, ?> map) {
    int epochs = whole(map.get("epochs"));
    int layers = whole(map.get("layers"));
    return new Effort(
        whole(map.get("seeds")), whole(map.get("budget")), epochs, layers, epochs + layers > 0);
  }

  private static int whole(Object parsed) {
    return ((Number) parsed).intValue();
  }

  Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("seeds", seeds);
    map.put("budget", budget);
    map.put("epochs", epochs);
    map.put("layers", layers);
    return map;
  }
}
