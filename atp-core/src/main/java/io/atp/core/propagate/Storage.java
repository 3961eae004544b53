package io.atp.core.propagate;

import io.atp.core.kernel.HalfFormat;
import io.atp.core.kernel.RowKernels;
import java.lang.foreign.MemorySegment;

/// In how many bytes a number is kept. Sums are float32 in any case.
public enum Storage {
  FLOAT32(Float.BYTES, null),
  /// The upper half of a float32: its range, 8 bits of precision.
  BFLOAT16(Short.BYTES, HalfFormat.BFLOAT16),
  /// IEEE binary16: up to 65 504, 11 bits of precision.
  FLOAT16(Short.BYTES, HalfFormat.FLOAT16);

  private final int bytes;
  private final HalfFormat half;

  Storage(int bytes, HalfFormat half) {
    this.bytes = bytes;
    this.half = half;
  }

  /// Of one number.
  public int bytes() {
    return bytes;
  }

  /// Whether a number is rounded when it is stored, to the nearest and ties to even.
  public boolean rounds() {
    return half != null;
  }

  /// The two-byte format, or null.
  HalfFormat half() {
    return half;
  }

  /// `length` floats as they are kept.
  public void store(
      RowKernels kernels, MemorySegment out, long outAt, MemorySegment in, long inAt, int length) {
    if (half == null) {
      MemorySegment.copy(in, inAt, out, outAt, (long) length * Float.BYTES);
    } else {
      kernels.narrow(half, out, outAt, in, inAt, length);
    }
  }

  /// `length` numbers that were kept, as floats.
  public void load(
      RowKernels kernels, MemorySegment out, long outAt, MemorySegment in, long inAt, int length) {
    if (half == null) {
      MemorySegment.copy(in, inAt, out, outAt, (long) length * Float.BYTES);
    } else {
      kernels.widen(half, out, outAt, in, inAt, length);
    }
  }
}
