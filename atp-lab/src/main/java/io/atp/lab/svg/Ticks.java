package io.atp.lab.svg;

import io.atp.core.runtime.Require;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;

/// Ticks at round numbers: multiples of 1, 2 or 5 times a power of ten, or such numbers themselves
/// on a logarithmic axis. Counted in decimals, so that 0.3 is 0.3.
public final class Ticks {
  private static final int[] ROUND = {1, 2, 5};

  private Ticks() {}

  /// @param most ticks there is room for, 2 or more
  public static List<Tick> linear(double low, double high, int most) {
    Require.that(low < high, "an axis from %s to %s has no length", low, high);
    int power = (int) Math.floor(Math.log10((high - low) / most));
    for (int i = 0; ; i++) {
      BigDecimal step =
          BigDecimal.valueOf(ROUND[i % ROUND.length]).scaleByPowerOfTen(power + i / ROUND.length);
      long first = (long) Math.ceil(low / step.doubleValue() - 1e-9);
      long last = (long) Math.floor(high / step.doubleValue() + 1e-9);
      if (last - first + 1 <= most) {
        List<Tick> ticks = new ArrayList<>();
        for (long k = first; k <= last; k++) {
          BigDecimal at = step.multiply(BigDecimal.valueOf(k));
          ticks.add(new Tick(at.doubleValue(), label(at, step)));
        }
        return ticks;
      }
    }
  }

  /// As many places for each, so that they stand below one another.
  private static String label(BigDecimal at, BigDecimal step) {
    int places = Math.max(0, step.stripTrailingZeros().scale());
    BigDecimal shown = at.setScale(places, RoundingMode.UNNECESSARY);
    if (places > 6 && at.abs().doubleValue() < 1e-3) {
      return Decimals.brief(at.doubleValue());
    }
    boolean large = at.abs().compareTo(BigDecimal.valueOf(10_000)) >= 0 && places == 0;
    return large ? Decimals.grouped(shown) : shown.toPlainString();
  }

  public static List<Tick> logarithmic(double low, double high, int most) {
    Require.that(0 < low && low < high, "a log axis cannot run from %s to %s", low, high);
    int first = (int) Math.floor(Math.log10(low));
    int last = (int) Math.ceil(Math.log10(high));
    List<Tick> fine = decades(low, high, first, last, 1, ROUND);
    if (fine.size() < 2) {
      return linear(low, high, most);
    }
    if (fine.size() <= most) {
      return fine;
    }
    for (int stride = 1; ; stride++) {
      List<Tick> coarse = decades(low, high, first, last, stride, new int[] {1});
      if (coarse.size() <= most) {
        return coarse;
      }
    }
  }

  private static List<Tick> decades(
      double low, double high, int first, int last, int stride, int[] within) {
    List<Tick> ticks = new ArrayList<>();
    for (int power = first; power <= last; power += stride) {
      for (int digit : within) {
        BigDecimal at = BigDecimal.valueOf(digit).scaleByPowerOfTen(power);
        double value = at.doubleValue();
        if (value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9)) {
          ticks.add(new Tick(value, Decimals.brief(value)));
        }
      }
    }
    return ticks;
  }
}
