package io.atp.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SharedResultsTest {
  private static MemorySegment made(Workspace memory, float value, AtomicInteger count) {
    count.incrementAndGet();
    MemorySegment segment = memory.allocateFloats(1);
    segment.set(ValueLayout.JAVA_FLOAT, 0, value);
    return segment;
  }

  /// A result outlives the workspace of whoever asked first, and is made once for all.
  @Test
  void whatIsKeptIsMadeOnceAndStays() {
    try (Workspace work = Workspace.open(1)) {
      work.shareResults(100);
      var count = new AtomicInteger();
      for (int i = 0; i < 3; i++) {
        SharedResults.Shared<MemorySegment> result;
        try (Workspace scratch = work.scratch()) {
          result = scratch.shared(() -> "a", 4, memory -> made(memory, 7, count));
        }
        assertThat(result.found()).isEqualTo(i > 0);
        assertThat(result.sparedSeconds()).isEqualTo(i > 0 ? result.seconds() : 0);
        assertThat(result.value().get(ValueLayout.JAVA_FLOAT, 0)).isEqualTo(7);
      }
      assertThat(count).hasValue(1);
      assertThat(work.shared().orElseThrow().found()).isEqualTo(2);
    }
  }

  @Test
  void whatDoesNotFitIsMadeEachTimeInTheAskersMemory() {
    try (Workspace work = Workspace.open(1)) {
      work.shareResults(10);
      var count = new AtomicInteger();
      work.shared(() -> "a", 8, memory -> made(memory, 1, count));
      long held = work.heldBytes();
      for (int i = 0; i < 2; i++) {
        try (Workspace scratch = work.scratch()) {
          scratch.shared(() -> "b", 4, memory -> made(memory, 2, count));
          scratch.shared(
              () -> {
                throw new AssertionError("too large to be looked for");
              },
              11,
              memory -> made(memory, 3, count));
        }
        assertThat(work.heldBytes()).isEqualTo(held);
      }
      assertThat(count).hasValue(5);
    }
  }

  @Test
  void withoutAPlaceEveryoneMakesTheirOwn() {
    try (Workspace work = Workspace.open(1)) {
      var count = new AtomicInteger();
      work.shared(() -> "a", 4, memory -> made(memory, 1, count));
      work.shared(() -> "a", 4, memory -> made(memory, 1, count));
      assertThat(count).hasValue(2);
    }
  }

  @Test
  void aFailureIsNotKept() {
    try (Workspace work = Workspace.open(1)) {
      work.shareResults(4);
      assertThatThrownBy(
              () ->
                  work.shared(
                      () -> "a",
                      4,
                      _ -> {
                        throw new IllegalArgumentException("no");
                      }))
          .hasMessage("no");
      var count = new AtomicInteger();
      assertThat(work.shared(() -> "a", 4, memory -> made(memory, 1, count)).found()).isFalse();
    }
  }

  /// Of two that want the same at once, one makes it and the other waits.
  @Test
  void oneMakesWhatTwoWant() throws InterruptedException {
    try (Workspace work = Workspace.open(1)) {
      work.shareResults(4);
      var count = new AtomicInteger();
      var begun = new CountDownLatch(1);
      var goOn = new CountDownLatch(1);
      var first =
          CompletableFuture.supplyAsync(
              () ->
                  work.shared(
                      () -> "a",
                      4,
                      memory -> {
                        begun.countDown();
                        await(goOn);
                        return made(memory, 5, count);
                      }));
      begun.await();
      var second =
          CompletableFuture.supplyAsync(
              () -> work.shared(() -> "a", 4, memory -> made(memory, 6, count)));
      goOn.countDown();
      assertThat(first.join().found()).isFalse();
      assertThat(second.join().value().get(ValueLayout.JAVA_FLOAT, 0)).isEqualTo(5);
      assertThat(count).hasValue(1);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void partsCannotRunIntoEachOther() {
    String joined = new ContentHash().add("ab").add("c").text();
    assertThat(new ContentHash().add("a").add("bc").text()).isNotEqualTo(joined);
    assertThat(new ContentHash().add("ab").add("c").text()).isEqualTo(joined).hasSize(64);
    assertThat(new ContentHash().add(new int[] {1}).text())
        .isNotEqualTo(new ContentHash().add(new int[] {2}).text());
    assertThat(new ContentHash().add(new double[] {0.0}).text())
        .isNotEqualTo(new ContentHash().add(new double[] {-0.0}).text());
  }
}
