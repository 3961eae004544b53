package io.atp.core.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/// [RowKernels#unpack] on vectors: four numbers are brought to their lanes by one table of byte
/// positions, and added up in two steps.
final class VectorGaps {
  private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_128;
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_128;
  private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;
  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;

  /// For each control byte and byte of the four lanes: the packed byte that belongs there, and
  /// whether one does.
  private static final byte[] PLACES = new byte[16 * 256];

  private static final byte[] PRESENT = new byte[16 * 256];

  static {
    for (int control = 0; control < 256; control++) {
      int from = 0;
      for (int k = 0; k < 4; k++) {
        int length = (control >> 2 * k & 3) + 1;
        for (int b = 0; b < length; b++) {
          PLACES[16 * control + 4 * k + b] = (byte) (from + b);
          PRESENT[16 * control + 4 * k + b] = -1;
        }
        from += length;
      }
    }
  }

  private static final VectorShuffle<Integer> UP_ONE = VectorShuffle.fromValues(INTS, 0, 0, 1, 2);
  private static final VectorShuffle<Integer> UP_TWO = VectorShuffle.fromValues(INTS, 0, 0, 0, 1);
  private static final VectorShuffle<Integer> LAST = VectorShuffle.fromValues(INTS, 3, 3, 3, 3);
  private static final IntVector BUT_FIRST = vector(0, -1, -1, -1);
  private static final IntVector BUT_TWO = vector(0, 0, -1, -1);
  private static final IntVector COUNTED = vector(1, 2, 3, 4);

  private VectorGaps() {}

  private static IntVector vector(int... lanes) {
    return IntVector.fromArray(INTS, lanes, 0);
  }

  static long unpack(
      MemorySegment packed, long at, int count, int before, MemorySegment out, long outAt) {
    long from = at;
    long to = outAt;
    IntVector last = IntVector.broadcast(INTS, before);
    for (int k = 0; k < count; k += 4) {
      int control = packed.get(BYTE, from++) & 0xFF;
      IntVector gaps =
          ByteVector.fromArray(BYTES, PLACES, 16 * control)
              .selectFrom(ByteVector.fromMemorySegment(BYTES, packed, from, ORDER))
              .and(ByteVector.fromArray(BYTES, PRESENT, 16 * control))
              .reinterpretAsInts();
      gaps = gaps.add(gaps.rearrange(UP_ONE).and(BUT_FIRST));
      gaps = gaps.add(gaps.rearrange(UP_TWO).and(BUT_TWO));
      IntVector numbers = last.add(gaps).add(COUNTED);
      numbers.intoMemorySegment(out, to, ORDER);
      last = numbers.rearrange(LAST);
      from += GapLists.ENDS[4 * control + 3];
      to += 16;
    }
    return from - (-count & 3);
  }
}
