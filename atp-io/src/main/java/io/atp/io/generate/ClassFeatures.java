package io.atp.io.generate;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// x_ik = signal · s(class of i, k) + noise · z_ik, with s = ±1 by hash and z standard normal by
/// hash.
final class ClassFeatures {
  private static final int ROWS_PER_RANGE = 1 << 10;

  private ClassFeatures() {}

  static DenseFeatures draw(GeneratorConfig config, ClassLayout layout, Workspace work) {
    int rows = config.nodeCount();
    int width = config.featureWidth();
    MemorySegment data = work.allocateFloats((long) rows * width);
    int padded = Math.ceilDiv(width, 4) * 4;
    float noise = (float) config.featureNoise();
    long rowKey = StatelessHash.of(config.seed(), Purpose.NOISE);
    float[][] centres = centres(config, padded);
    work.workers()
        .forEachRange(
            rows,
            ROWS_PER_RANGE,
            (from, to) -> {
              float[] row = new float[padded];
              for (int node = from; node < to; node++) {
                long hash = StatelessHash.of(rowKey, node);
                float[] centre = centres[layout.classOf(node)];
                for (int column = 0; column < padded; column += 4) {
                  NormalQuantiles.four(StatelessHash.mix(hash + column), noise, row, column);
                }
                for (int column = 0; column < padded; column++) {
                  row[column] += centre[column];
                }
                long at = (long) node * width * Float.BYTES;
                MemorySegment.copy(row, 0, data, ValueLayout.JAVA_FLOAT_UNALIGNED, at, width);
              }
            });
    return new DenseFeatures(rows, width, data);
  }

  private static float[][] centres(GeneratorConfig config, int padded) {
    float signal = (float) config.featureSignal();
    float[][] centres = new float[config.classCount()][padded];
    for (int klass = 0; klass < centres.length; klass++) {
      for (int column = 0; column < padded; column++) {
        long hash = StatelessHash.of(config.seed(), Purpose.CENTRE, klass, column);
        centres[klass][column] = hash < 0 ? -signal : signal;
      }
    }
    return centres;
  }
}
