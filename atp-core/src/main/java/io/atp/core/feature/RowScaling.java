package io.atp.core.feature;

import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Divides every row by a length of its own; each form of features keeps its form.
final class RowScaling {
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;
  private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;
  private static final int RANGE = 1 << 10;

  enum Length {
    SUM {
      @Override
      double term(double value) {
        return value;
      }

      @Override
      double of(double sum) {
        return sum;
      }
    },
    NORM {
      @Override
      double term(double value) {
        return value * value;
      }

      @Override
      double of(double sum) {
        return Math.sqrt(sum);
      }
    };

    abstract double term(double value);

    abstract double of(double sum);
  }

  /// The numbers of a row, wherever they are stored.
  private interface Entries {
    /// Position of the first number of a row; rows follow each other.
    long start(int row);

    float get(long entry);

    /// @return the number as it can be read back
    float set(long entry, float value);

    /// Lets go of the mapped pages of rows that are done.
    default void release(int fromRow, int toRow) {}
  }

  private RowScaling() {}

  static Features apply(Features features, Length length, Workspace work) {
    return switch (features) {
      case DenseFeatures dense -> {
        MemorySegment scaled = work.allocateResult(dense.sizeBytes());
        divide(dense.rows(), floats(dense, scaled), length, work);
        yield new DenseFeatures(dense.rows(), dense.width(), scaled);
      }
      case HalfFeatures half -> {
        MemorySegment scaled = work.allocate(half.sizeBytes());
        divide(half.rows(), halves(half, scaled), length, work);
        yield new HalfFeatures(half.rows(), half.width(), half.format(), scaled);
      }
      case SparseFeatures sparse -> {
        MemorySegment scaled = work.allocate(sparse.values().byteSize());
        divide(sparse.rows(), values(sparse, scaled), length, work);
        yield new SparseFeatures(
            sparse.rows(), sparse.width(), sparse.offsets(), sparse.columns(), scaled);
      }
      case ComputedFeatures computed -> apply(computed.toDense(work), length, work);
    };
  }

  private static void divide(int rows, Entries entries, Length length, Workspace work) {
    work.workers()
        .forEachRange(
            rows,
            RANGE,
            (from, to) -> {
              for (int row = from; row < to; row++) {
                divideRow(row, entries, length);
              }
              entries.release(from, to);
            });
    entries.release(0, rows); // also what came back with its neighbours
  }

  private static void divideRow(int row, Entries entries, Length length) {
    long start = entries.start(row);
    long end = entries.start(row + 1);
    double sum = 0;
    for (long entry = start; entry < end; entry++) {
      sum += length.term(entries.get(entry));
    }
    double divisor = sum == 0 ? 1 : length.of(sum);
    for (long entry = start; entry < end; entry++) {
      float before = entries.get(entry);
      float after = entries.set(entry, (float) (before / divisor));
      if (!Float.isFinite(after)) {
        throw new IllegalArgumentException(
            "feature row %d cannot be divided by %s: %s becomes %s"
                .formatted(row, divisor, before, after));
      }
    }
  }

  private static Entries floats(DenseFeatures dense, MemorySegment into) {
    return new Entries() {
      @Override
      public long start(int row) {
        return (long) row * dense.width();
      }

      @Override
      public float get(long entry) {
        return dense.data().get(FLOAT, entry * Float.BYTES);
      }

      @Override
      public float set(long entry, float value) {
        into.set(FLOAT, entry * Float.BYTES, value);
        return value;
      }

      @Override
      public void release(int fromRow, int toRow) {
        long rowBytes = (long) dense.width() * Float.BYTES;
        MappedRows.release(dense.data(), rowBytes, fromRow, toRow);
        MappedRows.release(into, rowBytes, fromRow, toRow);
      }
    };
  }

  private static Entries halves(HalfFeatures half, MemorySegment into) {
    return new Entries() {
      @Override
      public long start(int row) {
        return (long) row * half.width();
      }

      @Override
      public float get(long entry) {
        return half.format().widen(half.data().get(SHORT, entry * Short.BYTES));
      }

      @Override
      public float set(long entry, float value) {
        short stored = half.format().narrow(value);
        into.set(SHORT, entry * Short.BYTES, stored);
        return half.format().widen(stored);
      }
    };
  }

  private static Entries values(SparseFeatures sparse, MemorySegment into) {
    return new Entries() {
      @Override
      public long start(int row) {
        return sparse.offset(row);
      }

      @Override
      public float get(long entry) {
        return sparse.value(entry);
      }

      @Override
      public float set(long entry, float value) {
        into.set(FLOAT, entry * Float.BYTES, value);
        return value;
      }
    };
  }
}
