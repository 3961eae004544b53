package io.atp.core.graph;

import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workers;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/// One of 64 communities for every node, by label propagation.
///
/// A node takes the label l that gains most modularity, `neighbours with l − d · vol(l) / arcs`,
/// where vol(l) is the sum of degrees of all nodes that carry it. Without the second term one label
/// would win the whole graph; with it, labels grow apart until each covers a community. They begin
/// as random labels of hubs, each carried by the neighbours of several: a hub's neighbours are of
/// its community more often than chance, and that spares half the sweeps that labels without any
/// beginning would need to grow apart.
///
/// A sweep has two halves, each moving one random half of the nodes from the labels before it: all
/// at once would swing back and forth, one by one would depend on the order. All sums are of whole
/// numbers, so the labels are the same for any number of threads.
///
/// 64, because the labels a row has met then are the bits of a long, and going through those is
/// twice as fast as asking of every neighbour whether its label was counted already.
///
/// @param labels community of each node; a label may have lost all its nodes
/// @param insideShare share of arcs whose ends had the same label when the last sweep came by
record CommunityLabels(byte[] labels, double insideShare, int sweeps) {
  static final int COUNT = Long.SIZE;

  private static final int LABEL_SHIFT = Long.SIZE - Integer.numberOfTrailingZeros(COUNT);

  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final long SEED = 0x5eedc0de;
  private static final int MAX_SWEEPS = 16;

  /// Share of nodes that a sweep has to move to be followed by another.
  private static final double RESTLESS = 0.1;

  /// By how much a sweep has to raise the share of arcs inside communities to be followed by
  /// another. Where there are no communities the share creeps up to a sixth, ever more slowly;
  /// where there are, it rises by more than this from the start.
  private static final double LEAST_GROWTH = 0.008;

  static CommunityLabels of(CsrGraph graph, Workers workers) {
    Sweep sweep = new Sweep(graph, workers);
    byte[] labels = sweep.first();
    double inside = 0;
    for (int sweeps = 1; ; sweeps++) {
      double before = inside;
      double moved = 0;
      inside = 0;
      for (int half = 0; half < 2; half++) {
        labels = sweep.half(labels, half);
        moved += sweep.movedShare();
        inside += sweep.insideShare();
      }
      boolean settled = moved < RESTLESS || sweeps > 2 && inside - before < LEAST_GROWTH;
      if (settled || sweeps == MAX_SWEEPS) {
        return new CommunityLabels(labels, inside, sweeps);
      }
    }
  }

  /// One half of a sweep after the other, and the buffers they share.
  private static final class Sweep {
    private final CsrGraph graph;
    private final Workers workers;
    private final RowChunks rows;
    private final long[] volumes = new long[COUNT];
    private final long[] inside;
    private final int[] moved;
    private final Queue<int[]> buffers = new ConcurrentLinkedQueue<>();
    private byte[] spare;

    Sweep(CsrGraph graph, Workers workers) {
      this.graph = graph;
      this.workers = workers;
      this.rows = RowChunks.of(graph);
      this.inside = new long[rows.count()];
      this.moved = new int[rows.count()];
      this.spare = new byte[graph.nodeCount()];
    }

    /// Every node takes the random label of its neighbour of largest degree, or its own if it has
    /// none larger.
    byte[] first() {
      byte[] labels = new byte[graph.nodeCount()];
      workers.forEachChunk(
          rows.count(),
          chunk -> {
            for (int node = rows.from(chunk); node < rows.to(chunk); node++) {
              int chief = node;
              int largest = graph.degree(node);
              for (long arc = graph.offset(node), end = graph.offset(node + 1); arc < end; arc++) {
                int degree = graph.degree(graph.target(arc));
                if (degree > largest) {
                  largest = degree;
                  chief = graph.target(arc);
                }
              }
              labels[node] = (byte) (StatelessHash.of(SEED, chief) >>> LABEL_SHIFT);
            }
          });
      return labels;
    }

    /// The labels after it; the array given becomes a buffer.
    byte[] half(byte[] labels, int half) {
      Arrays.fill(volumes, 0);
      for (int node = 0; node < labels.length; node++) {
        volumes[labels[node]] += graph.degree(node);
      }
      byte[] next = spare;
      workers.forEachChunk(rows.count(), chunk -> chunk(chunk, half, labels, next));
      spare = labels;
      return next;
    }

    double movedShare() {
      return IntStream.of(moved).asLongStream().sum() / (double) Math.max(1, spare.length);
    }

    double insideShare() {
      return LongStream.of(inside).sum() / (double) Math.max(1, graph.arcCount());
    }

    private void chunk(int chunk, int half, byte[] labels, byte[] next) {
      long start = graph.offset(rows.from(chunk));
      int length = (int) (graph.offset(rows.to(chunk)) - start);
      int[] pooled = buffers.poll();
      int[] targets = pooled != null && pooled.length >= length ? pooled : new int[length];
      MemorySegment.copy(graph.targets(), INT, start * Integer.BYTES, targets, 0, length);
      int[] counts = new int[COUNT];
      long insideArcs = 0;
      int movedNodes = 0;
      int from = 0;
      for (int node = rows.from(chunk); node < rows.to(chunk); node++) {
        int to = (int) (graph.offset(node + 1) - start);
        int own = labels[node];
        int best = own;
        if ((StatelessHash.mix(node + SEED) & 1) == half && to > from) {
          long met = 0;
          for (int k = from; k < to; k++) {
            int label = labels[targets[k]];
            counts[label & COUNT - 1]++;
            met |= 1L << label;
          }
          insideArcs += counts[own];
          best = best(met, to - from, own, counts);
        }
        next[node] = (byte) best;
        movedNodes += best == own ? 0 : 1;
        from = to;
      }
      inside[chunk] = insideArcs;
      moved[chunk] = movedNodes;
      buffers.add(targets);
    }

    /// The label that gains most, its own among equals, else the smallest; leaves the counts clear.
    private int best(long met, long degree, int own, int[] counts) {
      long arcs = graph.arcCount();
      int best = own;
      long most = counts[own] * arcs - degree * (volumes[own] - degree);
      for (long left = met; left != 0; left &= left - 1) {
        int label = Long.numberOfTrailingZeros(left);
        long gain = counts[label] * arcs - degree * volumes[label];
        best = gain > most ? label : best;
        most = Math.max(most, gain);
        counts[label] = 0;
      }
      return best;
    }
  }
}
