package io.atp.bench;

import java.util.Arrays;

/// Every trial of one task, in seconds.
record Timing(double[] seconds) {
  /// Runs the work `warmups` times unseen, then `trials` times by the clock.
  static Timing of(int warmups, int trials, Runnable work) {
    for (int i = 0; i < warmups; i++) {
      work.run();
    }
    double[] seconds = new double[trials];
    for (int i = 0; i < trials; i++) {
      long start = System.nanoTime();
      work.run();
      seconds[i] = (System.nanoTime() - start) * 1e-9;
    }
    return new Timing(seconds);
  }

  double best() {
    return Arrays.stream(seconds).min().orElseThrow();
  }

  double median() {
    double[] sorted = seconds.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
