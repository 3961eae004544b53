package io.atp.spark.room;

import io.atp.spark.checkpoint.Stored;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.Serializable;
import java.util.Arrays;

/// The results of propagation for one partition.
///
/// @param width columns
/// @param matrices one for each output, row after row
public record HopBlock(int width, float[][] matrices) implements Serializable, Stored {
  public float[] row(int matrix, int row) {
    return Arrays.copyOfRange(matrices[matrix], row * width, (row + 1) * width);
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeInt(width);
    out.writeInt(matrices.length);
    for (float[] matrix : matrices) {
      Stored.writeFloats(out, matrix);
    }
  }

  public static HopBlock read(DataInput in) throws IOException {
    int width = in.readInt();
    return new HopBlock(width, Stored.readAll(in, float[][]::new, Stored::readFloats));
  }
}
