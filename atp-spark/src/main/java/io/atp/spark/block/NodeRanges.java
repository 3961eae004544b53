package io.atp.spark.block;

import io.atp.core.runtime.Require;
import java.io.Serializable;
import java.util.Arrays;

/// Nodes 0 … n−1 cut into consecutive ranges, one to a partition.
///
/// @param bounds range p is `[bounds[p], bounds[p + 1])`
public record NodeRanges(int[] bounds) implements Serializable {
  /// Ranges of about equal work, where the nodes of bucket b, which are `nodes · b / buckets` and
  /// on, have `work[b]` arcs. A node counts as one arc more.
  public static NodeRanges balanced(int nodes, long[] work, int partitions) {
    Require.atLeast("partitions", partitions, 1);
    int buckets = work.length;
    double total = nodes;
    for (long arcs : work) {
      total += arcs;
    }
    int[] bounds = new int[partitions + 1];
    double before = 0;
    int next = 1;
    for (int bucket = 0; bucket < buckets; bucket++) {
      int from = bucketStart(nodes, buckets, bucket);
      int to = bucketStart(nodes, buckets, bucket + 1);
      double here = work[bucket] + (double) (to - from);
      while (next < partitions && before + here >= total * next / partitions) {
        double share = here == 0 ? 0 : (total * next / partitions - before) / here;
        bounds[next++] = from + (int) Math.round(share * (to - from));
      }
      before += here;
    }
    Arrays.fill(bounds, next, partitions + 1, nodes);
    return new NodeRanges(bounds);
  }

  /// First node of a bucket; `buckets` itself gives the node count.
  public static int bucketStart(int nodes, int buckets, int bucket) {
    return (int) Math.ceilDiv((long) nodes * bucket, buckets);
  }

  public static int bucketOf(int nodes, int buckets, int node) {
    return (int) ((long) node * buckets / nodes);
  }

  public int count() {
    return bounds.length - 1;
  }

  public int nodeCount() {
    return bounds[bounds.length - 1];
  }

  public int from(int partition) {
    return bounds[partition];
  }

  public int to(int partition) {
    return bounds[partition + 1];
  }

  public int rows(int partition) {
    return to(partition) - from(partition);
  }

  /// The partition that owns a node. Empty ranges own nothing.
  public int ownerOf(int node) {
    int low = 0;
    int high = count() - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (bounds[middle + 1] <= node) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
