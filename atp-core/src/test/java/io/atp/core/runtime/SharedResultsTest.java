package io.atp.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
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
  void whoWantsEverythingAnewMakesItAnew() {
    try (Workspace work = Workspace.open(1)) {
      work.shareResults(100);
      var count = new AtomicInteger();
      work.shared(() -> "a", 4, memory -> made(memory, 1, count));
      try (Workspace alone = work.unshared()) {
        alone.shared(() -> "a", 4, memory -> made(memory, 1, count));
      }
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
  void whatIsMadeTogetherIsFoundOneByOne() {
    try (Workspace work = Workspace.open(1)) {
      work.shareResults(12);
      SharedResults store = work.shared().orElseThrow();
      var count = new AtomicInteger();
      work.shared(() -> "b", 4, memory -> made(memory, 1, count));
      List<List<Integer>> asked = new ArrayList<>();
      SharedResults.Maker<MemorySegment> maker =
          (memory, wanted) -> {
            asked.add(wanted);
            return wanted.stream().map(i -> made(memory, 10 + i, count)).toList();
          };
      var first = store.together(List.of("a", "b", "c"), 4, work, maker).orElseThrow();
      assertThat(first.found()).isFalse();
      assertThat(first.value().get(ValueLayout.JAVA_FLOAT, 0)).isEqualTo(10);
      assertThat(asked).containsExactly(List.of(0, 2));
      assertThat(store.has("c")).isTrue();
      var third = work.shared(() -> "c", 4, memory -> made(memory, 2, count));
      assertThat(third.found()).isTrue();
      assertThat(third.seconds()).isEqualTo(first.seconds());
      assertThat(third.value().get(ValueLayout.JAVA_FLOAT, 0)).isEqualTo(12);
      assertThat(store.together(List.of("c", "d"), 4, work, maker).orElseThrow().found()).isTrue();
      assertThat(store.together(List.of("d"), 4, work, maker)).as("no room").isEmpty();
      assertThat(count).hasValue(3);
    }
  }

  @Test
  void aFailureToMakeSeveralLeavesNoneOfThem() {
    try (Workspace work = Workspace.open(1)) {
      work.shareResults(8);
      SharedResults store = work.shared().orElseThrow();
      assertThatThrownBy(
              () ->
                  store.together(
                      List.of("a", "b"),
                      4,
                      work,
                      (_, _) -> {
                        throw new IllegalArgumentException("no");
                      }))
          .hasMessage("no");
      assertThat(store.has("a") || store.has("b")).isFalse();
      var count = new AtomicInteger();
      work.shared(() -> "c", 8, memory -> made(memory, 1, count));
      assertThat(store.has("c")).as("the room is free again").isTrue();
    }
  }

  @Test
  void hashesAreComputedOncePerThing() {
    try (Workspace work = Workspace.open(1)) {
      work.shareResults(8);
      var count = new AtomicInteger();
      Hashed one =
          hash -> {
            count.incrementAndGet();
            hash.add("same");
          };
      Hashed other = hash -> hash.add("same");
      assertThat(work.hashOf(one)).isEqualTo(work.hashOf(one)).isEqualTo(work.hashOf(other));
      assertThat(count).hasValue(1);
      Hashed third = hash -> hash.add("different");
      assertThat(work.hashOf(third)).isNotEqualTo(work.hashOf(one));
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
