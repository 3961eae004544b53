package io.atp.io.dataset;

import io.atp.core.runtime.Require;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/// The names the user knows nodes by, so that every output can give them back.
public sealed interface NodeIds {
  int count();

  /// The user's name of node `node`.
  String name(int node);

  /// The source already counts from 0 without gaps.
  record Same(int count) implements NodeIds {
    @Override
    public String name(int node) {
      return Integer.toString(node);
    }
  }

  /// The source uses whole numbers with gaps; `values` increases, so node order is id order.
  record Numbers(long[] values) implements NodeIds {
    public Numbers {
      for (int i = 1; i < values.length; i++) {
        if (values[i] <= values[i - 1]) {
          throw new IllegalArgumentException(
              "node id %d follows %d; ids must increase".formatted(values[i], values[i - 1]));
        }
      }
    }

    @Override
    public int count() {
      return values.length;
    }

    @Override
    public String name(int node) {
      return Long.toString(values[node]);
    }
  }

  /// The source uses texts. Name i is UTF-8 bytes `offsets[i] .. offsets[i + 1]` of one block, in
  /// memory or mapped; a hash table of five to eleven bytes a name finds a node by its name.
  final class Names implements NodeIds {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    private final MemorySegment bytes;
    private final MemorySegment offsets;
    private final NameSlots slots;

    private Names(MemorySegment bytes, MemorySegment offsets, NameSlots slots) {
      this.bytes = bytes;
      this.offsets = offsets;
      this.slots = slots;
    }

    /// @param bytes all names one after the other
    /// @param offsets `n + 1` longs that rise from 0 to the number of bytes
    /// @throws IllegalArgumentException if offsets fall, or a name is there twice
    public static Names of(MemorySegment bytes, MemorySegment offsets) {
      long count = offsets.byteSize() / Long.BYTES - 1;
      Require.that(
          count >= 0 && count <= NameSlots.MAX_NAMES && offsets.byteSize() % Long.BYTES == 0,
          "offsets of names hold %d bytes, which is no count from 0 to %d",
          offsets.byteSize(),
          NameSlots.MAX_NAMES);
      long last = offsets.get(LONG, count * Long.BYTES);
      Require.that(
          offsets.get(LONG, 0) == 0 && last == bytes.byteSize(),
          "offsets of names run from %d to %d, with %d bytes of names",
          offsets.get(LONG, 0),
          last,
          bytes.byteSize());
      NameSlots slots = new NameSlots((int) count);
      Names names = new Names(bytes, offsets, slots);
      for (int node = 0; node < count; node++) {
        long from = names.offset(node);
        long to = names.offset(node + 1);
        if (from > to || to > last) {
          throw new IllegalArgumentException(
              "name %d runs from byte %d to %d, with %d in all".formatted(node, from, to, last));
        }
        int known = slots.findOrAdd(bytes, from, to, bytes, names::offset, node);
        if (known != node) {
          throw new IllegalArgumentException(
              "nodes %d and %d are both named '%.80s'".formatted(known, node, names.name(node)));
        }
      }
      return names;
    }

    private long offset(int node) {
      return offsets.get(LONG, (long) node * Long.BYTES);
    }

    @Override
    public int count() {
      return (int) (offsets.byteSize() / Long.BYTES - 1);
    }

    @Override
    public String name(int node) {
      long from = offset(node);
      byte[] name = bytes.asSlice(from, offset(node + 1) - from).toArray(ValueLayout.JAVA_BYTE);
      return new String(name, StandardCharsets.UTF_8);
    }

    /// The node of this name, or −1.
    public int find(String name) {
      byte[] wanted = name.getBytes(StandardCharsets.UTF_8);
      return slots.find(MemorySegment.ofArray(wanted), 0, wanted.length, bytes, this::offset);
    }

    /// All names one after the other. Read only.
    public MemorySegment bytes() {
      return bytes;
    }

    /// The `n + 1` longs. Read only.
    public MemorySegment offsets() {
      return offsets;
    }
  }
}
