package io.atp.io.format;

import io.atp.io.dataset.Labels;
import io.atp.io.dataset.MultiLabels;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/// Labels as they are read, node after node: one class number per node, or a row of 0 and 1.
///
/// In a single column NaN, or a negative number, is no label.
final class TargetRows {
  static final int MAX_WIDTH = 1 << 16;
  private static final int KEPT_CLASSES = 1 << 16;

  private final String source;
  private final int width;
  private final int wordsPerRow;
  private int[] classes = new int[0];
  private long[] words = new long[0];
  private long count;

  /// @param width columns; with one, its numbers are classes
  TargetRows(String source, long width) throws IOException {
    if (width < 1 || width > MAX_WIDTH) {
      throw new IOException(
          "%s has %,d columns of labels; 1 to %,d are read".formatted(source, width, MAX_WIDTH));
    }
    this.source = source;
    this.width = (int) width;
    this.wordsPerRow = Math.ceilDiv(this.width, Long.SIZE);
  }

  int width() {
    return width;
  }

  long rows() {
    return count / width;
  }

  /// The next entry, row after row.
  void add(double value) throws IOException {
    if (rows() >= Integer.MAX_VALUE - 8) {
      throw new IOException("%s holds more labels than there can be nodes".formatted(source));
    }
    if (width == 1) {
      addClass(value);
    } else {
      addBit(value);
    }
    count++;
  }

  private void addClass(double value) throws IOException {
    boolean none = Double.isNaN(value) || value < 0;
    if (!none && (value != Math.rint(value) || value > Integer.MAX_VALUE)) {
      throw new IOException(
          "%s: label %s of node %d is no class number".formatted(source, value, rows()));
    }
    if (count == classes.length) {
      classes = Arrays.copyOf(classes, Math.max(1 << 10, grown(classes.length)));
    }
    classes[(int) count] = none ? Labels.UNLABELLED : (int) value;
  }

  private void addBit(double value) throws IOException {
    if (value != 0 && value != 1) {
      throw new IOException(
          "%s: entry %d of node %d is %s, not 0 or 1"
              .formatted(source, count % width, rows(), value));
    }
    int column = (int) (count % width);
    long word = rows() * wordsPerRow + (column >>> 6);
    if (word >= words.length) {
      if (word > Integer.MAX_VALUE - 16) {
        throw new IOException("%s holds more labels than fit one array".formatted(source));
      }
      words = Arrays.copyOf(words, Math.max(1 << 10, grown(words.length)));
    }
    words[(int) word] |= value == 1 ? 1L << column : 0;
  }

  private static int grown(int length) {
    return (int) Math.min(Integer.MAX_VALUE - 8, length + (length >> 1) + 1L);
  }

  /// Classes keep their numbers, unless one is so large that they are counted anew.
  Optional<Labels> labels() throws IOException {
    if (width > 1) {
      return Optional.empty();
    }
    return Optional.of(labels(source, Arrays.copyOf(classes, (int) count)));
  }

  /// The same for numbers already gathered, one per node.
  static Labels labels(String source, int[] values) throws IOException {
    int largest = Arrays.stream(values).max().orElse(-1);
    int named = largest < KEPT_CLASSES ? largest + 1 : 0;
    return NpzParts.labels(source, values, values.length, named);
  }

  Optional<MultiLabels> multiLabels() {
    if (width == 1) {
      return Optional.empty();
    }
    int rows = (int) rows();
    return Optional.of(new MultiLabels(rows, width, Arrays.copyOf(words, rows * wordsPerRow)));
  }
}
