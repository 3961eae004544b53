package io.atp.spark.room;

import io.atp.spark.block.BlockBuilder;
import io.atp.spark.block.BlockGraph;
import io.atp.spark.block.GraphBlock;
import io.atp.spark.block.Single;
import org.apache.spark.api.java.JavaRDD;

/// The same graph with every arc turned round, over the same ranges.
final class ReversedArcs {
  private ReversedArcs() {}

  static BlockGraph of(BlockGraph graph) {
    JavaRDD<long[]> arcs = graph.blocks().mapPartitions(own -> Single.of(reversed(own.next())));
    return BlockBuilder.build(arcs, graph.ranges(), false).graph();
  }

  private static long[] reversed(GraphBlock block) {
    long[] arcs = new long[block.arcCount()];
    for (int row = 0; row < block.rows(); row++) {
      for (int arc = block.offsets()[row]; arc < block.offsets()[row + 1]; arc++) {
        arcs[arc] = (long) block.node(block.targets()[arc]) << 32 | block.from() + row;
      }
    }
    return arcs;
  }
}
