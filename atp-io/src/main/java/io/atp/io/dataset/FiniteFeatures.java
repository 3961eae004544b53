package io.atp.io.dataset;

import io.atp.core.feature.ComputedFeatures;
import io.atp.core.feature.DenseFeatures;
import io.atp.core.feature.Features;
import io.atp.core.feature.HalfFeatures;
import io.atp.core.feature.SparseFeatures;
import io.atp.core.runtime.Workers;
import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/// Refuses features with a NaN or an infinity: one such number would spread to every node within
/// reach and leave no trace of where it came from.
public final class FiniteFeatures {
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final int EXPONENT = 0x7F80_0000;
  private static final int FLOATS_PER_CHUNK = 1 << 20;
  private static final int FLOATS_PER_READ = 1 << 16;
  private static final int FLOATS_PER_PIECE = 1 << 12;
  private static final long NONE = Long.MAX_VALUE;

  private FiniteFeatures() {}

  /// @throws IOException naming source, row and column of the first number that is not finite
  public static void require(Features features, String source, Workers workers) throws IOException {
    switch (features) {
      case DenseFeatures dense -> {
        long found = first(dense.data(), workers);
        if (found != NONE) {
          int row = (int) (found / dense.width());
          int column = (int) (found % dense.width());
          throw refused(source, dense.get(row, column), row, column);
        }
      }
      case SparseFeatures sparse -> {
        long found = first(sparse.values(), workers);
        if (found != NONE) {
          throw refused(source, sparse.value(found), rowOf(sparse, found), sparse.column(found));
        }
      }
      case HalfFeatures half -> {
        for (int row = 0; row < half.rows(); row++) {
          for (int column = 0; column < half.width(); column++) {
            if (!Float.isFinite(half.get(row, column))) {
              throw refused(source, half.get(row, column), row, column);
            }
          }
        }
      }
      case ComputedFeatures _ -> {} // finite by their formula
    }
  }

  private static long first(MemorySegment values, Workers workers) throws IOException {
    return first(
        values.byteSize() / Float.BYTES,
        workers,
        (from, count) -> {
          MemorySegment piece = values.asSlice(from * Float.BYTES, (long) count * Float.BYTES);
          long found = scan(piece);
          if (piece.isMapped()) {
            piece.unload(); // a mapped matrix may be larger than memory
          }
          return found;
        });
  }

  /// The same for a file of little-endian floats, read beside its mapping so that the check leaves
  /// no pages resident.
  public static void requireInFile(Path file, long dataStart, DenseFeatures mapped, Workers workers)
      throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      long found =
          first(
              mapped.data().byteSize() / Float.BYTES,
              workers,
              (from, count) -> scan(channel, dataStart + from * Float.BYTES, count));
      if (found != NONE) {
        int width = mapped.width();
        float value = mapped.get((int) (found / width), (int) (found % width));
        throw refused(file.toString(), value, found / width, found % width);
      }
    }
  }

  @FunctionalInterface
  private interface Scan {
    /// Position within the piece of the first number that is not finite, or [#NONE].
    long over(long from, int count) throws IOException;
  }

  private static long first(long count, Workers workers, Scan scan) throws IOException {
    int chunks = Math.toIntExact(Math.ceilDiv(count, FLOATS_PER_CHUNK));
    long[] found = new long[chunks];
    IOException[] failures = new IOException[chunks];
    workers.forEachChunk(
        chunks,
        chunk -> {
          long from = (long) chunk * FLOATS_PER_CHUNK;
          try {
            long at = scan.over(from, (int) Math.min(FLOATS_PER_CHUNK, count - from));
            found[chunk] = at == NONE ? NONE : from + at;
          } catch (IOException e) {
            failures[chunk] = e;
          }
        });
    for (IOException failure : failures) {
      if (failure != null) {
        throw failure;
      }
    }
    return Arrays.stream(found).min().orElse(NONE);
  }

  /// Through a small buffer, because what is read is never needed again.
  private static long scan(FileChannel channel, long start, int count) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(FLOATS_PER_READ * Float.BYTES);
    for (int done = 0; done < count; done += FLOATS_PER_READ) {
      buffer.clear().limit(Math.min(FLOATS_PER_READ, count - done) * Float.BYTES);
      long at = start + (long) done * Float.BYTES;
      while (buffer.hasRemaining()) {
        if (channel.read(buffer, at + buffer.position()) < 0) {
          throw new EOFException("the features became shorter while they were read");
        }
      }
      long found = scan(MemorySegment.ofBuffer(buffer.flip()));
      if (found != NONE) {
        return done + found;
      }
    }
    return NONE;
  }

  private static long scan(MemorySegment floats) {
    long count = floats.byteSize() / Float.BYTES;
    int[] piece = new int[(int) Math.min(count, FLOATS_PER_PIECE)];
    for (long done = 0; done < count; done += piece.length) {
      int length = (int) Math.min(piece.length, count - done);
      MemorySegment.copy(floats, INT, done * Float.BYTES, piece, 0, length);
      int found = scan(piece, length);
      if (found >= 0) {
        return done + found;
      }
    }
    return NONE;
  }

  /// All numbers at once, which the compiler does sixteen at a time: one more than the largest
  /// exponent sets the sign. Only where one did is it looked for.
  private static int scan(int[] bits, int count) {
    int signs = 0;
    for (int i = 0; i < count; i++) {
      signs |= (bits[i] & EXPONENT) + (EXPONENT & -EXPONENT);
    }
    if (signs < 0) {
      for (int i = 0; i < count; i++) {
        if ((bits[i] & EXPONENT) == EXPONENT) {
          return i;
        }
      }
    }
    return -1;
  }

  private static int rowOf(SparseFeatures sparse, long entry) {
    int row = 0;
    while (sparse.offset(row + 1) <= entry) {
      row++;
    }
    return row;
  }

  private static IOException refused(String source, float value, long row, long column) {
    return new IOException(
        "%s: the feature in row %d, column %d is %s, not a finite number"
            .formatted(source, row, column, value));
  }
}
