package io.atp.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkspaceTest {
  @ParameterizedTest
  @ValueSource(longs = {0, 1, 4096, 2 << 20, (5 << 20) + 3})
  void memoryIsZeroedAlignedAndOfTheSizeAsked(long bytes) {
    try (Workspace work = Workspace.open(1)) {
      MemorySegment segment = work.allocate(bytes);
      assertThat(segment.byteSize()).isEqualTo(bytes);
      assertThat(segment.address() % 64).isZero();
      for (long at = 0; at < bytes; at++) {
        assertThat(segment.get(ValueLayout.JAVA_BYTE, at)).isZero();
      }
    }
  }

  @Test
  void memoryDiesWithItsWorkspaceAndThePeakIsRemembered() {
    try (Workspace work = Workspace.open(1)) {
      work.allocate(1000);
      MemorySegment temporary;
      try (Workspace scratch = work.scratch()) {
        temporary = scratch.allocate(4L << 20);
        temporary.set(ValueLayout.JAVA_BYTE, 0, (byte) 1);
      }
      assertThatThrownBy(() -> temporary.get(ValueLayout.JAVA_BYTE, 0))
          .isInstanceOf(IllegalStateException.class);
      work.allocate(1000);
      assertThat(work.peakBytes()).isEqualTo((4L << 20) + 1000);
    }
  }
}
