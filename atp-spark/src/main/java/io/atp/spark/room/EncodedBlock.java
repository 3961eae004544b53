package io.atp.spark.room;

import io.atp.spark.checkpoint.Stored;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.Serializable;

/// What is special about the nodes of one partition.
///
/// @param values by the number of the [io.atp.core.encode.Encoding], null where it was not asked
///   for
/// @param triangles through each node, null without the clustering coefficient
/// @param coefficients r̃
public record EncodedBlock(double[][] values, long[] triangles, double[] coefficients)
    implements Serializable, Stored {
  @Override
  public void write(DataOutput out) throws IOException {
    out.writeInt(values.length);
    for (double[] column : values) {
      Stored.writeOptional(out, column, Stored::writeDoubles);
    }
    Stored.writeOptional(out, triangles, Stored::writeLongs);
    Stored.writeDoubles(out, coefficients);
  }

  public static EncodedBlock read(DataInput in) throws IOException {
    double[][] values =
        Stored.readAll(in, double[][]::new, from -> Stored.readOptional(from, Stored::readDoubles));
    long[] triangles = Stored.readOptional(in, Stored::readLongs);
    return new EncodedBlock(values, triangles, Stored.readDoubles(in));
  }
}
