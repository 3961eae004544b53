package io.atp.io.dataset;

import io.atp.core.runtime.StatelessHash;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.security.SecureRandom;
import java.util.Arrays;

/// Open addressing: which of the names stored in a block is this one? Holds node numbers alone; the
/// names stay where they are.
///
/// The hash starts from a number drawn once per process, so that no file can be made whose names
/// all fall into one place. Nothing but time depends on it.
final class NameSlots {
  static final int MAX_NAMES = 1 << 29;

  /// Where each stored name starts; name i ends where i + 1 starts.
  @FunctionalInterface
  interface Offsets {
    long of(int node);
  }

  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  private static final int EMPTY = -1;
  private static final long SEED = new SecureRandom().nextLong();

  private int[] slots;
  private int used;

  /// @param expected how many names will come; more are taken too
  NameSlots(int expected) {
    slots = empty(Integer.highestOneBit(Math.max(8, expected)) << 1);
  }

  private static int[] empty(int size) {
    int[] slots = new int[size];
    Arrays.fill(slots, EMPTY);
    return slots;
  }

  /// The node named `name[from .. to)` among `stored`, or −1.
  int find(MemorySegment name, long from, long to, MemorySegment stored, Offsets offsets) {
    return slots[place(name, from, to, stored, offsets)];
  }

  /// The same; a name not there yet becomes that of `node`, whose bytes the caller stores.
  int findOrAdd(
      MemorySegment name, long from, long to, MemorySegment stored, Offsets offsets, int node) {
    if (used >= slots.length - (slots.length >>> 2)) {
      grow(stored, offsets);
    }
    int place = place(name, from, to, stored, offsets);
    if (slots[place] == EMPTY) {
      slots[place] = node;
      used++;
    }
    return slots[place];
  }

  private int place(MemorySegment name, long from, long to, MemorySegment stored, Offsets offsets) {
    int mask = slots.length - 1;
    int at = (int) hash(name, from, to) & mask;
    while (slots[at] != EMPTY && !same(name, from, to, stored, slots[at], offsets)) {
      at = at + 1 & mask;
    }
    return at;
  }

  private static boolean same(
      MemorySegment name, long from, long to, MemorySegment stored, int node, Offsets offsets) {
    long start = offsets.of(node);
    long end = offsets.of(node + 1);
    return end - start == to - from
        && MemorySegment.mismatch(name, from, to, stored, start, end) < 0;
  }

  private void grow(MemorySegment stored, Offsets offsets) {
    int[] old = slots;
    slots = empty(Math.multiplyExact(old.length, 2));
    int mask = slots.length - 1;
    for (int node : old) {
      if (node != EMPTY) {
        int at = (int) hash(stored, offsets.of(node), offsets.of(node + 1)) & mask;
        while (slots[at] != EMPTY) {
          at = at + 1 & mask;
        }
        slots[at] = node;
      }
    }
  }

  /// Eight bytes a step, then the rest and the length.
  private static long hash(MemorySegment name, long from, long to) {
    long hash = SEED;
    long at = from;
    for (; at + Long.BYTES <= to; at += Long.BYTES) {
      hash = StatelessHash.mix(hash ^ name.get(LONG, at));
    }
    long rest = to - from;
    for (; at < to; at++) {
      rest = rest << 8 | name.get(BYTE, at) & 0xFF;
    }
    return StatelessHash.mix(hash ^ rest);
  }
}
