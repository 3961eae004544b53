package io.atp.cli.command;

import io.atp.lab.cell.Effort;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// How deep the laboratory goes where options do not say.
///
/// GCNII has bounds of its own: its published recipes, up to 64 layers and 1500 epochs, would take
/// most of the time.
enum Depth {
  /// A first look.
  QUICK(8, Map.of(Effort.EPOCHS, 100, "layers", 8), 5),
  /// For a machine of two cores.
  USUAL(12, Map.of(Effort.EPOCHS, 200, "gcnii.layers", 16, "gcnii.hidden", 64), 5),
  /// Recipes as they are.
  FULL(30, Map.of(), 1);

  private final int budget;
  private final Map<String, Integer> most;
  private final int judgeEvery;

  Depth(int budget, Map<String, Integer> most, int judgeEvery) {
    this.budget = budget;
    this.most = most;
    this.judgeEvery = judgeEvery;
  }

  int budget() {
    return budget;
  }

  SortedMap<String, Integer> most() {
    return new TreeMap<>(most);
  }

  int judgeEvery() {
    return judgeEvery;
  }
}
