package io.atp.io.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {
  @Test
  void whatIsWrittenIsReadBack() throws IOException {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("zeta", 1L);
    map.put("alpha", Arrays.asList(0.1, -2.5e-300, null, true));
    map.put("text", "quote \" back \\ line\n tab\t bell\u0007 Grüße 🙂");
    map.put("inner", Map.of("empty", List.of(), "none", Map.of()));
    map.put("long", Long.MIN_VALUE);
    assertThat(Json.parse(Json.write(map), "test")).isEqualTo(map);
  }

  @Test
  void layoutIsTwoBlanksALevelInTheMapsOrder() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("b", new long[] {1, 2});
    map.put("a", Map.of("c", 0.5f));
    assertThat(Json.write(map))
        .isEqualTo("{\n  \"b\": [1, 2],\n  \"a\": {\n    \"c\": 0.5\n  }\n}\n");
  }

  @Test
  void numbersThatJsonCannotSayAreRefused() {
    for (Object value :
        new Object[] {
          Double.NaN, Float.POSITIVE_INFINITY, new double[] {Double.NaN}, new Object()
        }) {
      assertThatThrownBy(() -> Json.write(value)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[1,]",
        "{\"a\":1,}",
        "{a:1}",
        "[1 2]",
        "01",
        "+1",
        "1.",
        ".5",
        "1e",
        "nul",
        "\"\\x\"",
        "\"\\u12g4\"",
        "\"open",
        "1e999",
        "99999999999999999999",
        "{\"a\":1,\"a\":2}",
        "1 1",
        "\"a\nb\"",
        "// c\n1"
      })
  void anythingElseIsRefusedWithSourceAndLine(String text) {
    assertThatThrownBy(() -> Json.parse(text, "some.json"))
        .isInstanceOf(IOException.class)
        .hasMessageMatching("(?s)some.json, line [12]: .*");
  }

  @Test
  void depthIsLimited() throws IOException {
    assertThat(Json.parse("[".repeat(60) + "]".repeat(60), "deep")).isInstanceOf(List.class);
    assertThatThrownBy(() -> Json.parse("[".repeat(100_000), "deep"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("deeper than 64");
  }
}
