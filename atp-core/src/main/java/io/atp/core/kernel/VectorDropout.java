package io.atp.core.kernel;

import static io.atp.core.kernel.VectorElements.LANES;
import static io.atp.core.kernel.VectorElements.LANE_COUNT;
import static io.atp.core.kernel.VectorElements.load;
import static io.atp.core.kernel.VectorElements.store;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.LT;
import static jdk.incubator.vector.VectorOperators.XOR;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/// [DropoutMask] on vectors.
final class VectorDropout {
  private static final VectorSpecies<Integer> INT_LANES =
      VectorSpecies.of(int.class, LANES.vectorShape());
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;

  private VectorDropout() {}

  /// `out[i] = in[i] / keep` or 0; with `add` the former is added, and nothing else happens.
  static void apply(
      MemorySegment out,
      long outAt,
      MemorySegment in,
      long inAt,
      int length,
      DropoutMask mask,
      boolean add) {
    int run;
    for (int from = 0; from < length; from += run) {
      run = mask.run(from, length);
      int firstKey = (int) (mask.keys(from) >>> 32);
      int secondKey = (int) mask.keys(from);
      IntVector indices = IntVector.broadcast(INT_LANES, mask.low(from)).addIndex(1);
      int end = from + run;
      int i = from;
      for (; i <= end - LANE_COUNT; i += LANE_COUNT, indices = indices.add(LANE_COUNT)) {
        // The mask's hash, written out: as a method of its own it is not always put in line, and
        // then every step makes objects of its vectors.
        IntVector h = indices.lanewise(XOR, firstKey);
        h = h.lanewise(XOR, h.lanewise(LSHR, 16)).mul(DropoutMask.FIRST_FACTOR);
        h = h.lanewise(XOR, h.lanewise(LSHR, 15)).add(secondKey).mul(DropoutMask.SECOND_FACTOR);
        h = h.lanewise(XOR, h.lanewise(LSHR, 16)).lanewise(LSHR, DropoutMask.DROPPED_BITS);
        VectorMask<Float> kept = h.compare(LT, mask.threshold()).cast(LANES);
        FloatVector scaled = load(in, inAt, i).mul(mask.scale());
        if (add) {
          store(out, outAt, i, load(out, outAt, i).add(scaled, kept));
        } else {
          store(out, outAt, i, FloatVector.zero(LANES).blend(scaled, kept));
        }
      }
      for (; i < end; i++) {
        long at = outAt + (long) i * Float.BYTES;
        float scaled = in.get(FLOAT, inAt + (long) i * Float.BYTES) * mask.scale();
        if (mask.keeps(i)) {
          out.set(FLOAT, at, add ? out.get(FLOAT, at) + scaled : scaled);
        } else if (!add) {
          out.set(FLOAT, at, 0);
        }
      }
    }
  }
}
