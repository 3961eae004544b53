package io.atp.lab.svg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TicksTest {
  private static List<String> labels(List<Tick> ticks) {
    return ticks.stream().map(Tick::label).toList();
  }

  @Test
  void aUnitAxisIsCutIntoFifths() {
    assertThat(labels(Ticks.linear(0, 1, 6)))
        .containsExactly("0.0", "0.2", "0.4", "0.6", "0.8", "1.0");
  }

  @Test
  void labelsOfOneAxisHaveAsManyPlacesEach() {
    assertThat(labels(Ticks.linear(0.7, 0.85, 6))).containsExactly("0.70", "0.75", "0.80", "0.85");
  }

  @Test
  void largeNumbersAreGrouped() {
    assertThat(labels(Ticks.linear(0, 50_000, 6))).endsWith("40,000", "50,000");
  }

  @ParameterizedTest
  @CsvSource({"0,1,2", "-3,17,5", "1e-9,3e-9,4", "99999,100001,6", "0.3,0.3000001,5", "-1e12,5,7"})
  void ticksLieInsideRiseEvenlyAndAreNeverMoreThanAskedFor(double low, double high, int most) {
    List<Tick> ticks = Ticks.linear(low, high, most);
    assertThat(ticks).hasSizeBetween(1, most);
    double slack = (high - low) * 1e-6;
    assertThat(ticks).allMatch(t -> t.value() >= low - slack && t.value() <= high + slack);
    assertThat(labels(ticks)).doesNotHaveDuplicates();
  }

  @Test
  void aLogAxisTakesOneTwoFiveWhereThereIsRoom() {
    assertThat(labels(Ticks.logarithmic(1, 20, 8))).containsExactly("1", "2", "5", "10", "20");
    assertThat(labels(Ticks.logarithmic(1, 1e6, 8)))
        .containsExactly("1", "10", "100", "1000", "10,000", "100,000", "1,000,000");
    assertThat(Ticks.logarithmic(1e-9, 1e9, 5)).hasSizeBetween(2, 5);
  }

  @Test
  void anAxisOfNoLengthOrALogOfZeroIsRefused() {
    assertThatThrownBy(() -> Ticks.linear(1, 1, 5)).hasMessageContaining("from 1.0 to 1.0");
    assertThatThrownBy(() -> Ticks.logarithmic(0, 1, 5)).hasMessageContaining("from 0.0");
  }

  @Test
  void aScaleMapsEndsToEnds() {
    var up = new Scale(10, 1000, 300, 100, true);
    assertThat(up.at(10)).isEqualTo(300);
    assertThat(up.at(1000)).isEqualTo(100);
    assertThat(up.at(100)).isEqualTo(200);
  }
}
