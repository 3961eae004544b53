package io.atp.lab.report;

import io.atp.lab.svg.Scale;

/// The least and the largest of the numbers seen; others than finite ones are passed over.
final class Extent {
  private double low = Double.POSITIVE_INFINITY;
  private double high = Double.NEGATIVE_INFINITY;

  void add(double value) {
    if (Double.isFinite(value)) {
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }

  boolean isEmpty() {
    return low > high;
  }

  /// As it is; a single value gets room on both sides.
  Extent exact() {
    if (low == high) {
      double room = low == 0 ? 1 : Math.abs(low) / 2;
      low -= room;
      high += room;
    }
    return this;
  }

  /// A little more than the values take; never below 0 for values that are not.
  Extent padded() {
    if (isEmpty()) {
      return this;
    }
    exact();
    double room = (high - low) * 0.06;
    low = low >= 0 ? Math.max(0, low - room) : low - room;
    high += room;
    return this;
  }

  Scale scale(double from, double to, boolean logarithmic) {
    return new Scale(low, high, from, to, logarithmic);
  }
}
