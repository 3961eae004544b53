package io.atp.lab.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/// A confusion matrix as a page can show it: shares of each true class, and of many classes only
/// the largest one by one.
///
/// @param shares `shares.get(truth).get(predicted)`; each row sums to 1, or to 0 for a class that
///   does not occur
record Confusion(List<String> names, List<List<Double>> shares) {
  static final int MOST = 25;

  static Confusion of(long[][] counts, List<String> names) {
    int[] place = places(counts);
    int shown = Arrays.stream(place).max().orElse(-1) + 1;
    long[][] merged = new long[shown][shown];
    for (int truth = 0; truth < counts.length; truth++) {
      for (int given = 0; given < counts.length; given++) {
        merged[place[truth]][place[given]] += counts[truth][given];
      }
    }
    String[] labels = new String[shown];
    for (int label = 0; label < place.length; label++) {
      boolean rest = counts.length > MOST && place[label] == MOST;
      labels[place[label]] = rest ? (counts.length - MOST) + " others" : names.get(label);
    }
    return new Confusion(List.of(labels), Arrays.stream(merged).map(Confusion::shares).toList());
  }

  /// Where each class stands: in its order, or among the others.
  private static int[] places(long[][] counts) {
    int classes = counts.length;
    int[] place = IntStream.range(0, classes).toArray();
    if (classes > MOST) {
      Arrays.fill(place, MOST);
      int[] largest =
          IntStream.range(0, classes)
              .boxed()
              .sorted(Comparator.comparingLong(label -> -Arrays.stream(counts[label]).sum()))
              .limit(MOST)
              .mapToInt(Integer::intValue)
              .sorted()
              .toArray();
      for (int i = 0; i < MOST; i++) {
        place[largest[i]] = i;
      }
    }
    return place;
  }

  private static List<Double> shares(long[] row) {
    long sum = Arrays.stream(row).sum();
    List<Double> shares = new ArrayList<>();
    for (long count : row) {
      shares.add(sum == 0 ? 0 : (double) count / sum);
    }
    return shares;
  }
}
