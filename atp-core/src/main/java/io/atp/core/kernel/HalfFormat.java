package io.atp.core.kernel;

/// Two-byte floats, for storage only: sums are always taken in float32.
public enum HalfFormat {
  /// The upper half of a float32: its range, and 8 bits of precision.
  BFLOAT16 {
    @Override
    public short narrow(float value) {
      if (Float.isNaN(value)) {
        return 0x7FC0;
      }
      int bits = Float.floatToRawIntBits(value);
      return (short) (bits + 0x7FFF + (bits >>> 16 & 1) >>> 16); // to nearest, ties to even
    }

    @Override
    public float widen(short stored) {
      return Float.intBitsToFloat(stored << 16);
    }
  },
  /// IEEE binary16: magnitudes up to 65 504, and 11 bits of precision.
  FLOAT16 {
    @Override
    public short narrow(float value) {
      return Float.floatToFloat16(value);
    }

    @Override
    public float widen(short stored) {
      return Float.float16ToFloat(stored);
    }
  };

  public abstract short narrow(float value);

  public abstract float widen(short stored);
}
