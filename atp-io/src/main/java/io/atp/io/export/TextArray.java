package io.atp.io.export;

import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.NodeIds;
import io.atp.io.npy.NpzWriter;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.IntFunction;

/// Texts as NumPy stores them: four bytes a character, all as long as the longest.
///
/// @param width characters of each
record TextArray(String key, int count, int width, MemorySegment data) {
  private static final int MAX_WIDTH = 1 << 15;

  static TextArray of(String key, String[] texts) throws IOException {
    int width = width(key, texts.length, i -> texts[i]);
    MemorySegment data = MemorySegment.ofArray(new byte[texts.length * width * Integer.BYTES]);
    return filled(new TextArray(key, texts.length, width, data), i -> texts[i]);
  }

  /// @throws IOException if a name is too long for such an array, or ends in the character 0, with
  ///   which NumPy fills up
  static TextArray of(String key, NodeIds names, Workspace scratch) throws IOException {
    int width = width(key, names.count(), names::name);
    MemorySegment data = scratch.allocate((long) names.count() * width * Integer.BYTES);
    return filled(new TextArray(key, names.count(), width, data), names::name);
  }

  private static int width(String key, int count, IntFunction<String> texts) throws IOException {
    int width = 1;
    for (int i = 0; i < count; i++) {
      String text = texts.apply(i);
      width = Math.max(width, text.codePointCount(0, text.length()));
      if (width > MAX_WIDTH || text.endsWith("\0")) {
        throw new IOException(
            "element %d of '%s' has %,d characters%s, for which .npz has no place"
                .formatted(i, key, text.length(), text.endsWith("\0") ? " and ends in \\0" : ""));
      }
    }
    return width;
  }

  private static TextArray filled(TextArray array, IntFunction<String> texts) {
    for (int i = 0; i < array.count; i++) {
      int[] points = texts.apply(i).codePoints().toArray();
      for (int at = 0; at < points.length; at++) {
        array.data.set(
            ValueLayout.JAVA_INT_UNALIGNED,
            ((long) i * array.width + at) * Integer.BYTES,
            points[at]);
      }
    }
    return array;
  }

  void writeTo(NpzWriter npz) throws IOException {
    npz.add(key, "<U" + width, new long[] {count}, data);
  }
}
