package io.atp.learn.evaluate;

import io.atp.core.runtime.Require;
import java.util.Arrays;
import java.util.List;

/// A figure over repeats: `mean = (1/n) Σ x_i`, `deviation = √(Σ (x_i − mean)² / (n − 1))`.
///
/// @param standardDeviation of the sample; 0 for a single run, which `runs` shows
/// @param runs one figure per seed, in the order of the seeds
public record Spread(double mean, double standardDeviation, List<Double> runs) {
  public Spread {
    runs = List.copyOf(runs);
  }

  /// @throws IllegalArgumentException if there is no run, or one is not a finite number
  public static Spread of(double... runs) {
    Require.that(runs.length > 0, "there are no runs to take the mean of");
    double sum = 0;
    for (int i = 0; i < runs.length; i++) {
      sum += Require.finite("run " + i, runs[i]);
    }
    double mean = sum / runs.length;
    double squares = 0;
    for (double run : runs) {
      squares += (run - mean) * (run - mean);
    }
    double deviation = runs.length == 1 ? 0 : Math.sqrt(squares / (runs.length - 1));
    return new Spread(mean, deviation, Arrays.stream(runs).boxed().toList());
  }

  /// This against another over the same seeds, run by run; see [Paired].
  public Paired against(Spread other, long seed) {
    return Paired.of(values(), other.values(), seed);
  }

  private double[] values() {
    return runs.stream().mapToDouble(Double::doubleValue).toArray();
  }
}
