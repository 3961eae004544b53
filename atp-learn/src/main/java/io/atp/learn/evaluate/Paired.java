package io.atp.learn.evaluate;

import io.atp.core.runtime.Require;
import io.atp.core.runtime.StatelessHash;

/// Two methods over the same seeds and splits, compared run by run: `d_i = a_i − b_i`.
///
/// The p-value is two-sided, of the sign-flip test: if the methods were alike, every d_i could as
/// well have had the other sign; p is the share of sign choices with `|Σ ± d_i| ≥ |Σ d_i|`. Up to
/// 12 pairs all choices are tried, so ten seeds can show no less than 2/1024; beyond that 16 384
/// seeded ones, and the observed one counts among them.
///
/// @param standardError of the mean difference, `deviation / √n`; 0 for a single pair
/// @param wins pairs with d_i > 0
/// @param exact whether all sign choices were tried
public record Paired(
    double meanDifference,
    double standardError,
    int wins,
    int losses,
    int ties,
    double pValue,
    boolean exact) {
  private static final int MOST_EXACT_PAIRS = 12;
  private static final int DRAWS = 1 << 14;
  private static final long PURPOSE = 0x7369676E666C6970L;

  /// @param seed of the sign choices, where not all are tried
  public static Paired of(double[] a, double[] b, long seed) {
    Require.that(
        a.length == b.length,
        "%d runs cannot be paired with %d: both need the same seeds",
        a.length,
        b.length);
    double[] differences = new double[a.length];
    int wins = 0;
    int losses = 0;
    for (int i = 0; i < a.length; i++) {
      differences[i] = a[i] - b[i];
      wins += differences[i] > 0 ? 1 : 0;
      losses += differences[i] < 0 ? 1 : 0;
    }
    Spread spread = Spread.of(differences);
    boolean exact = a.length <= MOST_EXACT_PAIRS;
    return new Paired(
        spread.mean(),
        spread.standardDeviation() / Math.sqrt(a.length),
        wins,
        losses,
        a.length - wins - losses,
        exact ? exactShare(differences) : drawnShare(differences, seed),
        exact);
  }

  private static double exactShare(double[] differences) {
    int choices = 1 << differences.length;
    double threshold = threshold(differences);
    int extreme = 0;
    for (int choice = 0; choice < choices; choice++) {
      double sum = 0;
      for (int i = 0; i < differences.length; i++) {
        sum += (choice >>> i & 1) == 0 ? differences[i] : -differences[i];
      }
      extreme += Math.abs(sum) >= threshold ? 1 : 0;
    }
    return (double) extreme / choices;
  }

  private static double drawnShare(double[] differences, long seed) {
    double threshold = threshold(differences);
    int extreme = 1;
    for (int draw = 0; draw < DRAWS; draw++) {
      double sum = 0;
      for (int i = 0; i < differences.length; i++) {
        boolean keep = StatelessHash.of(seed, PURPOSE, draw, i) < 0;
        sum += keep ? differences[i] : -differences[i];
      }
      extreme += Math.abs(sum) >= threshold ? 1 : 0;
    }
    return (double) extreme / (DRAWS + 1);
  }

  /// A little below |Σ d_i|, so that sums equal but for rounding count as equal.
  private static double threshold(double[] differences) {
    double sum = 0;
    double magnitude = 0;
    for (double difference : differences) {
      sum += difference;
      magnitude += Math.abs(difference);
    }
    return Math.abs(sum) - 1e-12 * magnitude;
  }
}
