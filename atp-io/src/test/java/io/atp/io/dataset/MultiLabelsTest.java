package io.atp.io.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class MultiLabelsTest {
  @Test
  void classesOfOneNodeDoNotTouchAnother() {
    MultiLabels labels = MultiLabels.none(3, 70);
    labels.set(1, 0);
    labels.set(1, 63);
    labels.set(1, 64);
    labels.set(2, 69);
    assertThat(labels.count(0)).isZero();
    assertThat(labels.count(1)).isEqualTo(3);
    assertThat(labels.count(2)).isEqualTo(1);
    assertThat(labels.has(1, 63)).isTrue();
    assertThat(labels.has(1, 64)).isTrue();
    assertThat(labels.has(1, 65)).isFalse();
    assertThat(labels.has(2, 64)).isFalse();
  }

  @Test
  void wordsMustFitTheSizes() {
    assertThatThrownBy(() -> new MultiLabels(2, 65, new long[2]))
        .hasMessage("2 nodes with 65 classes take 4 words, got 2");
  }
}
