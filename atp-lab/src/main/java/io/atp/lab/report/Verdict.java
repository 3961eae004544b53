package io.atp.lab.report;

import io.atp.lab.svg.Decimals;
import io.atp.learn.evaluate.Paired;

/// What a paired comparison with the baseline says: better or worse where p is below [#LEVEL], else
/// nothing certain.
public enum Verdict {
  BETTER("▲"),
  WORSE("▼"),
  UNCLEAR("≈");

  public static final double LEVEL = 0.05;

  private final String mark;

  Verdict(String mark) {
    this.mark = mark;
  }

  public static Verdict of(Paired paired) {
    if (!(paired.pValue() < LEVEL)) {
      return UNCLEAR;
    }
    return paired.meanDifference() > 0 ? BETTER : WORSE;
  }

  /// The smallest p-value that the sign-flip test can show of so many pairs: `2 / 2ⁿ`.
  public static double leastChance(int pairs) {
    return Math.scalb(2.0, -pairs);
  }

  /// So that colour is never all that tells.
  public String mark() {
    return mark;
  }

  /// `▲ +1.20`, in points.
  public static String brief(Paired paired) {
    return of(paired).mark + " " + Decimals.signed(100 * paired.meanDifference(), 2);
  }

  static int pairs(Paired paired) {
    return paired.wins() + paired.losses() + paired.ties();
  }

  /// All of it, as a sentence.
  public static String words(Paired paired) {
    String says =
        switch (of(paired)) {
          case BETTER -> "better than the baseline";
          case WORSE -> "worse than the baseline";
          case UNCLEAR -> "not clearly different from the baseline";
        };
    return "%s: %s points over the same %s seeds (standard error %s, p = %s; higher in %s, lower in %s)"
        .formatted(
            says,
            Decimals.signed(100 * paired.meanDifference(), 2),
            pairs(paired),
            Decimals.fixed(100 * paired.standardError(), 2),
            Decimals.brief(paired.pValue()),
            paired.wins(),
            paired.losses());
  }
}
