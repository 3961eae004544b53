package io.atp.spark.block;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// What one partition sends another: bytes, and who sent them.
record Parcel(int from, byte[] bytes) implements Serializable {
  ByteBuffer buffer() {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}
