package io.atp.io.dataset;

import io.atp.core.runtime.Require;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Names as a reader meets them → nodes 0, 1, 2 … in order of first sight.
///
/// Holds each name once, as UTF-8 in one growing block of up to 2 GB.
public final class NameTable {
  private static final int MAX_BYTES = Integer.MAX_VALUE - 8;

  private byte[] bytes = new byte[1 << 10];
  private MemorySegment block = MemorySegment.ofArray(bytes);
  private long[] offsets = new long[1 << 7];
  private final NameSlots slots = new NameSlots(0);
  private int count;

  public int count() {
    return count;
  }

  /// The node named `utf8[from .. to)`, a new one if the name is new.
  ///
  /// @throws IllegalArgumentException once names take more than 2 GB
  public int intern(byte[] utf8, int from, int to) {
    int node = slots.findOrAdd(MemorySegment.ofArray(utf8), from, to, block, this::offset, count);
    if (node == count) {
      append(utf8, from, to);
    }
    return node;
  }

  public int intern(String name) {
    byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
    return intern(utf8, 0, utf8.length);
  }

  /// The node named `utf8[from .. to)`, or −1.
  public int find(byte[] utf8, int from, int to) {
    return slots.find(MemorySegment.ofArray(utf8), from, to, block, this::offset);
  }

  private long offset(int node) {
    return offsets[node];
  }

  private void append(byte[] utf8, int from, int to) {
    long end = offsets[count] + (to - from);
    Require.that(
        end <= MAX_BYTES && count < NameSlots.MAX_NAMES,
        "%d names of %d bytes in all are more than the %d names or %d bytes held here",
        count + 1,
        end,
        NameSlots.MAX_NAMES,
        MAX_BYTES);
    if (end > bytes.length) {
      bytes = Arrays.copyOf(bytes, (int) Math.min(MAX_BYTES, Math.max(end, 2L * bytes.length)));
      block = MemorySegment.ofArray(bytes);
    }
    if (count + 2 > offsets.length) {
      offsets = Arrays.copyOf(offsets, 2 * offsets.length);
    }
    System.arraycopy(utf8, from, bytes, (int) offsets[count], to - from);
    offsets[++count] = end;
  }

  /// The names so far. Names that come later do not show in it.
  public NodeIds.Names ids() {
    MemorySegment used = MemorySegment.ofArray(Arrays.copyOf(offsets, count + 1));
    return NodeIds.Names.of(MemorySegment.ofArray(bytes).asSlice(0, offsets[count]), used);
  }
}
