package io.atp.learn.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.runtime.Require;
import io.atp.learn.optimise.OptimiserConfig;
import io.atp.learn.optimise.StoppingRule;
import io.atp.learn.optimise.TrainingConfig;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SettingsTest {
  enum Kind {
    PLAIN,
    VERY_FANCY
  }

  record Sample(int hops, double share, boolean on, Kind kind, StoppingRule stopping) {
    Sample {
      Require.share("share", share);
    }
  }

  private static final Sample SAMPLE =
      new Sample(2, 0.5, true, Kind.PLAIN, new StoppingRule.Accuracy(40));

  @Test
  void everyComponentIsListedByName() {
    Map<String, Object> map = Settings.toMap(SAMPLE);
    assertThat(map.keySet()).containsExactly("hops", "share", "on", "kind", "stopping");
    assertThat(map.values()).containsExactly(2, 0.5, true, "plain", "accuracy(40)");
  }

  @Test
  void textChangesOneComponentAndLeavesTheOthers() {
    Sample changed =
        Settings.with(
            SAMPLE, Map.of("hops", "7", "kind", "very-fancy", "stopping", "Loss(9)", "on", "off"));
    assertThat(changed)
        .isEqualTo(new Sample(7, 0.5, false, Kind.VERY_FANCY, new StoppingRule.Loss(9)));
  }

  @Test
  void whatIsWrittenReadsBack() {
    TrainingConfig config =
        TrainingConfig.adam(300, 0.01, 5e-4, new StoppingRule.Ranked(100))
            .withOptimiser(new OptimiserConfig.Lbfgs(10, 20));
    Map<String, String> texts = new LinkedHashMap<>();
    Settings.toMap(config).forEach((name, value) -> texts.put(name, value.toString()));
    TrainingConfig other = TrainingConfig.adam(1, 1, 0, new StoppingRule.Fixed());
    assertThat(Settings.with(other, texts)).isEqualTo(config);
  }

  @Test
  void wrongNamesAndValuesAreRefusedInASentence() {
    assertThatThrownBy(() -> Settings.with(SAMPLE, Map.of("hop", "1")))
        .hasMessage("there is no setting 'hop'; there are hops, share, on, kind, stopping");
    assertThatThrownBy(() -> Settings.with(SAMPLE, Map.of("hops", "two")))
        .hasMessage("hops must be a whole number, got 'two'");
    assertThatThrownBy(() -> Settings.with(SAMPLE, Map.of("kind", "odd")))
        .hasMessage("kind must be one of plain, very-fancy, got 'odd'");
    assertThatThrownBy(() -> Settings.with(SAMPLE, Map.of("share", "1.5")))
        .hasMessageContaining("share must lie in [0, 1]");
    assertThatThrownBy(() -> Settings.with(SAMPLE, Map.of("stopping", "sometimes")))
        .hasMessageStartingWith("stopping must be one of fixed, best, window, loss(patience)");
    assertThatThrownBy(() -> Settings.with(SAMPLE, Map.of("on", "maybe")))
        .hasMessage("on must be on or off, got 'maybe'");
  }
}
