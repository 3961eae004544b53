package io.atp.spark;

import io.atp.core.runtime.Require;
import io.atp.spark.table.TableColumns;
import java.util.Optional;

/// How a job is cut and where it leaves its checkpoints; none of it changes a result.
///
/// @param columns of the two tables
/// @param partitions how many ranges the nodes are cut into; 0 decides by the size of the data
/// @param checkpoints a folder every executor can reach, or none
/// @param partitionBytes what one task of propagation may hold; wider features go in column blocks
public record SparkConfig(
    TableColumns columns, int partitions, Optional<String> checkpoints, long partitionBytes) {
  private static final long PARTITION_BYTES = 2L << 30;

  public SparkConfig {
    Require.atLeast("partitions", partitions, 0);
    Require.atLeast("partitionBytes", partitionBytes, 1L << 10);
  }

  public static SparkConfig defaults() {
    return new SparkConfig(TableColumns.defaults(), 0, Optional.empty(), PARTITION_BYTES);
  }

  public SparkConfig withColumns(TableColumns other) {
    return new SparkConfig(other, partitions, checkpoints, partitionBytes);
  }

  public SparkConfig withPartitions(int count) {
    return new SparkConfig(columns, count, checkpoints, partitionBytes);
  }

  public SparkConfig withCheckpoints(String folder) {
    return new SparkConfig(columns, partitions, Optional.of(folder), partitionBytes);
  }

  public SparkConfig withPartitionBytes(long bytes) {
    return new SparkConfig(columns, partitions, checkpoints, bytes);
  }
}
