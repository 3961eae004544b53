package io.atp.core.estimate;

import io.atp.core.encode.Encoding;
import io.atp.core.kernel.Kernels;
import java.util.Set;

/// The formulas: memory and disk of each room as functions of n nodes, M arcs, f features, K hops.
///
/// Topology is mapped and may be handed back page by page, so the least a room needs is its vectors
/// of n numbers on the heap; the most is that and everything it touches. A JVM at work takes some
/// 60 MB, with its compiler and a heap that is not collected yet a few hundred.
public final class Needs {
  static final long JVM_LEAST = 60L << 20;
  static final long JVM_MOST = 420L << 20;

  /// A heap holds more than what is alive.
  private static final double GARBAGE = 1.6;

  private static final int NARROWEST_PANEL = 4;
  private static final long OPERATOR_BYTES = 36;
  private static final long FACTOR_BYTES = 16;

  private static final long LARGE_BASIS_NODES = 1L << 25;

  private Needs() {}

  /// Import or generate: arcs come in one direction (M/2), are dealt twice and sorted.
  ///
  /// Memory: buffers `8 · M/2`, entries `8M`, rows `4M + 8n`, labels and split `12n`; or nothing
  /// that grows with M.
  ///
  /// @param room which of the two
  public static Need build(String room, Workload w) {
    long heap = 12 * w.nodes();
    long arcs = 4 * w.arcs() + 12 * w.arcs() + 8 * w.nodes();
    long input = 8 * w.arcs() + w.featureBytes();
    return new Need(
        room,
        new Span(JVM_LEAST, JVM_MOST + GARBAGE * heap + arcs + input + w.featureBytes()),
        JVM_LEAST + heap + (64L << 20),
        w.topologyBytes() + w.featureBytes() + 8 * w.nodes(),
        8 * w.arcs(),
        "16 bytes an arc while it is sorted, in memory or in temporary files; labels on the heap");
  }

  /// Memory: one flag and an order of nodes `9n`, row lengths `8n`, a bit an arc `M/8`, and the
  /// corrected graph; ranks of arcs by features `4M` and norms `8n` where edges are ordered by
  /// them.
  public static Need correct(Workload w, boolean byFeatures) {
    long heap = (byFeatures ? 17 : 9) * w.nodes();
    long touched =
        2 * w.topologyBytes()
            + 8 * w.nodes()
            + w.arcs() / Byte.SIZE
            + (byFeatures ? 4 * w.arcs() : 0)
            + w.featureBytes();
    return new Need(
        "correct",
        new Span(JVM_LEAST + heap / 2.0, JVM_MOST + GARBAGE * (heap + 12 * w.nodes()) + touched),
        JVM_LEAST + heap + 12 * w.nodes(),
        w.topologyBytes() + w.featureBytes() + 8 * w.nodes(),
        (byFeatures ? 4 * w.arcs() : 0) + w.arcs() / Byte.SIZE,
        "the graph before and after, mapped; "
            + (byFeatures ? "17" : "9")
            + " bytes a node to choose hubs");
  }

  /// Memory: every encoding is `8n`, triangles `8n` more; while PageRank is computed `44n`, Katz
  /// `44n`, triangles `20n` and a byte a node for each thread, the eigenvector 21 vectors of `8n`
  /// (11 beyond 33 million nodes) and two more.
  public static Need encode(Workload w, Set<Encoding> wanted, boolean sampled) {
    long heap = encodeHeap(w, wanted, sampled);
    long exact = wanted.contains(Encoding.CLUSTERING) && !sampled ? 2 * w.arcs() : 0;
    return new Need(
        "encode",
        new Span(JVM_LEAST + 0.7 * heap, JVM_MOST + GARBAGE * heap + 2 * w.topologyBytes() + exact),
        JVM_LEAST + heap,
        8 * w.nodes() * (wanted.size() + 2L),
        exact + w.topologyBytes(),
        "%d bytes a node for %s; a checkpoint keeps the corrected graph until all is done"
            .formatted(heap / w.nodes(), wanted));
  }

  private static long encodeHeap(Workload w, Set<Encoding> wanted, boolean sampled) {
    long n = w.nodes();
    long basis = n > LARGE_BASIS_NODES ? 11 : 21;
    long kept = 0;
    long most = 0;
    for (Encoding encoding : Encoding.values()) {
      if (wanted.contains(encoding)) {
        long working =
            switch (encoding) {
              case DEGREE -> 0;
              case CLUSTERING -> sampled ? 0 : 20 + w.threads();
              case EIGENVECTOR -> 8 * (basis + 2);
              case PAGERANK, KATZ -> 44;
            };
        if (encoding == Encoding.KATZ && !wanted.contains(Encoding.EIGENVECTOR)) {
          working = 8 * (basis + 3);
        }
        kept += encoding == Encoding.CLUSTERING ? 16 : 8;
        most = Math.max(most, kept + working);
      }
    }
    return n * Math.max(most, kept + 32); // 32: bringing them to one scale
  }

  /// Memory: coefficients and operator `36n`, which are gone when factors `16n` and two panels of b
  /// columns `2 · 4bn` with b from 4 to four vectors come, and where there is room the topology, as
  /// it is or compressed, and the pages of the outputs `4nf(K + 1)`. A topology without room is
  /// read from disk at every hop.
  public static Need propagate(Workload w) {
    int widest = Kernels.active().widestPanel();
    long narrow = 8 * w.nodes() * Math.min(NARROWEST_PANEL, Math.max(1, w.featureWidth()));
    long wide = 8 * w.nodes() * widest;
    long outputs = w.featureBytes() * (w.hopCount() + 1);
    return new Need(
        "propagate",
        new Span(
            JVM_LEAST + 0.9 * Math.max(OPERATOR_BYTES * w.nodes(), narrow),
            JVM_MOST
                + GARBAGE * (OPERATOR_BYTES + FACTOR_BYTES) * w.nodes()
                + 2 * w.topologyBytes()
                + wide
                + w.featureBytes()
                + outputs),
        panels(w, NARROWEST_PANEL),
        outputs + 16 * w.nodes(),
        0,
        ("two panels of %d to %d columns, 16 bytes a node of factors; the topology with 4 bytes an"
                + " arc, or compressed, or from disk at every hop; outputs are mapped")
            .formatted(NARROWEST_PANEL, widest));
  }

  /// What propagation holds beside the topology.
  private static long panels(Workload w, int width) {
    return (124L << 20)
        + w.nodes() * Math.max(OPERATOR_BYTES, FACTOR_BYTES + 2L * Float.BYTES * width);
  }

  /// How many columns travel at a time where the topology of a stored graph has no room within
  /// `memoryBytes`, not even beside panels of one vector; 0 where it has.
  static int streamedWidth(Workload w, long memoryBytes) {
    int width = Kernels.active().widestPanel();
    if (w.topologyBytes() + panels(w, width / 4) <= memoryBytes) {
      return 0;
    }
    while (width > NARROWEST_PANEL && panels(w, width) > memoryBytes) {
      width /= 2;
    }
    return width;
  }
}
