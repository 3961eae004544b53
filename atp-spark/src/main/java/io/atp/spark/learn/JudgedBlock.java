package io.atp.spark.learn;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.runtime.Workspace;
import io.atp.learn.model.input.HopInputs;
import io.atp.learn.predict.HopPredictor;
import io.atp.learn.predict.Predictions;
import io.atp.spark.room.HopBlock;
import java.io.Serializable;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/// What a model says of the nodes of one partition.
///
/// @param labels the most probable class of each
/// @param probabilities of every class, by node
public record JudgedBlock(int[] labels, float[][] probabilities) implements Serializable {
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;

  static JudgedBlock of(ModelParcel model, HopBlock hops, int rows) {
    if (rows == 0) {
      return new JudgedBlock(new int[0], new float[0][]);
    }
    try (Workspace work = Workspace.open(1)) {
      List<DenseFeatures> matrices = new ArrayList<>();
      for (float[] matrix : hops.matrices()) {
        MemorySegment data = work.allocateFloats(matrix.length);
        MemorySegment.copy(matrix, 0, data, FLOAT, 0, matrix.length);
        matrices.add(new DenseFeatures(rows, hops.width(), data));
      }
      Predictions said = HopPredictor.predict(model.model(), new HopInputs(matrices), work);
      return new JudgedBlock(said.labels(), said.probabilities());
    }
  }
}
