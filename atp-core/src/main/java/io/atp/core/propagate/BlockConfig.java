package io.atp.core.propagate;

import io.atp.core.runtime.Require;
import java.util.Arrays;

/// A propagation whose results leave block by block.
///
/// With two-byte `panels` every Y⁽ᵏ⁾ = diag(right) X⁽ᵏ⁾ is rounded when it is stored, Y⁽⁰⁾
/// included, and every sum over neighbours is float32; a result follows from the stored Y. So the
/// bytes do not depend on blocks, threads or memory, and differ from those of float32 panels.
///
/// @param rows nodes whose rows are kept, rising; null for all
/// @param results storage of what goes out
/// @param panels storage between hops; FLOAT32 or BFLOAT16
/// @param topology how the graph is kept; never changes a result
public record BlockConfig(
    PropagationConfig propagation, int[] rows, Storage results, Storage panels, Topology topology) {
  /// In which form a graph is walked over.
  public enum Topology {
    /// Compressed where the graph as it is has no room beside the panels and a compressed one has;
    /// otherwise as it is.
    AUTO,
    /// As it is: four bytes an arc, in memory or from disk at every hop.
    PLAIN,
    /// A compressed copy in memory.
    COMPRESSED
  }

  public BlockConfig {
    Require.that(
        panels != Storage.FLOAT16,
        "panels are float32 or bfloat16: diag(right) X leaves the range of float16");
    Require.that(
        topology != Topology.COMPRESSED || !propagation.movesRows(),
        "a compressed topology keeps rows as given, got the order %s",
        propagation.order());
    for (int i = 1; rows != null && i < rows.length; i++) {
      if (rows[i] <= rows[i - 1]) {
        throw new IllegalArgumentException(
            "kept rows must rise, got row %d after %d".formatted(rows[i], rows[i - 1]));
      }
    }
  }

  public static BlockConfig of(PropagationConfig propagation) {
    return new BlockConfig(propagation, null, Storage.FLOAT32, Storage.FLOAT32, Topology.AUTO);
  }

  public BlockConfig withRows(int[] kept) {
    return new BlockConfig(propagation, kept, results, panels, topology);
  }

  public BlockConfig withStorage(Storage ofResults, Storage ofPanels) {
    return new BlockConfig(propagation, rows, ofResults, ofPanels, topology);
  }

  public BlockConfig withTopology(Topology form) {
    return new BlockConfig(propagation, rows, results, panels, form);
  }

  /// How many rows each result has.
  public int keptRows(int nodeCount) {
    return rows == null ? nodeCount : rows.length;
  }

  /// The results that pass through a [BlockSink], by number. Hop 0 does not: it is X.
  public int[] computedResults() {
    int hops = propagation.hopCount();
    return switch (propagation.combiner()) {
      case HopCombiner.All _ -> {
        int[] all = new int[hops];
        Arrays.setAll(all, hop -> hop + 1);
        yield all;
      }
      case HopCombiner.Last _ -> hops == 0 ? new int[0] : new int[] {0};
      case HopCombiner.Weighted _ -> new int[] {0};
    };
  }

  /// Whether result 0 is X, as it was.
  public boolean keepsFeatures() {
    return !(propagation.combiner() instanceof HopCombiner.Weighted)
        && (propagation.hopCount() == 0 || propagation.combiner() instanceof HopCombiner.All);
  }
}
