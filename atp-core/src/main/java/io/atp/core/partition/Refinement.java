package io.atp.core.partition;

import java.util.Arrays;

/// Moves of single nodes between parts, the best first, as Fiduccia and Mattheyses do it for two.
///
/// A pass takes the boundary node whose move gains most, even where that is a loss, and lets each
/// node move once; when a number of moves has brought nothing new the pass ends and goes back to
/// the best it saw. Losses on the way are what lets a pass climb out of a local optimum.
final class Refinement {
  /// A pass that takes off a smaller share of the cut is the last.
  private static final double WORTHWHILE = 0.002;

  private final Division division;
  private final MoveQueue queue;
  private int[] moves = new int[64];
  private int[] origins = new int[64];

  private Refinement(Division division) {
    this.division = division;
    this.queue = new MoveQueue(division.graph().nodeCount());
  }

  /// @param patience moves of one pass without a new best
  static void refine(Division division, int passes, int patience) {
    Refinement refinement = new Refinement(division);
    for (int pass = 0; pass < passes; pass++) {
      long before = division.cut();
      refinement.pass(patience);
      if (before - division.cut() <= WORTHWHILE * before) {
        return;
      }
    }
  }

  private void pass(int patience) {
    for (int node = 0; node < division.graph().nodeCount(); node++) {
      if (division.onBoundary(node)) {
        division.bestTarget(node);
        queue.put(node, division.gain());
      }
    }
    long best = division.cut();
    int count = 0;
    int bestCount = 0;
    while (!queue.isEmpty() && count - bestCount <= patience) {
      int expected = queue.topGain();
      int node = queue.pop();
      // Ties and room may have gone since the gain was noted.
      int to = division.size(division.part(node)) > 1 ? division.bestTarget(node) : -1;
      if (to < 0) {
        continue;
      }
      if (division.gain() < expected && !queue.isEmpty() && division.gain() < queue.topGain()) {
        queue.put(node, division.gain());
        continue;
      }
      note(count++, node);
      queue.shutOut(node);
      division.move(node, to, queue);
      if (division.cut() < best) {
        best = division.cut();
        bestCount = count;
      }
    }
    queue.clear();
    undo(count, bestCount);
  }

  private void note(int count, int node) {
    if (count == moves.length) {
      moves = Arrays.copyOf(moves, 2 * count);
      origins = Arrays.copyOf(origins, 2 * count);
    }
    moves[count] = node;
    origins[count] = division.part(node);
  }

  private void undo(int count, int bestCount) {
    for (int i = count - 1; i >= 0; i--) {
      queue.admit(moves[i]);
      if (i >= bestCount) {
        division.move(moves[i], origins[i]);
      }
    }
  }
}
