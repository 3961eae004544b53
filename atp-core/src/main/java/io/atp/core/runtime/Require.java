package io.atp.core.runtime;

/// Checks at a public door. Each refusal is one sentence that carries the offending numbers. Not
/// for loops over nodes or arcs: the numbers are boxed even when all is well.
public final class Require {
  private Require() {}

  /// A share lies in [0, 1]; NaN does not.
  public static double share(String name, double value) {
    return within(name, value, 0, 1);
  }

  public static double within(String name, double value, double low, double high) {
    that(
        value >= low && value <= high,
        "%s must lie in [%s, %s], got %s",
        name,
        plain(low),
        plain(high),
        plain(value));
    return value;
  }

  public static double finite(String name, double value) {
    that(Double.isFinite(value), "%s must be a finite number, got %s", name, value);
    return value;
  }

  public static int atLeast(String name, int value, int low) {
    that(value >= low, "%s must be at least %d, got %d", name, low, value);
    return value;
  }

  public static long atLeast(String name, long value, long low) {
    that(value >= low, "%s must be at least %d, got %d", name, low, value);
    return value;
  }

  public static void that(boolean holds, String message, Object... numbers) {
    if (!holds) {
      throw new IllegalArgumentException(message.formatted(numbers));
    }
  }

  private static String plain(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }
}
