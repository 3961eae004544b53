package io.atp.io.registry;

import java.util.Collection;
import java.util.Optional;

/// Which of some names a typing mistake may have meant.
final class NearNames {
  private NearNames() {}

  /// The closest name within a third of the letters typed; of equals the first.
  static Optional<String> nearest(String typed, Collection<String> names) {
    int limit = Math.max(1, typed.length() / 3);
    String best = null;
    for (String name : names) {
      int distance = distance(typed, name);
      if (distance <= limit) {
        best = name;
        limit = distance - 1;
      }
    }
    return Optional.ofNullable(best);
  }

  /// Fewest letters to insert, delete, replace, or swap with their neighbour.
  static int distance(String a, String b) {
    int[][] cost = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          cost[i][j] = i + j;
          continue;
        }
        boolean same = a.charAt(i - 1) == b.charAt(j - 1);
        int best = cost[i - 1][j - 1] + (same ? 0 : 1);
        best = Math.min(best, 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          best = Math.min(best, 1 + cost[i - 2][j - 2]);
        }
        cost[i][j] = best;
      }
    }
    return cost[a.length()][b.length()];
  }
}
