package io.atp.io.format;

import io.atp.io.npy.NpzWriter;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/// A small `.npz` under construction: arrays by key, each a Java array and a shape.
final class NpzFixture {
  private record Entry(String type, long[] shape, MemorySegment data) {}

  private final Map<String, Entry> entries = new LinkedHashMap<>();

  /// @param shape sizes per axis; one axis of all elements if none is given
  NpzFixture with(String key, Object array, long... shape) {
    Entry entry =
        switch (array) {
          case float[] v -> new Entry("<f4", new long[] {v.length}, MemorySegment.ofArray(v));
          case double[] v -> new Entry("<f8", new long[] {v.length}, MemorySegment.ofArray(v));
          case int[] v -> new Entry("<i4", new long[] {v.length}, MemorySegment.ofArray(v));
          case long[] v -> new Entry("<i8", new long[] {v.length}, MemorySegment.ofArray(v));
          case boolean[] v -> new Entry("|b1", new long[] {v.length}, bits(v));
          case String v ->
              new Entry(
                  "|S" + v.length(),
                  new long[0],
                  MemorySegment.ofArray(v.getBytes(StandardCharsets.US_ASCII)));
          default -> throw new AssertionError(array);
        };
    entries.put(key, shape.length == 0 ? entry : new Entry(entry.type(), shape, entry.data()));
    return this;
  }

  NpzFixture without(String key) {
    entries.remove(key);
    return this;
  }

  private static MemorySegment bits(boolean[] values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (values[i] ? 1 : 0);
    }
    return MemorySegment.ofArray(bytes);
  }

  Path write(Path file) throws IOException {
    Files.deleteIfExists(file);
    try (NpzWriter npz = NpzWriter.create(file)) {
      for (var entry : entries.entrySet()) {
        Entry array = entry.getValue();
        npz.add(entry.getKey(), array.type(), array.shape(), array.data());
      }
    }
    return file;
  }
}
