package io.atp.core.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/// The plain loops: specification, fallback and test oracle in one.
final class ScalarKernels implements RowKernels {
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;
  private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;

  @Override
  public String name() {
    return "scalar";
  }

  @Override
  public int widestPanel() {
    return 64;
  }

  @Override
  public void addScaled(
      MemorySegment out, long outAt, MemorySegment in, long inAt, int length, float scale) {
    for (long i = 0; i < (long) length * Float.BYTES; i += Float.BYTES) {
      out.set(FLOAT, outAt + i, out.get(FLOAT, outAt + i) + in.get(FLOAT, inAt + i) * scale);
    }
  }

  @Override
  public void scaled(
      MemorySegment out, long outAt, MemorySegment in, long inAt, int length, float scale) {
    for (long i = 0; i < (long) length * Float.BYTES; i += Float.BYTES) {
      out.set(FLOAT, outAt + i, in.get(FLOAT, inAt + i) * scale);
    }
  }

  @Override
  public float dot(MemorySegment a, long aAt, MemorySegment b, long bAt, int length) {
    float sum = 0;
    for (long i = 0; i < (long) length * Float.BYTES; i += Float.BYTES) {
      sum += a.get(FLOAT, aAt + i) * b.get(FLOAT, bAt + i);
    }
    return sum;
  }

  @Override
  public float squaredNorm(MemorySegment a, long aAt, int length) {
    return dot(a, aAt, a, aAt, length);
  }

  @Override
  public void narrow(
      HalfFormat format, MemorySegment out, long outAt, MemorySegment in, long inAt, int length) {
    for (long i = 0; i < length; i++) {
      out.set(SHORT, outAt + 2 * i, format.narrow(in.get(FLOAT, inAt + 4 * i)));
    }
  }

  @Override
  public void widen(
      HalfFormat format, MemorySegment out, long outAt, MemorySegment in, long inAt, int length) {
    for (long i = 0; i < length; i++) {
      out.set(FLOAT, outAt + 4 * i, format.widen(in.get(SHORT, inAt + 2 * i)));
    }
  }

  @Override
  public void hop(PanelHop panel, int fromRow, int toRow) {
    float[] sum = new float[panel.width()];
    float[] part = new float[panel.width()];
    float[] lost = new float[panel.width()];
    for (int row = fromRow; row < toRow; row++) {
      long first = panel.listStart(row);
      long end = panel.listStart(row + 1);
      read(panel, row, sum);
      if (end - first <= ARCS_PER_PARTIAL_SUM) {
        gather(panel, first, (int) (end - first), sum);
      } else {
        Arrays.fill(lost, 0);
        for (long from = first; from < end; from += ARCS_PER_PARTIAL_SUM) {
          Arrays.fill(part, 0);
          gather(panel, from, (int) Math.min(end - from, ARCS_PER_PARTIAL_SUM), part);
          addCompensated(sum, part, lost);
        }
      }
      finish(panel, row, sum);
    }
  }

  @Override
  public void singleHop(SingleHop hop, int fromRow, int toRow) {
    float[] sum = new float[hop.source().columns()];
    float[] part = new float[sum.length];
    float[] lost = new float[sum.length];
    for (int row = fromRow; row < toRow; row++) {
      long first = hop.listStart(row);
      long end = hop.listStart(row + 1);
      Arrays.fill(sum, -0f); // what leaves every other number as it is, −0 included
      addEntering(hop, row, sum);
      if (end - first <= ARCS_PER_PARTIAL_SUM) {
        gather(hop, first, end, sum);
      } else {
        Arrays.fill(lost, 0);
        for (long from = first; from < end; from += ARCS_PER_PARTIAL_SUM) {
          Arrays.fill(part, 0);
          gather(hop, from, Math.min(end, from + ARCS_PER_PARTIAL_SUM), part);
          addCompensated(sum, part, lost);
        }
      }
      for (int c = 0; c < sum.length; c++) {
        long at = hop.at(row) + (long) c * Float.BYTES;
        hop.out().set(FLOAT, at, sum[c] * hop.step()[row] * hop.leave()[row]);
      }
    }
  }

  @Override
  public void gather(
      RowSource source, WeightedRows list, MemorySegment out, long outAt, boolean add) {
    if (list.count() <= ARCS_PER_PARTIAL_SUM) {
      ScalarGather.block(source, list, 0, list.count(), out, outAt, list.scale(), add);
    } else {
      HubGather.run(
          (from, to) -> ScalarGather.block(source, list, from, to, out, outAt, 1, false),
          list.count(),
          source.columns(),
          _ -> list.scale(),
          out,
          outAt,
          add);
    }
  }

  @Override
  public void gatherHeads(
      RowSource source,
      WeightedRows list,
      HeadWeights heads,
      MemorySegment out,
      long outAt,
      boolean add) {
    if (list.count() <= ARCS_PER_PARTIAL_SUM) {
      ScalarHeads.block(source, list, heads, 0, list.count(), out, outAt, true, add);
    } else {
      int width = source.columns() / heads.heads();
      HubGather.run(
          (from, to) -> ScalarHeads.block(source, list, heads, from, to, out, outAt, false, false),
          list.count(),
          source.columns(),
          column -> heads.scales()[column / width],
          out,
          outAt,
          add);
    }
  }

  @Override
  public void drop(WeightedRows list, EntryMask mask, int row, boolean transposed) {
    list.count(drop(list, mask, row, transposed, 0, 0));
  }

  /// From entry `from` on, where `kept` entries stand in front already.
  static int drop(
      WeightedRows list, EntryMask mask, int row, boolean transposed, int from, int kept) {
    int[] rows = list.rows();
    float[] weights = list.weights();
    int rowKey = mask.rowKey(row);
    int place = kept;
    for (int k = from; k < list.count(); k++) {
      int other = rows[k];
      boolean stays = mask.keeps(transposed ? mask.rowKey(other) ^ row : rowKey ^ other);
      rows[place] = other;
      weights[place] = weights[k];
      place += stays ? 1 : 0;
    }
    return place;
  }

  @Override
  public void dropHeads(
      WeightedRows list, HeadWeights heads, HeadMasks masks, int row, boolean transposed) {
    dropHeads(list, heads, masks, row, transposed, 0);
  }

  static void dropHeads(
      WeightedRows list,
      HeadWeights heads,
      HeadMasks masks,
      int row,
      boolean transposed,
      int from) {
    int count = masks.heads();
    float[] out = heads.weights();
    for (int k = from; k < list.count(); k++) {
      int other = list.rows()[k];
      for (int head = 0; head < count; head++) {
        boolean stays = transposed ? masks.keeps(head, other, row) : masks.keeps(head, row, other);
        out[k * count + head] = stays ? list.weights()[k] : 0;
      }
    }
  }

  @Override
  public long unpack(
      MemorySegment packed, long at, int count, int before, MemorySegment out, long outAt) {
    return GapLists.unpack(packed, at, count, before, out, outAt);
  }

  private static void read(PanelHop panel, int row, float[] into) {
    for (int c = 0; c < into.length; c++) {
      into[c] = get(panel, panel.in(), row * panel.rowBytes(), c);
    }
  }

  private static void gather(PanelHop panel, long fromArc, int count, float[] sum) {
    long arcAt = panel.targetsAt(fromArc, count);
    for (int k = 0; k < count; k++) {
      long at = panel.targets().get(INT, arcAt + (long) k * Integer.BYTES) * panel.rowBytes();
      for (int c = 0; c < sum.length; c++) {
        sum[c] += get(panel, panel.in(), at, c);
      }
    }
  }

  private static void gather(SingleHop hop, long fromArc, long toArc, float[] sum) {
    for (long arc = fromArc; arc < toArc; arc++) {
      addEntering(hop, hop.targets().get(INT, arc * Integer.BYTES), sum);
    }
  }

  private static void addEntering(SingleHop hop, int row, float[] sum) {
    for (int c = 0; c < sum.length; c++) {
      float value = hop.source().data().get(FLOAT, hop.at(row) + (long) c * Float.BYTES);
      sum[c] += value * hop.enter()[row];
    }
  }

  private static float get(PanelHop panel, MemorySegment from, long rowAt, int column) {
    return panel.half() == null
        ? from.get(FLOAT, rowAt + (long) column * Float.BYTES)
        : panel.half().widen(from.get(SHORT, rowAt + (long) column * Short.BYTES));
  }

  /// Kahan's addition: `lost` carries what the float sum could not hold.
  private static void addCompensated(float[] sum, float[] part, float[] lost) {
    for (int c = 0; c < sum.length; c++) {
      float term = part[c] - lost[c];
      float next = sum[c] + term;
      lost[c] = (next - sum[c]) - term;
      sum[c] = next;
    }
  }

  private static void finish(PanelHop panel, int row, float[] sum) {
    long at = row * panel.rowBytes();
    long outAt = at - panel.outFromRow() * panel.rowBytes();
    float factor = panel.factors()[row];
    for (int c = 0; c < sum.length; c++) {
      float value = sum[c] * factor;
      if (!panel.plain()) {
        value += get(panel, panel.in(), at, c) * panel.keep();
        value += get(panel, panel.start(), at, c) * panel.restart();
      }
      if (panel.half() == null) {
        panel.out().set(FLOAT, outAt + (long) c * Float.BYTES, value);
      } else {
        panel.out().set(SHORT, outAt + (long) c * Short.BYTES, panel.half().narrow(value));
      }
    }
  }
}
