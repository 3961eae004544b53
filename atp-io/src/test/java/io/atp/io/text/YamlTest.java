package io.atp.io.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class YamlTest {
  /// As maps, lists and texts.
  private static Object plain(Yaml value) {
    return switch (value) {
      case Yaml.Scalar scalar -> scalar.isNull() ? "(null)" : scalar.text();
      case Yaml.Sequence list -> {
        List<Object> items = new ArrayList<>();
        list.items().forEach(item -> items.add(plain(item)));
        yield items;
      }
      case Yaml.Mapping mapping -> {
        Map<String, Object> entries = new LinkedHashMap<>();
        mapping.entries().forEach((key, item) -> entries.put(key, plain(item)));
        yield entries;
      }
    };
  }

  private static Object read(String text) throws IOException {
    return plain(Yaml.parse(text, "m.yaml"));
  }

  @Test
  void mapsListsAndScalarsNestByIndentation() throws IOException {
    String text =
        """
        ---
        # a comment
        dataset_name: "a: b # c"   # another
        graph:
          nodes:
          - num: 3
            type: null
          -   num: 4

          edges:
            - format: csv
              path: it's/edges.csv
        empty:
        none: []
        also: {}
        plain:
          - a b
          - 'it''s'
          -
            x: http://y
          - - 1
            - 2
        """;
    assertThat(read(text))
        .hasToString(
            "{dataset_name=a: b # c, graph={nodes=[{num=3, type=(null)}, {num=4}],"
                + " edges=[{format=csv, path=it's/edges.csv}]}, empty=(null), none=[], also={},"
                + " plain=[a b, it's, {x=http://y}, [1, 2]]}");
    assertThat(read(text.replace("\n", "\r\n"))).isEqualTo(read(text));
  }

  @Test
  void aQuotedNullIsAWord() throws IOException {
    assertThat(read("'null'")).isEqualTo("null");
    assertThat(read("~")).isEqualTo("(null)");
    assertThat(read("")).isEqualTo("(null)");
    assertThat(read("\"tab\\t\\\"\"")).isEqualTo("tab\t\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a: &x 1", "a: *x", "a: !!python/object:os.system x", "a: |", "a: >", "a: [1, 2]",
        "a: {b: c}", "a: 1\n---\nb: 2", "%YAML 1.2", "a:\n\tb: 1", "a: 'open", "a: \"open",
        "a: \"x\" y", "a: 1\na: 2", "a: 1\n  b: 2", "a:\n    b: 1\n  c: 2", "a: b: c", "a: - b",
        "- a\nb: c", "a: 1\nb", "? a", "a: \"\\x41\"", "<<: *x", "@a: 1"
      })
  void anythingElseIsRefusedWithItsLine(String text) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(IOException.class)
        .hasMessageMatching("m\\.yaml, line [123]: .+");
  }

  @Test
  void depthAndLengthHaveBounds() throws IOException {
    assertThatThrownBy(() -> read("- ".repeat(100_000) + "a"))
        .hasMessageContaining("nested deeper than 32");
    StringBuilder deep = new StringBuilder();
    for (int i = 0; i < 2000; i++) {
      deep.append(" ".repeat(i)).append("a:\n");
    }
    assertThatThrownBy(() -> read(deep.toString())).hasMessageContaining("nested deeper than 32");
    assertThatThrownBy(() -> read("a".repeat(5 << 20))).hasMessageContaining("more than the");
    assertThat(read("a: x" + "\"'".repeat(500_000))).isInstanceOf(Map.class); // in linear time
  }
}
