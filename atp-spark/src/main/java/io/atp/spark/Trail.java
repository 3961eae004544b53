package io.atp.spark;

import io.atp.spark.checkpoint.CheckpointStore;
import io.atp.spark.checkpoint.Fingerprint;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// How far a job has come: where its checkpoints are, and what the last room was made from.
record Trail(Optional<CheckpointStore> store, String fingerprint) {
  /// One room further.
  Trail next(String room, String settings) {
    return store.isEmpty() ? this : new Trail(store, Fingerprint.of(fingerprint, room, settings));
  }

  /// A list of whole numbers, as it went into a manifest or as it came out of one.
  static long[] longs(Object list) {
    return switch (list) {
      case long[] numbers -> numbers;
      case int[] numbers -> Arrays.stream(numbers).asLongStream().toArray();
      case List<?> numbers -> numbers.stream().mapToLong(n -> ((Number) n).longValue()).toArray();
      default -> throw new IllegalArgumentException("%s is no list of numbers".formatted(list));
    };
  }
}
