package io.atp.learn.model.input;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.Labels;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Labels as features: a 1 in the column of each node's class, rows of zeros where none is known.
public final class OneHot {
  private OneHot() {}

  /// The same with what was taught about nodes without a label: their probabilities.
  public static DenseFeatures of(Labels labels, Lessons lessons, Workspace work) {
    DenseFeatures matrix = of(labels, work);
    for (int i = 0; i < lessons.nodes().length; i++) {
      float[] shares = lessons.shares()[i];
      Require.that(
          shares.length == labels.classCount(),
          "node %d was taught about %d classes, and there are %d",
          lessons.nodes()[i],
          shares.length,
          labels.classCount());
      MemorySegment.copy(
          shares,
          0,
          matrix.data(),
          ValueLayout.JAVA_FLOAT_UNALIGNED,
          matrix.at(lessons.nodes()[i], 0),
          shares.length);
    }
    return matrix;
  }

  public static DenseFeatures of(Labels labels, Workspace work) {
    int nodes = labels.values().length;
    var matrix =
        new DenseFeatures(
            nodes, labels.classCount(), work.allocateFloats((long) nodes * labels.classCount()));
    for (int node = 0; node < nodes; node++) {
      if (labels.labelled(node)) {
        matrix
            .data()
            .set(ValueLayout.JAVA_FLOAT_UNALIGNED, matrix.at(node, labels.values()[node]), 1);
      }
    }
    return matrix;
  }
}
