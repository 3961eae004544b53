package io.atp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TextTest {
  @Test
  void numbersReadTheSameInEveryLocale() {
    assertThat(Text.count(1234567)).isEqualTo("1,234,567");
    assertThat(Text.share(0.1234)).isEqualTo("12.3 %");
    assertThat(Text.seconds(0.0123)).isEqualTo("0.012 s");
    assertThat(Text.seconds(125)).isEqualTo("2 min 5 s");
    assertThat(Text.seconds(4859)).isEqualTo("1 h 20 min");
    assertThat(Text.bytes(1000)).isEqualTo("1000 bytes");
    assertThat(Text.bytes(3L << 29)).isEqualTo("1.5 GiB");
    assertThat(Text.bytes(5L << 50)).isEqualTo("5120.0 TiB");
  }

  @Test
  void columnsAreAligned() {
    assertThat(Text.table(List.of(List.of("a", "1"), List.of("nodes", "1,000"))))
        .isEqualTo("a          1\nnodes  1,000");
  }

  @Test
  void wrappedLinesBreakAtBlanksAndKeepTheirIndent() {
    assertThat(Text.wrap("one two three four", 10, "  ")).isEqualTo("  one two\n  three\n  four");
    assertThat(Text.wrap("unbreakable", 5, " ")).isEqualTo(" unbreakable");
  }
}
