package io.atp.spark.learn;

import io.atp.io.dataset.Labels;
import io.atp.learn.predict.SavedModel;
import io.atp.spark.block.Single;
import io.atp.spark.room.HopBlock;
import io.atp.spark.table.NodeBlock;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;

/// Judges all nodes as a map over partitions: the weights go out once to each executor.
public final class SparkPredictor {
  private SparkPredictor() {}

  public static JavaRDD<JudgedBlock> predict(
      SavedModel model, JavaRDD<NodeBlock> nodes, JavaRDD<HopBlock> hops) {
    JavaSparkContext spark = JavaSparkContext.fromSparkContext(nodes.context());
    Broadcast<ModelParcel> parcel = spark.broadcast(ModelParcel.of(model));
    return nodes
        .zipPartitions(
            hops, (n, h) -> Single.of(JudgedBlock.of(parcel.value(), h.next(), n.next().rows())))
        .persist(StorageLevel.MEMORY_AND_DISK());
  }

  /// How many labelled nodes of a part there are, and how many of them were judged right.
  ///
  /// @param right of them
  public record Score(long nodes, long right) {
    public double accuracy() {
      return nodes == 0 ? Double.NaN : (double) right / nodes;
    }
  }

  public static Score score(JavaRDD<NodeBlock> nodes, JavaRDD<JudgedBlock> judged, byte part) {
    long[] counts =
        nodes
            .zipPartitions(judged, (n, j) -> Single.of(counted(n.next(), j.next(), part)))
            .reduce((a, b) -> new long[] {a[0] + b[0], a[1] + b[1]});
    return new Score(counts[0], counts[1]);
  }

  private static long[] counted(NodeBlock nodes, JudgedBlock judged, byte part) {
    long[] counts = new long[2];
    for (int row = 0; row < nodes.rows(); row++) {
      int label = nodes.labels()[row];
      if (nodes.parts()[row] == part && label != Labels.UNLABELLED) {
        counts[0]++;
        counts[1] += judged.labels()[row] == label ? 1 : 0;
      }
    }
    return counts;
  }
}
