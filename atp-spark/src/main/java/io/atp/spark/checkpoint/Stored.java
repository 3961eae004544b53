package io.atp.spark.checkpoint;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.IntFunction;

/// A partition's worth of data that knows how to write itself: plain arrays with their lengths.
/// What is read back is numbers and texts, never code.
public interface Stored {
  int PIECE = 1 << 16;

  void write(DataOutput out) throws IOException;

  static void writeInts(DataOutput out, int[] values) throws IOException {
    out.writeInt(values.length);
    byte[] bytes = new byte[Math.min(PIECE, Math.max(1, values.length)) * Integer.BYTES];
    for (int at = 0; at < values.length; at += PIECE) {
      int size = Math.min(PIECE, values.length - at);
      ByteBuffer.wrap(bytes).asIntBuffer().put(values, at, size);
      out.write(bytes, 0, size * Integer.BYTES);
    }
  }

  static int[] readInts(DataInput in) throws IOException {
    int[] values = new int[in.readInt()];
    byte[] bytes = new byte[Math.min(PIECE, Math.max(1, values.length)) * Integer.BYTES];
    for (int at = 0; at < values.length; at += PIECE) {
      int size = Math.min(PIECE, values.length - at);
      in.readFully(bytes, 0, size * Integer.BYTES);
      ByteBuffer.wrap(bytes).asIntBuffer().get(values, at, size);
    }
    return values;
  }

  static void writeFloats(DataOutput out, float[] values) throws IOException {
    out.writeInt(values.length);
    byte[] bytes = new byte[Math.min(PIECE, Math.max(1, values.length)) * Float.BYTES];
    for (int at = 0; at < values.length; at += PIECE) {
      int size = Math.min(PIECE, values.length - at);
      ByteBuffer.wrap(bytes).asFloatBuffer().put(values, at, size);
      out.write(bytes, 0, size * Float.BYTES);
    }
  }

  static float[] readFloats(DataInput in) throws IOException {
    float[] values = new float[in.readInt()];
    byte[] bytes = new byte[Math.min(PIECE, Math.max(1, values.length)) * Float.BYTES];
    for (int at = 0; at < values.length; at += PIECE) {
      int size = Math.min(PIECE, values.length - at);
      in.readFully(bytes, 0, size * Float.BYTES);
      ByteBuffer.wrap(bytes).asFloatBuffer().get(values, at, size);
    }
    return values;
  }

  static void writeDoubles(DataOutput out, double[] values) throws IOException {
    out.writeInt(values.length);
    for (double value : values) {
      out.writeDouble(value);
    }
  }

  static double[] readDoubles(DataInput in) throws IOException {
    double[] values = new double[in.readInt()];
    for (int i = 0; i < values.length; i++) {
      values[i] = in.readDouble();
    }
    return values;
  }

  static void writeLongs(DataOutput out, long[] values) throws IOException {
    out.writeInt(values.length);
    for (long value : values) {
      out.writeLong(value);
    }
  }

  static long[] readLongs(DataInput in) throws IOException {
    long[] values = new long[in.readInt()];
    for (int i = 0; i < values.length; i++) {
      values[i] = in.readLong();
    }
    return values;
  }

  /// Arrays some of which may be absent.
  @FunctionalInterface
  interface Part<T> {
    void write(DataOutput out, T part) throws IOException;
  }

  @FunctionalInterface
  interface Parser<T> {
    T read(DataInput in) throws IOException;
  }

  static <T> void writeOptional(DataOutput out, T part, Part<T> writer) throws IOException {
    out.writeBoolean(part != null);
    if (part != null) {
      writer.write(out, part);
    }
  }

  static <T> T readOptional(DataInput in, Parser<T> parser) throws IOException {
    return in.readBoolean() ? parser.read(in) : null;
  }

  static <T> T[] readAll(DataInput in, IntFunction<T[]> array, Parser<T> parser)
      throws IOException {
    T[] parts = array.apply(in.readInt());
    for (int i = 0; i < parts.length; i++) {
      parts[i] = parser.read(in);
    }
    return parts;
  }
}
