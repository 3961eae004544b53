package io.atp.core.estimate;

/// From `low` to `high`: bytes or seconds.
public record Span(double low, double high) {
  public boolean holds(double value) {
    return value >= low && value <= high;
  }

  Span times(double lowFactor, double highFactor) {
    return new Span(low * lowFactor, high * highFactor);
  }

  Span plus(Span other) {
    return new Span(low + other.low, high + other.high);
  }

  static Span of(double value) {
    return new Span(value, value);
  }
}
