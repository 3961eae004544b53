package io.atp.spark.table;

import io.atp.spark.checkpoint.Stored;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;

/// What the node table says of one range of nodes, in the order of their numbers.
///
/// @param from first node
/// @param numbers ids, where they are whole numbers; else null
/// @param texts ids, where they are anything else; else null
/// @param width columns of the features
/// @param features row after row
/// @param labels class of each node, -1 for none
/// @param parts 1 for training, 2 validation, 3 test, 0 none
public record NodeBlock(
    int from,
    long[] numbers,
    String[] texts,
    int width,
    float[] features,
    int[] labels,
    byte[] parts)
    implements Serializable, Stored {
  public static final byte TRAIN = 1;
  public static final byte VALIDATION = 2;
  public static final byte TEST = 3;

  public int rows() {
    return labels.length;
  }

  /// A `Long` or a `String`.
  public Object id(int row) {
    return numbers != null ? (Object) numbers[row] : texts[row];
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeInt(from);
    Stored.writeOptional(out, numbers, Stored::writeLongs);
    Stored.writeOptional(out, texts, NodeBlock::writeTexts);
    out.writeInt(width);
    Stored.writeFloats(out, features);
    Stored.writeInts(out, labels);
    out.write(parts);
  }

  public static NodeBlock read(DataInput in) throws IOException {
    int from = in.readInt();
    long[] numbers = Stored.readOptional(in, Stored::readLongs);
    String[] texts = Stored.readOptional(in, NodeBlock::readTexts);
    int width = in.readInt();
    float[] features = Stored.readFloats(in);
    int[] labels = Stored.readInts(in);
    byte[] parts = new byte[labels.length];
    in.readFully(parts);
    return new NodeBlock(from, numbers, texts, width, features, labels, parts);
  }

  private static void writeTexts(DataOutput out, String[] texts) throws IOException {
    out.writeInt(texts.length);
    for (String text : texts) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      out.writeInt(bytes.length);
      out.write(bytes);
    }
  }

  private static String[] readTexts(DataInput in) throws IOException {
    return Stored.readAll(
        in,
        String[]::new,
        from -> {
          byte[] bytes = new byte[from.readInt()];
          from.readFully(bytes);
          return new String(bytes, StandardCharsets.UTF_8);
        });
  }
}
