package io.atp.learn.tensor.op;

import static io.atp.learn.tensor.op.OpCase.matrix;
import static io.atp.learn.tensor.op.OpValues.close;
import static io.atp.learn.tensor.op.OpValues.m;
import static io.atp.learn.tensor.op.OpValues.r;
import static io.atp.learn.tensor.op.OpValues.refused;
import static io.atp.learn.tensor.op.OpValues.value;
import static org.assertj.core.api.Assertions.assertThat;

import io.atp.core.runtime.Workspace;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import org.junit.jupiter.api.Test;

/// Losses of a few logits, by hand.
class LossesTest {
  private static final double LOG2 = Math.log(2);
  private static final double LOG4 = Math.log(4);

  /// Probabilities (½, ½) and (¾, ¼).
  private final float[][] logits = m(r(0, 0), r(Math.log(3), 0));

  private final int[] classes = {0, 1};

  @Test
  void crossEntropyIsTheMeanSurprise() {
    close(value(t -> CrossEntropy.of(t.get(0), classes), logits), r((LOG2 + LOG4) / 2));
  }

  @Test
  void classWeightsMakeItAWeightedMean() {
    float[] weights = r(1, 3);
    close(
        value(t -> CrossEntropy.of(t.get(0), classes, weights), logits), r((LOG2 + 3 * LOG4) / 4));
    close(
        value(t -> NegativeLogLikelihood.of(LogSoftmax.of(t.get(0)), classes, weights), logits),
        r((LOG2 + 3 * LOG4) / 4));
  }

  @Test
  void rowWeightsMakeItAWeightedSum() {
    close(
        value(t -> CrossEntropy.sum(t.get(0), classes, r(0.5, 3)), logits),
        r(0.5 * LOG2 + 3 * LOG4));
    Matrix targets = matrix(r(1, 0), r(0, 1));
    close(
        value(t -> BinaryCrossEntropy.sum(t.get(0), targets, r(0.5, 3)), logits),
        r(0.5 * LOG2 + 3 * (LOG4 + LOG2) / 2));
  }

  @Test
  void logitsFarApartCostTheirDistance() {
    close(value(t -> CrossEntropy.of(t.get(0), classes), m(r(0, 800), r(800, 0))), r(800));
  }

  @Test
  void likelihoodTakesLogProbabilitiesAsTheyAre() {
    close(value(t -> NegativeLogLikelihood.of(t.get(0), classes), m(r(-1, -9), r(-9, -2))), r(1.5));
  }

  @Test
  void binaryCrossEntropyAveragesOverAllEntries() {
    Matrix targets = matrix(r(1, 0), r(0, 1));
    close(
        value(t -> BinaryCrossEntropy.of(t.get(0), targets), logits),
        r((LOG2 + LOG2 + LOG4 + LOG2) / 4));
    close(
        value(t -> BinaryCrossEntropy.of(t.get(0), targets), m(r(300, -300), r(300, 300))), r(75));
  }

  @Test
  void squaredErrorAveragesOverAllEntries() {
    Matrix targets = matrix(r(1, 0), r(0, 2));
    close(value(t -> SquaredError.of(t.get(0), targets), m(r(1, 2), r(3, 0))), r(17.0 / 4));
  }

  @Test
  void softTargetsShareTheSurprise() {
    Matrix targets = matrix(r(0.25, 0.75), r(1, 0));
    double second = Math.log(4.0 / 3);
    close(value(t -> SoftCrossEntropy.of(t.get(0), targets), logits), r((LOG2 + second) / 2));
    close(value(t -> SoftCrossEntropy.of(t.get(0), targets, r(0, 3)), logits), r(3 * second / 2));
  }

  @Test
  void oneHotSoftTargetsGiveThePlainCrossEntropy() {
    Matrix targets = matrix(r(1, 0), r(0, 1));
    close(
        value(t -> SoftCrossEntropy.of(t.get(0), targets), logits),
        value(t -> CrossEntropy.of(t.get(0), classes), logits));
  }

  @Test
  void divergenceVanishesAtTheTargetAndOnlyThere() {
    Matrix reached = matrix(r(0.5, 0.5), r(0.75, 0.25));
    Matrix missed = matrix(r(1, 0), r(0.75, 0.25));
    close(value(t -> SoftCrossEntropy.divergence(t.get(0), reached, r(1, 2)), logits), r(0));
    close(value(t -> SoftCrossEntropy.divergence(t.get(0), missed, r(1, 2)), logits), r(LOG2 / 2));
  }

  @Test
  void sharpeningSquaresAtHalfTheTemperature() {
    Matrix p = matrix(r(0.75, 0.25), r(0.5, 0.5));
    try (Workspace work = Workspace.open(2);
        Engine engine = Engine.on(work)) {
      Sharpening.apply(p, 0.5, p, engine);
    }
    close(p.toArray(), r(0.9, 0.1), r(0.5, 0.5));
  }

  @Test
  void sharpeningToAHairKeepsTheLargestAlone() {
    Matrix p = matrix(r(1e-3, 2e-3, 0), r(0.3, 0.3, 0.4));
    try (Workspace work = Workspace.open(1);
        Engine engine = Engine.on(work)) {
      Sharpening.apply(p, 1e-3, p, engine);
    }
    assertThat(p.row(0)).containsExactly(0, 1, 0);
    assertThat(p.row(1)).containsExactly(0, 0, 1);
  }

  @Test
  void targetsThatDoNotFitAreRefused() {
    refused(
        "class of row 1 is 2, outside [0, 2)",
        t -> CrossEntropy.of(t.get(0), new int[] {0, 2}),
        logits);
    refused("1 classes for 2 rows", t -> CrossEntropy.of(t.get(0), new int[] {0}), logits);
    refused(
        "3 class weights for 2 classes",
        t -> NegativeLogLikelihood.of(t.get(0), classes, r(1, 2, 3)),
        logits);
    refused(
        "the weights of 2 rows add up to 0.0",
        t -> CrossEntropy.of(t.get(0), classes, r(0, 0)),
        logits);
    refused(
        "logits and targets need one shape, got 2 × 2 and 1 × 2",
        t -> BinaryCrossEntropy.of(t.get(0), matrix(r(1, 0))),
        logits);
    refused(
        "values and targets need one shape, got 2 × 2 and 1 × 2",
        t -> SquaredError.of(t.get(0), matrix(r(1, 0))),
        logits);
    refused(
        "1 row weights for 2 rows",
        t -> SoftCrossEntropy.divergence(t.get(0), matrix(r(1, 0), r(1, 0)), r(1)),
        logits);
  }
}
