package io.atp.io.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CsvRecordsTest {
  @TempDir Path folder;

  private List<List<String>> read(byte[] bytes) throws IOException {
    Path file = folder.resolve("t.csv");
    Files.write(file, bytes);
    List<List<String>> all = new ArrayList<>();
    try (CsvRecords records = new CsvRecords(file)) {
      for (List<String> record; !(record = records.next()).isEmpty(); ) {
        all.add(List.copyOf(record));
      }
    }
    return all;
  }

  private List<List<String>> read(String text) throws IOException {
    return read(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void fieldsMayBeQuotedAndEmpty() throws IOException {
    assertThat(read("\uFEFFa,b\r\n\n\"x, \"\"y\"\"\nz\",\r\n,\"\"\nü,1"))
        .containsExactly(
            List.of("a", "b"), List.of("x, \"y\"\nz", ""), List.of("", ""), List.of("ü", "1"));
    assertThat(read("a,")).containsExactly(List.of("a", ""));
    assertThat(read("")).isEmpty();
    assertThat(read("\n\r\n")).isEmpty();
  }

  @Test
  void tabsPartFieldsWhereTheFirstLineHasNoComma() throws IOException {
    assertThat(read("a\tb\n1,5\t2")).containsExactly(List.of("a", "b"), List.of("1,5", "2"));
    assertThat(read("a,b\tc\n")).containsExactly(List.of("a", "b\tc"));
  }

  @Test
  void mistakesAreNamedWithTheirLine() {
    assertThatThrownBy(() -> read("a\nb\n\"c")).hasMessageContaining("t.csv, line 3: a quote");
    assertThatThrownBy(() -> read("a\n\"b\"c\n")).hasMessageContaining("line 2: 'c' follows");
    assertThatThrownBy(() -> read(",".repeat(1_000_000))).hasMessageContaining("65,536 fields");
    assertThatThrownBy(() -> read("a".repeat(2 << 20))).hasMessageContaining("1,048,576");
    assertThatThrownBy(() -> read(("a".repeat(1 << 19) + ",").repeat(20)))
        .hasMessageContaining("8,388,608");
    assertThatThrownBy(() -> read(new byte[] {'a', '\n', (byte) 0xC3, '\n'}))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("t.csv")
        .hasMessageContaining("not UTF-8");
  }
}
