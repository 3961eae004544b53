package io.atp.cli.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MemorySizeTest {
  @ParameterizedTest
  @CsvSource({"4g, 4294967296", "800M, 838860800", "1.5k, 1536", "7, 7", "2gb, 2147483648"})
  void lettersArePowersOf1024(String text, long bytes) {
    assertThat(MemorySize.parse(text)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "g", "-1g", "4 apples", "1e9", "4x", "0", "0.0001"})
  void everythingElseIsRefused(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MemorySize.parse(text))
        .withMessageContaining("'" + text + "'");
  }

  @Test
  void aSizeBeyondALongIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> MemorySize.parse("99999999t"));
  }
}
