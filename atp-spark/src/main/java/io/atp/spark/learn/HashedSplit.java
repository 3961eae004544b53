package io.atp.spark.learn;

import io.atp.core.runtime.StatelessHash;
import io.atp.io.dataset.Labels;
import io.atp.spark.table.NodeBlock;
import org.apache.spark.api.java.JavaRDD;

/// A split for tables that have none: each labelled node goes to training with probability 0.6, to
/// validation and to test with 0.2 each, by a hash of the seed and its number.
public final class HashedSplit {
  private static final long PURPOSE = 0x73706C6974L;

  private HashedSplit() {}

  public static JavaRDD<NodeBlock> apply(JavaRDD<NodeBlock> nodes, long seed) {
    return nodes.map(
        block -> {
          byte[] parts = new byte[block.rows()];
          for (int row = 0; row < parts.length; row++) {
            if (block.labels()[row] != Labels.UNLABELLED) {
              parts[row] = part(seed, block.from() + row);
            }
          }
          return new NodeBlock(
              block.from(),
              block.numbers(),
              block.texts(),
              block.width(),
              block.features(),
              block.labels(),
              parts);
        });
  }

  private static byte part(long seed, int node) {
    double draw = StatelessHash.unit(StatelessHash.of(seed, PURPOSE, node));
    return draw < 0.6 ? NodeBlock.TRAIN : draw < 0.8 ? NodeBlock.VALIDATION : NodeBlock.TEST;
  }
}
