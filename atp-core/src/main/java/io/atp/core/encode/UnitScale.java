package io.atp.core.encode;

import java.io.Serializable;

/// From the smallest and largest to [0, 1]; ½ everywhere when they are equal, to 1e-9 of how large
/// the values could be: the classic symmetric middle, because no node then has a reason to lean
/// either way.
///
/// @param range of the values, or 0 where they count as equal
public record UnitScale(double smallest, double range) implements Serializable {
  /// @param size how large the values could be
  public static UnitScale of(double smallest, double largest, double size) {
    double range = largest - smallest;
    return new UnitScale(smallest, range <= ClippedScale.EQUAL * size ? 0 : range);
  }

  public double scaled(double value) {
    return range == 0 ? 0.5 : (value - smallest) / range;
  }
}
