package io.atp.learn.train;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.learn.optimise.StoppingRule;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StoppingTest {
  /// Epochs at which weights were kept, and the epoch training ended with.
  private record Course(List<Integer> kept, int last) {}

  private static Course follow(StoppingRule rule, double[] losses, double[] accuracies) {
    Stopping stopping = new Stopping(rule);
    List<Integer> kept = new ArrayList<>();
    for (int i = 0; i < losses.length; i++) {
      var decision = stopping.see(losses[i], accuracies[i], 1);
      if (decision.keep()) {
        kept.add(i + 1);
      }
      if (decision.stop()) {
        return new Course(kept, i + 1);
      }
    }
    return new Course(kept, losses.length);
  }

  private static final double[] LOSS = {5, 4, 3, 3.5, 3.2, 3.4, 2.9, 3};
  private static final double[] ACCURACY = {.1, .3, .2, .3, .4, .2, .2, .2};

  @Test
  void lossKeepsEveryNewMinimumAndWaits() {
    assertThat(follow(new StoppingRule.Loss(3), LOSS, ACCURACY))
        .isEqualTo(new Course(List.of(1, 2, 3), 6));
    assertThat(follow(new StoppingRule.Loss(4), LOSS, ACCURACY))
        .isEqualTo(new Course(List.of(1, 2, 3, 7), 8));
  }

  @Test
  void accuracyKeepsStrictlyBetterEpochsOnly() {
    assertThat(follow(new StoppingRule.Accuracy(2), LOSS, ACCURACY))
        .isEqualTo(new Course(List.of(1, 2), 4));
    assertThat(follow(new StoppingRule.Best(), LOSS, ACCURACY))
        .isEqualTo(new Course(List.of(1, 2, 5), 8));
  }

  @Test
  void eitherKeepsWhereBothAreAsGoodAsEver() {
    double[] loss = {5, 4, 4.5, 4, 4.5, 4.5};
    double[] accuracy = {.1, .2, .3, .3, .2, .2};
    assertThat(follow(new StoppingRule.Either(2), loss, accuracy))
        .isEqualTo(new Course(List.of(1, 2, 4), 6));
  }

  @Test
  void rankedPrefersAccuracyAndBreaksTiesByLoss() {
    double[] loss = {5, 6, 5.5, 5.7, 6, 6};
    double[] accuracy = {.1, .3, .3, .3, .2, .2};
    assertThat(follow(new StoppingRule.Ranked(2), loss, accuracy))
        .isEqualTo(new Course(List.of(1, 2, 3), 6));
  }

  @Test
  void windowComparesWithTheMeanOfTheTenBefore() {
    double[] loss = {10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 5.4, 5.6};
    double[] accuracy = new double[loss.length];
    // 5.4 is below the mean 5.5 of the first ten; the ten before the last have mean 5.04
    assertThat(follow(new StoppingRule.Window(), loss, accuracy).last()).isEqualTo(12);
    assertThat(follow(new StoppingRule.Fixed(), loss, accuracy).last()).isEqualTo(12);
  }
}
