package io.atp.core.kernel;

import static jdk.incubator.vector.VectorOperators.I2S;
import static jdk.incubator.vector.VectorOperators.IS_NAN;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.S2I;

import io.atp.core.runtime.Require;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.Objects;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/// The Vector API edition. Lanes run across columns, never along a sum (but for [#dot]), so a row's
/// bits do not depend on lane count. There is no fused multiply–add, which would round differently
/// from the scalar twin.
final class VectorKernels implements RowKernels {
  static final VectorSpecies<Float> LANES =
      FloatVector.SPECIES_PREFERRED.length() > 16
          ? FloatVector.SPECIES_512
          : FloatVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Integer> INT_LANES =
      VectorSpecies.of(int.class, LANES.vectorShape());
  private static final VectorSpecies<Short> HALF_LANES =
      VectorSpecies.of(short.class, VectorShape.forBitSize(LANES.vectorBitSize() / 2));
  private static final int LANE_COUNT = LANES.length();
  private static final VectorShuffle<Float> BY_8 = rotation(8);
  private static final VectorShuffle<Float> BY_4 = rotation(4);
  private static final VectorShuffle<Float> BY_2 = rotation(2);
  private static final VectorShuffle<Float> BY_1 = rotation(1);
  private static final long LANE_BYTES = LANES.vectorByteSize();
  private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;

  /// Whether lanes close ranks without a loop over them.
  private static final boolean CLOSES_RANKS = LANES.vectorBitSize() >= 256;

  private final ScalarKernels scalar = new ScalarKernels();

  private static VectorShuffle<Float> rotation(int by) {
    return VectorShuffle.fromOp(LANES, lane -> (lane + by) % LANE_COUNT);
  }

  @Override
  public String name() {
    return "vector %d bit".formatted(LANES.vectorBitSize());
  }

  @Override
  public int widestPanel() {
    return 4 * LANE_COUNT;
  }

  @Override
  public void addScaled(
      MemorySegment out, long outAt, MemorySegment in, long inAt, int length, float scale) {
    requireFloats(out, outAt, length);
    requireFloats(in, inAt, length);
    int whole = LANES.loopBound(length);
    for (int i = 0; i < whole; i += LANE_COUNT) {
      long at = (long) i * Float.BYTES;
      load(out, outAt + at)
          .add(load(in, inAt + at).mul(scale))
          .intoMemorySegment(out, outAt + at, ORDER);
    }
    long done = (long) whole * Float.BYTES;
    scalar.addScaled(out, outAt + done, in, inAt + done, length - whole, scale);
  }

  @Override
  public void scaled(
      MemorySegment out, long outAt, MemorySegment in, long inAt, int length, float scale) {
    requireFloats(out, outAt, length);
    requireFloats(in, inAt, length);
    int whole = LANES.loopBound(length);
    for (int i = 0; i < whole; i += LANE_COUNT) {
      long at = (long) i * Float.BYTES;
      load(in, inAt + at).mul(scale).intoMemorySegment(out, outAt + at, ORDER);
    }
    long done = (long) whole * Float.BYTES;
    scalar.scaled(out, outAt + done, in, inAt + done, length - whole, scale);
  }

  /// Four accumulators hide the latency of the addition.
  @Override
  public float dot(MemorySegment a, long aAt, MemorySegment b, long bAt, int length) {
    if (length < LANE_COUNT) {
      return scalar.dot(a, aAt, b, bAt, length);
    }
    requireFloats(a, aAt, length);
    requireFloats(b, bAt, length);
    FloatVector s0 = FloatVector.zero(LANES);
    FloatVector s1 = s0;
    FloatVector s2 = s0;
    FloatVector s3 = s0;
    int i = 0;
    for (; i + 4 * LANE_COUNT <= length; i += 4 * LANE_COUNT) {
      long at = (long) i * Float.BYTES;
      s0 = s0.add(load(a, aAt + at).mul(load(b, bAt + at)));
      at += LANE_BYTES;
      s1 = s1.add(load(a, aAt + at).mul(load(b, bAt + at)));
      at += LANE_BYTES;
      s2 = s2.add(load(a, aAt + at).mul(load(b, bAt + at)));
      at += LANE_BYTES;
      s3 = s3.add(load(a, aAt + at).mul(load(b, bAt + at)));
    }
    for (; i + LANE_COUNT <= length; i += LANE_COUNT) {
      long at = (long) i * Float.BYTES;
      s0 = s0.add(load(a, aAt + at).mul(load(b, bAt + at)));
    }
    long done = (long) i * Float.BYTES;
    return sumOfLanes(s0.add(s1).add(s2.add(s3)))
        + scalar.dot(a, aAt + done, b, bAt + done, length - i);
  }

  /// The lanes added half to half, in an order of our own: the order of `reduceLanes` is left open,
  /// and the compiler's is another than the interpreter's.
  private static float sumOfLanes(FloatVector lanes) {
    FloatVector sum = lanes;
    if (LANE_COUNT > 8) {
      sum = sum.add(sum.rearrange(BY_8));
    }
    if (LANE_COUNT > 4) {
      sum = sum.add(sum.rearrange(BY_4));
    }
    if (LANE_COUNT > 2) {
      sum = sum.add(sum.rearrange(BY_2));
    }
    return sum.add(sum.rearrange(BY_1)).lane(0);
  }

  @Override
  public float squaredNorm(MemorySegment a, long aAt, int length) {
    return dot(a, aAt, a, aAt, length);
  }

  /// The JVM turns the plain loop over binary16 into its conversion instruction; bfloat16 it does
  /// not know.
  @Override
  public void narrow(
      HalfFormat format, MemorySegment out, long outAt, MemorySegment in, long inAt, int length) {
    requireBytes(out, outAt, 2L * length);
    requireFloats(in, inAt, length);
    int whole = format == HalfFormat.BFLOAT16 ? LANES.loopBound(length) : 0;
    for (int i = 0; i < whole; i += LANE_COUNT) {
      narrowInto(load(in, inAt + 4L * i), out, outAt + 2L * i);
    }
    scalar.narrow(format, out, outAt + 2L * whole, in, inAt + 4L * whole, length - whole);
  }

  /// One vector as bfloat16.
  static void narrowInto(FloatVector values, MemorySegment out, long outAt) {
    IntVector bits = values.reinterpretAsInts();
    IntVector lastKept = bits.lanewise(LSHR, 16).and(1);
    IntVector rounded = bits.add(0x7FFF).add(lastKept).lanewise(LSHR, 16);
    rounded
        .blend(0x7FC0, values.test(IS_NAN).cast(rounded.species()))
        .convertShape(I2S, HALF_LANES, 0)
        .reinterpretAsShorts()
        .intoMemorySegment(out, outAt, ORDER);
  }

  @Override
  public void widen(
      HalfFormat format, MemorySegment out, long outAt, MemorySegment in, long inAt, int length) {
    requireFloats(out, outAt, length);
    requireBytes(in, inAt, 2L * length);
    int whole = format == HalfFormat.BFLOAT16 ? LANES.loopBound(length) : 0;
    for (int i = 0; i < whole; i += LANE_COUNT) {
      ShortVector.fromMemorySegment(HALF_LANES, in, inAt + 2L * i, ORDER)
          .convertShape(S2I, INT_LANES, 0)
          .reinterpretAsInts()
          .lanewise(LSHL, 16)
          .reinterpretAsFloats()
          .intoMemorySegment(out, outAt + 4L * i, ORDER);
    }
    scalar.widen(format, out, outAt + 4L * whole, in, inAt + 2L * whole, length - whole);
  }

  /// Panels narrower than a vector, which only a very short memory asks for, go to the plain loop.
  @Override
  public void hop(PanelHop panel, int fromRow, int toRow) {
    if (panel.width() < LANE_COUNT) {
      scalar.hop(panel, fromRow, toRow);
    } else if (panel.half() == HalfFormat.BFLOAT16) {
      VectorHalfHop.run(panel, fromRow, toRow);
    } else if (panel.half() != null) {
      scalar.hop(panel, fromRow, toRow);
    } else {
      VectorHop.run(panel, fromRow, toRow);
    }
  }

  @Override
  public void singleHop(SingleHop hop, int fromRow, int toRow) {
    Require.that(
        hop.source().columns() == VectorSingleHop.VECTORS * LANE_COUNT,
        "a single hop takes %d columns, got %d",
        VectorSingleHop.VECTORS * LANE_COUNT,
        hop.source().columns());
    VectorSingleHop.run(hop, fromRow, toRow);
  }

  @Override
  public void gather(
      RowSource source, WeightedRows list, MemorySegment out, long outAt, boolean add) {
    requireFloats(out, outAt, source.columns());
    if (list.count() <= ARCS_PER_PARTIAL_SUM) {
      VectorGather.block(source, list, 0, list.count(), out, outAt, list.scale(), add);
    } else {
      HubGather.run(
          (from, to) -> VectorGather.block(source, list, from, to, out, outAt, 1, false),
          list.count(),
          source.columns(),
          _ -> list.scale(),
          out,
          outAt,
          add);
    }
  }

  /// Heads as wide as vectors, or of an odd width, are gathered one by one.
  @Override
  public void gatherHeads(
      RowSource source,
      WeightedRows list,
      HeadWeights heads,
      MemorySegment out,
      long outAt,
      boolean add) {
    requireFloats(out, outAt, source.columns());
    int width = source.columns() / heads.heads();
    if (!VectorHeads.takes(width)) {
      oneByOne(source, list, heads, out, outAt, add);
    } else if (list.count() <= ARCS_PER_PARTIAL_SUM) {
      VectorHeads.block(source, list, heads, 0, list.count(), out, outAt, true, add);
    } else {
      HubGather.run(
          (from, to) -> VectorHeads.block(source, list, heads, from, to, out, outAt, false, false),
          list.count(),
          source.columns(),
          column -> heads.scales()[column / width],
          out,
          outAt,
          add);
    }
  }

  private void oneByOne(
      RowSource source,
      WeightedRows list,
      HeadWeights heads,
      MemorySegment out,
      long outAt,
      boolean add) {
    int width = source.columns() / heads.heads();
    for (int head = 0; head < heads.heads(); head++) {
      for (int k = 0; k < list.count(); k++) {
        list.weights()[k] = heads.weights()[k * heads.heads() + head];
      }
      list.scale(heads.scales()[head]);
      int first = source.firstColumn() + head * width;
      RowSource own = new RowSource(source.data(), source.rows(), source.stride(), first, width);
      gather(own, list, out, outAt + (long) head * width * Float.BYTES, add);
    }
  }

  @Override
  public void drop(WeightedRows list, EntryMask mask, int row, boolean transposed) {
    if (CLOSES_RANKS) {
      VectorEntryMask.Sieved front = VectorEntryMask.sieve(list, mask, row, transposed);
      list.count(ScalarKernels.drop(list, mask, row, transposed, front.seen(), front.kept()));
    } else {
      scalar.drop(list, mask, row, transposed);
    }
  }

  @Override
  public void dropHeads(
      WeightedRows list, HeadWeights heads, HeadMasks masks, int row, boolean transposed) {
    int done =
        VectorEntryMask.takes(masks.heads())
            ? VectorEntryMask.weigh(list, heads, masks, row, transposed)
            : 0;
    ScalarKernels.dropHeads(list, heads, masks, row, transposed, done);
  }

  @Override
  public long unpack(
      MemorySegment packed, long at, int count, int before, MemorySegment out, long outAt) {
    requireBytes(out, outAt, 16L * Math.ceilDiv(count, 4));
    return VectorGaps.unpack(packed, at, count, before, out, outAt);
  }

  private static void requireFloats(MemorySegment segment, long at, int length) {
    requireBytes(segment, at, (long) length * Float.BYTES);
  }

  private static void requireBytes(MemorySegment segment, long at, long bytes) {
    Objects.checkFromIndexSize(at, bytes, segment.byteSize());
  }

  private static FloatVector load(MemorySegment segment, long at) {
    return FloatVector.fromMemorySegment(LANES, segment, at, ORDER);
  }
}
