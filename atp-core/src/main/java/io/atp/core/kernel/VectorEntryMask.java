package io.atp.core.kernel;

import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.LT;
import static jdk.incubator.vector.VectorOperators.XOR;

import java.util.List;
import java.util.stream.IntStream;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/// [EntryMask] on vectors.
final class VectorEntryMask {
  private static final VectorSpecies<Float> FLOATS = VectorKernels.LANES;
  private static final VectorSpecies<Integer> LANES =
      VectorSpecies.of(int.class, FLOATS.vectorShape());
  private static final int LANE_COUNT = LANES.length();

  /// Each entry once for each of 1, 2, 4 … heads.
  private static final List<VectorShuffle<Integer>> SPREAD =
      IntStream.iterate(1, heads -> heads <= LANE_COUNT, heads -> 2 * heads)
          .mapToObj(heads -> VectorShuffle.fromOp(LANES, lane -> lane / heads))
          .toList();

  private VectorEntryMask() {}

  /// Vectors from the front of the list, the last one not full where the arrays go on behind it;
  /// entries that stay move to the front. For vectors of 256 bits, whose gaps between lanes are
  /// closed by a table of permutations, and of 512, where it is one instruction.
  ///
  /// @param seen how many were asked about
  /// @param kept how many stay
  record Sieved(int seen, int kept) {}

  static Sieved sieve(WeightedRows list, EntryMask mask, int row, boolean transposed) {
    int[] rows = list.rows();
    float[] weights = list.weights();
    int count = list.count();
    int end = Math.min(count, LANES.loopBound(rows.length));
    int rowKey = mask.rowKey(row);
    int kept = 0;
    for (int k = 0; k < end; k += LANE_COUNT) {
      IntVector others = IntVector.fromArray(LANES, rows, k);
      IntVector place =
          transposed
              ? mix(others.lanewise(XOR, mask.first())).add(mask.second()).lanewise(XOR, row)
              : others.lanewise(XOR, rowKey);
      VectorMask<Integer> stays =
          mix(place).lanewise(LSHR, EntryMask.DROPPED_BITS).compare(LT, mask.threshold());
      if (count - k < LANE_COUNT) {
        stays = stays.and(LANES.indexInRange(k, count));
      }
      FloatVector.fromArray(FLOATS, weights, k)
          .compress(stays.cast(FLOATS))
          .intoArray(weights, kept);
      others.compress(stays).intoArray(rows, kept);
      kept += stays.trueCount();
    }
    return new Sieved(end, kept);
  }

  /// Whether so many heads fill vectors without a rest.
  static boolean takes(int heads) {
    return heads <= LANE_COUNT && LANE_COUNT % heads == 0;
  }

  /// Weights of whole vectors' worth of entries, for all heads.
  ///
  /// @return how many entries were weighed
  static int weigh(
      WeightedRows list, HeadWeights heads, HeadMasks masks, int row, boolean transposed) {
    int count = masks.heads();
    int perVector = LANE_COUNT / count;
    VectorShuffle<Integer> spread = SPREAD.get(Integer.numberOfTrailingZeros(count));
    VectorShuffle<Float> spreadFloats = spread.cast(FLOATS);
    IntVector first = IntVector.fromArray(LANES, masks.first(), 0);
    IntVector second = IntVector.fromArray(LANES, masks.second(), 0);
    IntVector rowKeys = mix(first.lanewise(XOR, row)).add(second);
    int[] rows = list.rows();
    float[] weights = list.weights();
    float[] out = heads.weights();
    // A vector reads entries past those it weighs.
    int end = Math.max(0, Math.min(list.count(), rows.length - LANE_COUNT + perVector));
    end -= end % perVector;
    for (int k = 0; k < end; k += perVector) {
      IntVector others = IntVector.fromArray(LANES, rows, k).rearrange(spread);
      IntVector place =
          transposed
              ? mix(others.lanewise(XOR, first)).add(second).lanewise(XOR, row)
              : others.lanewise(XOR, rowKeys);
      VectorMask<Float> stays =
          mix(place)
              .lanewise(LSHR, EntryMask.DROPPED_BITS)
              .compare(LT, masks.threshold())
              .cast(FLOATS);
      FloatVector weight = FloatVector.fromArray(FLOATS, weights, k).rearrange(spreadFloats);
      FloatVector.zero(FLOATS).blend(weight, stays).intoArray(out, k * count);
    }
    return end;
  }

  private static IntVector mix(IntVector word) {
    IntVector h = xorShifted(word, 16).mul(DropoutMask.FIRST_FACTOR);
    h = xorShifted(h, 15).mul(DropoutMask.SECOND_FACTOR);
    return xorShifted(h, 16);
  }

  private static IntVector xorShifted(IntVector h, int by) {
    return h.lanewise(XOR, h.lanewise(LSHR, by));
  }
}
