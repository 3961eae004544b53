package io.atp.core.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Lists of rising numbers in few bytes: `a_0 < a_1 < …` near some `origin` becomes
///
/// `zigzag(a_0 − origin), a_1 − a_0 − 1, a_2 − a_1 − 1, …`,
///
/// four of these to a control byte that tells how many bytes, one to four, each takes; the bytes
/// follow, lowest first, and the last control byte may have fewer than four. Against seven bits to
/// a byte, the lengths of four numbers are known before any is read, so nothing hangs on a guessed
/// branch. All sums are modulo 2³². How many numbers a list has is known to others.
public final class GapLists {
  /// Bytes a reader may touch past the last list.
  public static final int PADDING = 20;

  /// Numbers a reader may write past the last of a list.
  public static final int SPILL = 3;

  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;

  /// For each control byte, where the second, third and fourth number begin, and where they end.
  static final byte[] ENDS = new byte[4 * 256];

  private static final int[] MASKS = {0xFF, 0xFFFF, 0xFF_FFFF, -1};

  static {
    for (int control = 0; control < 256; control++) {
      byte end = 0;
      for (int k = 0; k < 4; k++) {
        end += (byte) ((control >> 2 * k & 3) + 1);
        ENDS[4 * control + k] = end;
      }
    }
  }

  private GapLists() {}

  /// Bytes that the `count` ints from byte `at` on will take.
  public static long bytes(MemorySegment numbers, long at, int count, int origin) {
    long bytes = Math.ceilDiv(count, 4);
    int before = origin;
    for (int k = 0; k < count; k++) {
      int number = numbers.get(INT, at + (long) k * Integer.BYTES);
      bytes += length(code(number, before, k == 0)) + 1;
      before = number;
    }
    return bytes;
  }

  /// Packs the `count` ints from byte `at` on; returns the end of what it wrote. `packed` has room
  /// for [#PADDING] more bytes.
  public static long write(
      MemorySegment numbers, long at, int count, int origin, MemorySegment packed, long packedAt) {
    long end = packedAt;
    int before = origin;
    for (int from = 0; from < count; from += 4) {
      long controlAt = end++;
      int control = 0;
      for (int k = from; k < Math.min(count, from + 4); k++) {
        int number = numbers.get(INT, at + (long) k * Integer.BYTES);
        int code = code(number, before, k == 0);
        int length = length(code);
        control |= length << 2 * (k - from);
        for (int b = 0; b <= length; b++) {
          packed.set(BYTE, end++, (byte) (code >>> 8 * b));
        }
        before = number;
      }
      packed.set(BYTE, controlAt, (byte) control);
    }
    return end;
  }

  private static int code(int number, int before, boolean first) {
    int gap = number - before;
    return first ? gap << 1 ^ gap >> 31 : gap - 1;
  }

  /// Bytes less one.
  private static int length(int code) {
    return 31 - Integer.numberOfLeadingZeros(code | 1) >>> 3;
  }

  /// What [RowKernels#unpack] is to begin with, so that the first number comes out right although
  /// its gap has a sign.
  public static int before(MemorySegment packed, long at, int origin) {
    int zigzag = packed.get(INT, at + 1) & MASKS[packed.get(BYTE, at) & 3];
    return origin + (zigzag >>> 1 ^ -(zigzag & 1)) - zigzag - 1;
  }

  /// Where a list of `count` numbers ends.
  public static long skip(MemorySegment packed, long at, int count) {
    long end = at;
    for (int k = 0; k < count; k += 4) {
      end += 1 + ENDS[4 * (packed.get(BYTE, end) & 0xFF) + 3];
    }
    return end - (-count & 3); // what is absent has one byte by its control bits
  }

  /// [RowKernels#unpack] as a plain loop.
  static long unpack(
      MemorySegment packed, long at, int count, int before, MemorySegment out, long outAt) {
    long from = at;
    long to = outAt;
    int last = before;
    for (int k = 0; k < count; k += 4) {
      int control = packed.get(BYTE, from++) & 0xFF;
      int first = last + (packed.get(INT, from) & MASKS[control & 3]) + 1;
      int second =
          first + (packed.get(INT, from + ENDS[4 * control]) & MASKS[control >> 2 & 3]) + 1;
      int third =
          second + (packed.get(INT, from + ENDS[4 * control + 1]) & MASKS[control >> 4 & 3]) + 1;
      last = third + (packed.get(INT, from + ENDS[4 * control + 2]) & MASKS[control >> 6]) + 1;
      out.set(INT, to, first);
      out.set(INT, to + 4, second);
      out.set(INT, to + 8, third);
      out.set(INT, to + 12, last);
      from += ENDS[4 * control + 3];
      to += 16;
    }
    return from - (-count & 3);
  }
}
