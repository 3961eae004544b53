package io.atp.spark.room;

import java.io.Serializable;
import java.util.Arrays;

/// The results of propagation for one partition.
///
/// @param width columns
/// @param matrices one for each output, row after row
public record HopBlock(int width, float[][] matrices) implements Serializable {
  public float[] row(int matrix, int row) {
    return Arrays.copyOfRange(matrices[matrix], row * width, (row + 1) * width);
  }
}
