package io.atp.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkersTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7})
  void everyChunkRunsOnce(int threads) {
    try (Workers workers = new Workers(threads)) {
      for (int chunks : new int[] {0, 1, 2, 1000}) {
        AtomicIntegerArray runs = new AtomicIntegerArray(Math.max(1, chunks));
        workers.forEachChunk(chunks, runs::incrementAndGet);
        for (int chunk = 0; chunk < chunks; chunk++) {
          assertThat(runs.get(chunk)).isEqualTo(1);
        }
      }
    }
  }

  @Test
  void rangesCoverEverythingWithoutOverlap() {
    try (Workers workers = new Workers(3)) {
      int[] seen = new int[1001];
      workers.forEachRange(
          1001,
          64,
          (from, to) -> {
            for (int i = from; i < to; i++) {
              seen[i]++;
            }
          });
      assertThat(seen).containsOnly(1);
    }
  }

  /// 0.1 + 0.1 + … depends on the order of additions; the order must not depend on threads.
  @Test
  void aSumHasTheSameBitsOnAnyTeam() {
    double reference = Double.NaN;
    for (int threads : new int[] {1, 2, 7}) {
      try (Workers workers = new Workers(threads)) {
        double sum =
            workers.sum(
                100_000,
                (from, to) -> {
                  double part = 0;
                  for (int i = from; i < to; i++) {
                    part += 1.0 / (i + 1);
                  }
                  return part;
                });
        if (threads == 1) {
          reference = sum;
        }
        assertThat(sum).isEqualTo(reference);
        assertThat(workers.max(100_000, (from, to) -> -from)).isZero();
        assertThat(workers.sum(0, (from, to) -> 1)).isZero();
      }
    }
    assertThat(reference).isBetween(12.0901461, 12.0901462); // H(100 000)
  }

  @Test
  void theFirstFailureComesBackAndTheTeamGoesOn() {
    try (Workers workers = new Workers(4)) {
      assertThatThrownBy(
              () ->
                  workers.forEachChunk(
                      100,
                      chunk -> {
                        if (chunk == 37) {
                          throw new IllegalArgumentException("chunk 37");
                        }
                      }))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("chunk 37");
      everyChunkRunsOnce(4);
    }
  }

  @Test
  void aTeamWithinATeamDoesNotWaitForItself() {
    try (Workers workers = new Workers(2)) {
      int[] inner = new int[4];
      workers.forEachChunk(4, outer -> workers.forEachChunk(8, i -> addTo(inner, outer)));
      assertThat(inner).containsOnly(8);
    }
  }

  private static synchronized void addTo(int[] counts, int at) {
    counts[at]++;
  }
}
