package io.atp.learn.evaluate;

/// How one class fares.
///
/// `precision = hits / predicted`, `recall = hits / support`, `F1 = 2 · hits / (predicted +
/// support)`; a quotient with nothing below the line is 0. So the F1 of a class that neither occurs
/// nor is predicted is 0, and means over classes leave such a class out ([#present]).
///
/// @param support nodes of the class
/// @param predicted nodes given the class
/// @param hits nodes of which both hold
public record ClassScore(int label, long support, long predicted, long hits) {
  public double precision() {
    return ratio(hits, predicted);
  }

  public double recall() {
    return ratio(hits, support);
  }

  public double f1() {
    return ratio(2 * hits, predicted + support);
  }

  /// Whether the class occurs in the truth or in the predictions.
  public boolean present() {
    return support + predicted > 0;
  }

  static double ratio(long part, long whole) {
    return whole == 0 ? 0 : (double) part / whole;
  }

  /// The mean F1 of the classes that are present; 0 if none is.
  static double macroF1(Iterable<ClassScore> scores) {
    double sum = 0;
    int count = 0;
    for (ClassScore score : scores) {
      if (score.present()) {
        sum += score.f1();
        count++;
      }
    }
    return count == 0 ? 0 : sum / count;
  }

  /// F1 of all classes thrown together.
  static double microF1(Iterable<ClassScore> scores) {
    long hits = 0;
    long said = 0;
    for (ClassScore score : scores) {
      hits += score.hits();
      said += score.predicted() + score.support();
    }
    return ratio(2 * hits, said);
  }
}
