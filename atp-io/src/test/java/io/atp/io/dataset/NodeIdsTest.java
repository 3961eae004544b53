package io.atp.io.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class NodeIdsTest {
  private static NodeIds.Names names(String... given) {
    NameTable table = new NameTable();
    for (String name : given) {
      table.intern(name);
    }
    return table.ids();
  }

  @Test
  void namesAreNumberedAtFirstSightAndFoundAgain() {
    NameTable table = new NameTable();
    assertThat(table.intern("Zoë")).isZero();
    assertThat(table.intern("")).isEqualTo(1);
    assertThat(table.intern("Zoë")).isZero();
    byte[] text = "a,bc,d".getBytes(StandardCharsets.UTF_8);
    assertThat(table.find(text, 2, 4)).isEqualTo(-1);
    assertThat(table.intern(text, 2, 4)).isEqualTo(2);
    assertThat(table.find(text, 2, 4)).isEqualTo(2);
    NodeIds.Names ids = table.ids();
    assertThat(ids.count()).isEqualTo(3);
    assertThat(ids.name(0)).isEqualTo("Zoë");
    assertThat(ids.find("bc")).isEqualTo(2);
    assertThat(ids.find("")).isEqualTo(1);
    assertThat(ids.find("b")).isEqualTo(-1);
  }

  @Test
  void twentyThousandNamesKeepTheirNumbers() {
    NameTable table = new NameTable();
    for (int i = 0; i < 20_000; i++) {
      assertThat(table.intern("node-" + i * 7919L)).isEqualTo(i);
    }
    NodeIds.Names ids = table.ids();
    for (int i = 0; i < 20_000; i++) {
      assertThat(ids.name(i)).isEqualTo("node-" + i * 7919L);
      assertThat(ids.find("node-" + i * 7919L)).isEqualTo(i);
    }
    assertThat(ids.find("node-1")).isEqualTo(-1);
  }

  @Test
  void aNameTwiceIsRefused() {
    MemorySegment bytes = MemorySegment.ofArray("abab".getBytes(StandardCharsets.UTF_8));
    MemorySegment offsets = MemorySegment.ofArray(new long[] {0, 2, 4});
    assertThatThrownBy(() -> NodeIds.Names.of(bytes, offsets))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("nodes 0 and 1 are both named 'ab'");
  }

  @Test
  void offsetsThatFallOrLeaveTheBlockAreRefused() {
    MemorySegment bytes = MemorySegment.ofArray(new byte[4]);
    for (long[] offsets : new long[][] {{0, 3, 2, 4}, {0, 9, 4}, {1, 4}, {0, 3}, {0, -1, 4}, {}}) {
      assertThatThrownBy(() -> NodeIds.Names.of(bytes, MemorySegment.ofArray(offsets)))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void noNamesAreNoNodes() {
    assertThat(names().count()).isZero();
    assertThat(names().find("x")).isEqualTo(-1);
  }
}
