package io.atp.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class RequireTest {
  @Test
  void aShareOutsideTheIntervalIsNamedWithItsValue() {
    assertThat(Require.share("share", 0)).isZero();
    assertThat(Require.share("share", 1)).isEqualTo(1);
    assertThatThrownBy(() -> Require.share("maskedShare", 1.5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("maskedShare must lie in [0, 1], got 1.5");
    assertThatThrownBy(() -> Require.share("maskedShare", Double.NaN))
        .hasMessage("maskedShare must lie in [0, 1], got NaN");
  }
}
