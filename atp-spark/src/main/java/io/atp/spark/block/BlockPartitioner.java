package io.atp.spark.block;

import org.apache.spark.Partitioner;

/// The key is the partition.
final class BlockPartitioner extends Partitioner {
  private final int count;

  BlockPartitioner(int count) {
    this.count = count;
  }

  @Override
  public int numPartitions() {
    return count;
  }

  @Override
  public int getPartition(Object key) {
    return (Integer) key;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof BlockPartitioner that && that.count == count;
  }

  @Override
  public int hashCode() {
    return count;
  }
}
