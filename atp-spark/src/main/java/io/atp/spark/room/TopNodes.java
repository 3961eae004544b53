package io.atp.spark.room;

import io.atp.spark.block.BlockGraph;
import io.atp.spark.block.GraphBlock;
import java.io.Serializable;
import java.util.List;
import java.util.TreeMap;

/// The nodes of the largest degree, ties to the lower id, without sorting them: all above an edge,
/// and of those at the edge as many as each partition still has room for.
///
/// @param edge a degree
/// @param roomAtEdge how many nodes of that degree each partition takes, the lowest first
record TopNodes(int edge, long[] roomAtEdge) implements Serializable {
  static TopNodes of(BlockGraph graph, long count) {
    int partitions = graph.ranges().count();
    if (count == 0) {
      return new TopNodes(Integer.MAX_VALUE, new long[partitions]);
    }
    // As many entries as different degrees: at most the root of twice the arcs.
    TreeMap<Integer, Long> degrees =
        graph.blocks().map(TopNodes::degrees).treeReduce(TopNodes::sum);
    long left = count;
    int edge = 0;
    for (var entry : degrees.descendingMap().entrySet()) {
      edge = entry.getKey();
      if (entry.getValue() >= left) {
        break;
      }
      left -= entry.getValue();
    }
    int found = edge;
    List<Long> atEdge = graph.blocks().map(block -> countAt(block, found)).collect();
    long[] room = new long[partitions];
    for (int partition = 0; partition < partitions; partition++) {
      room[partition] = Math.min(left, atEdge.get(partition));
      left -= room[partition];
    }
    return new TopNodes(edge, room);
  }

  private static TreeMap<Integer, Long> degrees(GraphBlock block) {
    TreeMap<Integer, Long> degrees = new TreeMap<>();
    for (int row = 0; row < block.rows(); row++) {
      degrees.merge(block.degree(row), 1L, Long::sum);
    }
    return degrees;
  }

  private static TreeMap<Integer, Long> sum(TreeMap<Integer, Long> a, TreeMap<Integer, Long> b) {
    TreeMap<Integer, Long> sum = new TreeMap<>(a);
    b.forEach((degree, count) -> sum.merge(degree, count, Long::sum));
    return sum;
  }

  private static long countAt(GraphBlock block, int degree) {
    long count = 0;
    for (int row = 0; row < block.rows(); row++) {
      count += block.degree(row) == degree ? 1 : 0;
    }
    return count;
  }
}
