package io.atp.io.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NumberLinesTest {
  private static NumberLines lines(String text) {
    return NumberLines.of(
        Path.of("t.csv"), new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
  }

  private static double parse(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    return Decimals.parse(bytes, 0, bytes.length);
  }

  @Test
  void numbersComeLineByLineWhateverParts() throws IOException {
    NumberLines lines = lines("1,2\r\n\n  -3\t4 , 5\n9223372036854775807");
    assertThat(lines.nextLine()).isTrue();
    assertThat(lines.whole()).isEqualTo(1);
    assertThat(lines.whole()).isEqualTo(2);
    lines.endLine();
    assertThat(lines.nextLine()).isTrue();
    assertThat(lines.line()).isEqualTo(3);
    assertThat(lines.whole()).isEqualTo(-3);
    assertThat(lines.nextLine()).isTrue(); // the rest of a line may be left
    assertThat(lines.line()).isEqualTo(4);
    assertThat(lines.whole()).isEqualTo(Long.MAX_VALUE);
    assertThat(lines.peek()).isEqualTo(-1);
    assertThat(lines.nextLine()).isFalse();
    assertThat(lines.nextLine()).isFalse();
  }

  @Test
  void numbersAcrossTheEdgeOfTheBufferAreWhole() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 30_000; i++) {
      text.append(1_000_000 + i).append(i % 3 == 2 ? '\n' : ',').append(' ');
    }
    NumberLines lines = lines(text.toString());
    for (int i = 0; i < 30_000; i++) {
      if (i % 3 == 0) {
        assertThat(lines.nextLine()).isTrue();
      }
      assertThat(lines.whole()).isEqualTo(1_000_000 + i);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "1x", "-", "1.5", "9223372036854775808", ",1", "1,", "0x1", "+-1"})
  void whatIsNoWholeNumberIsRefusedWithItsLine(String text) throws IOException {
    NumberLines lines = lines("\n" + text + "\n");
    lines.nextLine();
    assertThatThrownBy(lines::whole)
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("t.csv, line 2: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "1x", "-", ".", "1e", "1e+", "1.2.3", "0x1p3", "1f", "--1", "1e5e5"})
  void whatIsNoNumberIsRefused(String text) throws IOException {
    NumberLines lines = lines(text);
    lines.nextLine();
    assertThatThrownBy(lines::decimal)
        .hasMessageContaining("t.csv, line 1: '")
        .hasMessageContaining("not a number");
  }

  @Test
  void endlessTokensAndMissingNumbersAreRefused() throws IOException {
    NumberLines lines = lines("7".repeat(100_000));
    lines.nextLine();
    assertThatThrownBy(lines::decimal).hasMessageContaining("longer than any number");
    NumberLines empty = lines(" ");
    assertThat(empty.nextLine()).isFalse();
    assertThatThrownBy(empty::whole).hasMessageContaining("a number is missing");
  }

  @Test
  void decimalsAreTheNearestDoubles() {
    Random random = new Random(1);
    for (int i = 0; i < 20_000; i++) {
      double value = Double.longBitsToDouble(random.nextLong());
      if (Double.isFinite(value)) {
        assertThat(parse(Double.toString(value))).isEqualTo(value);
      }
      String text =
          "%s%d.%06de%d"
              .formatted(i % 2 == 0 ? "-" : "", i, random.nextInt(1_000_000), i % 60 - 30);
      assertThat(parse(text)).isEqualTo(Double.parseDouble(text));
      assertThat(parse(Float.toString(i / 7f)))
          .isEqualTo(Double.parseDouble(Float.toString(i / 7f)));
    }
    assertThat(parse("inf")).isInfinite();
    assertThat(parse("-Infinity")).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(parse("1e400")).isInfinite();
    assertThat(parse(".5")).isEqualTo(0.5);
    assertThat(parse("5.")).isEqualTo(5);
    assertThat(parse("-0")).isEqualTo(-0.0);
    assertThat(parse("nan")).isNaN();
  }
}
