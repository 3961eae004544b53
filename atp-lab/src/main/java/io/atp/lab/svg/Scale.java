package io.atp.lab.svg;

import io.atp.core.runtime.Require;
import java.util.List;

/// From values to places along an axis.
///
/// @param low value at `from`
/// @param high value at `to`
/// @param from place of the lowest value; above `to` for an axis that points upwards
public record Scale(double low, double high, double from, double to, boolean logarithmic) {
  public Scale {
    Require.that(
        Double.isFinite(low) && Double.isFinite(high) && low < high,
        "an axis cannot run from %s to %s",
        low,
        high);
    Require.that(!logarithmic || low > 0, "a log axis cannot begin at %s", low);
  }

  public double at(double value) {
    double share =
        logarithmic
            ? StrictMath.log(value / low) / StrictMath.log(high / low)
            : (value - low) / (high - low);
    return from + share * (to - from);
  }

  public List<Tick> ticks(int most) {
    return logarithmic ? Ticks.logarithmic(low, high, most) : Ticks.linear(low, high, most);
  }
}
