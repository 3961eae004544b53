package io.atp.lab.cell;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.feature.Features;
import io.atp.core.feature.SparseFeatures;
import io.atp.io.dataset.Split;
import io.atp.learn.experiment.LabelledData;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/// A checksum of everything that is learned from: arcs, features, labels and splits.
public final class DataChecksum {
  private static final long CHUNK = 1 << 26;

  private DataChecksum() {}

  public static String of(LabelledData data) {
    CRC32C sum = new CRC32C();
    add(sum, data.graph().offsets());
    add(sum, data.graph().targets());
    Features features = data.features();
    switch (features) {
      case SparseFeatures sparse -> {
        add(sum, sparse.offsets());
        add(sum, sparse.columns());
        add(sum, sparse.values());
      }
      case DenseFeatures dense -> add(sum, dense.data());
      default -> add(sum, new int[] {features.rows(), features.width()});
    }
    data.labels().ifPresent(labels -> add(sum, labels.values()));
    for (Split split : data.data().splits()) {
      add(sum, split.train());
      add(sum, split.validation());
      add(sum, split.test());
    }
    return "%08x".formatted(sum.getValue());
  }

  private static void add(CRC32C sum, MemorySegment bytes) {
    for (long from = 0; from < bytes.byteSize(); from += CHUNK) {
      long size = Math.min(CHUNK, bytes.byteSize() - from);
      sum.update(bytes.asSlice(from, size).asByteBuffer());
    }
  }

  private static void add(CRC32C sum, int[] values) {
    ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES * values.length);
    bytes.asIntBuffer().put(values);
    sum.update(bytes);
  }
}
