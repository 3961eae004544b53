package io.atp.spark.learn;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.feature.FeatureScaling;
import io.atp.core.feature.FittedScaling;
import io.atp.core.runtime.Workspace;
import io.atp.spark.table.NodeBlock;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;

/// [FittedScaling] over partitions: fitted on the training rows at the driver, applied row by row
/// where the rows are.
public final class SparkScaling {
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;

  private SparkScaling() {}

  public static FittedScaling fit(
      JavaRDD<NodeBlock> nodes, FeatureScaling scaling, int width, Workspace work) {
    if (scaling != FeatureScaling.STANDARDISE) {
      return new FittedScaling(scaling, new double[0], new double[0]);
    }
    LabelledRows training = LabelledRows.ofTraining(nodes, width);
    DenseFeatures rows = training.inputs(work).matrices().getFirst();
    return FittedScaling.fit(rows, scaling, IntStream.range(0, rows.rows()).toArray(), work);
  }

  public static JavaRDD<NodeBlock> apply(JavaRDD<NodeBlock> nodes, FittedScaling fitted) {
    FeatureScaling scaling = fitted.scaling();
    double[] mean = fitted.mean();
    double[] inverse = fitted.inverse();
    return scaling == FeatureScaling.NONE
        ? nodes
        : nodes.map(block -> scaled(block, new FittedScaling(scaling, mean, inverse)));
  }

  private static NodeBlock scaled(NodeBlock block, FittedScaling fitted) {
    if (block.rows() == 0) {
      return block;
    }
    float[] features = new float[block.features().length];
    try (Workspace work = Workspace.open(1)) {
      MemorySegment data = work.allocateFloats(features.length);
      MemorySegment.copy(block.features(), 0, data, FLOAT, 0, features.length);
      DenseFeatures dense = new DenseFeatures(block.rows(), block.width(), data);
      DenseFeatures result = (DenseFeatures) fitted.apply(dense, work);
      MemorySegment.copy(result.data(), FLOAT, 0, features, 0, features.length);
    }
    return new NodeBlock(
        block.from(),
        block.numbers(),
        block.texts(),
        block.width(),
        features,
        block.labels(),
        block.parts());
  }
}
