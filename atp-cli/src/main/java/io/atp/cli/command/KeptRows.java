package io.atp.cli.command;

import io.atp.cli.option.BlockOptions;
import io.atp.core.runtime.Require;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.Split;
import io.atp.io.npy.Npy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;

/// The nodes whose rows a propagation writes.
final class KeptRows {
  private KeptRows() {}

  /// Rising node numbers, or null for all.
  static int[] of(BlockOptions options, GraphData data) throws IOException {
    return switch (options.rows()) {
      case BlockOptions.ALL -> null;
      case BlockOptions.LABELLED -> labelled(data);
      default -> listed(Path.of(options.rows()), data.graph().nodeCount());
    };
  }

  /// The parts of all splits; of data without a split, the nodes with a label.
  static int[] labelled(GraphData data) {
    BitSet kept = new BitSet();
    for (Split split : data.splits()) {
      for (int[] part : new int[][] {split.train(), split.validation(), split.test()}) {
        for (int node : part) {
          kept.set(node);
        }
      }
    }
    if (data.splits().isEmpty()) {
      data.labels()
          .ifPresent(
              labels -> {
                for (int node = 0; node < labels.values().length; node++) {
                  if (labels.labelled(node)) {
                    kept.set(node);
                  }
                }
              });
    }
    Require.that(
        !kept.isEmpty(), "--rows labelled: %s has neither a split nor labels", data.name());
    return kept.stream().toArray();
  }

  private static int[] listed(Path file, int nodes) throws IOException {
    BitSet kept = new BitSet();
    for (long node : Npy.read(file).toLongs()) {
      Require.that(
          node >= 0 && node < nodes,
          "--rows: %s names node %d, the graph has %d nodes",
          file,
          node,
          nodes);
      kept.set((int) node);
    }
    Require.that(!kept.isEmpty(), "--rows: %s names no node", file);
    return kept.stream().toArray();
  }
}
