package io.atp.lab.cell;

import io.atp.core.runtime.Require;
import io.atp.learn.model.Recipe;
import io.atp.learn.settings.Settings;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// How much work a measurement is worth.
///
/// @param seeds repeats, each from fresh weights and, where the protocol draws one, its own split
/// @param budget training runs of a search, for the baseline and for ATP each
/// @param most the largest value of whole numbers in recipes: `epochs`, settings of backbones such
///   as `layers`, or of one alone, `gcnii.layers`
/// @param judgeEvery epochs from one look at validation to the next, at least
/// @param quick whether studies look at fewer points
public record Effort(
    int seeds, int budget, SortedMap<String, Integer> most, int judgeEvery, boolean quick) {
  public static final String EPOCHS = "epochs";

  public Effort {
    Require.atLeast("seeds", seeds, 1);
    Require.atLeast("budget", budget, 1);
    Require.atLeast("epochs between judgements", judgeEvery, 1);
    most.forEach((name, number) -> Require.atLeast("the most of " + name, number, 1));
    most = new TreeMap<>(most);
  }

  /// The recipe of a backbone within these bounds.
  <S extends Record> Recipe<S> bound(String model, Recipe<S> recipe) {
    Map<String, Object> given = new LinkedHashMap<>(Settings.toMap(recipe.settings()));
    given.put(EPOCHS, recipe.training().epochs());
    Map<String, String> changes = new LinkedHashMap<>();
    given.forEach(
        (name, value) -> {
          int bound = most.getOrDefault(model + "." + name, most.getOrDefault(name, 0));
          if (bound > 0 && value instanceof Integer number && number > bound) {
            changes.put(name, Integer.toString(bound));
          }
        });
    if (recipe.training().judgeEvery() < judgeEvery) {
      changes.put("judgeEvery", Integer.toString(judgeEvery));
    }
    return recipe.with(changes);
  }

  /// What [#toMap] wrote.
  static Effort fromMap(Map<?, ?> map) {
    SortedMap<String, Integer> most = new TreeMap<>();
    ((Map<?, ?>) map.get("most")).forEach((name, number) -> most.put((String) name, whole(number)));
    return new Effort(
        whole(map.get("seeds")),
        whole(map.get("budget")),
        most,
        whole(map.get("judgeEvery")),
        false);
  }

  private static int whole(Object parsed) {
    return ((Number) parsed).intValue();
  }

  /// All that decides a result. How many points a study looks at does not.
  Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("seeds", seeds);
    map.put("budget", budget);
    map.put("most", most);
    map.put("judgeEvery", judgeEvery);
    return map;
  }
}
