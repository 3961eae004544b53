package io.atp.learn.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.core.runtime.Progress;
import io.atp.learn.optimise.StoppingRule;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RepeatProgressTest {
  private final List<String> heard = new ArrayList<>();

  private final Progress told =
      new Progress() {
        @Override
        public void report(String step, long done, long total) {
          report(step, "", done, total);
        }

        @Override
        public void report(String step, String now, long done, long total) {
          heard.add("%s (%s) %d/%d".formatted(step, now, done, total));
        }
      };

  private void twoRepeats(StoppingRule rule) {
    var progress = new RepeatProgress(told, 2, 100, rule);
    for (int epoch : new int[] {40, 100}) {
      progress.report("train", epoch, 100);
    }
    progress.ended();
    progress.report("hops", 1, 3);
    progress.report("train", 40, 100);
    progress.ended();
  }

  @Test
  void epochsCountWhereAllAreMade() {
    twoRepeats(new StoppingRule.Best());
    assertThat(heard)
        .containsExactly(
            "train (repeat 1 of 2, epoch 40) 40/200",
            "train (repeat 1 of 2, epoch 100) 99/200",
            "train () 100/200",
            "hops () 1/3",
            "train (repeat 2 of 2, epoch 40) 140/200",
            "train () 200/200");
  }

  @Test
  void wholeRepeatsCountWhereTrainingMayStop() {
    twoRepeats(new StoppingRule.Loss(20));
    assertThat(heard)
        .containsExactly(
            "train (repeat 1 of 2, epoch 40) 0/200",
            "train (repeat 1 of 2, epoch 100) 0/200",
            "train () 100/200",
            "hops () 1/3",
            "train (repeat 2 of 2, epoch 40) 100/200",
            "train () 200/200");
  }
}
