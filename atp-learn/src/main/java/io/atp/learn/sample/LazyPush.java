package io.atp.learn.sample;

import io.atp.core.graph.CsrGraph;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/// `p ≈ α Σ_k (1−α)^k e_v W^k` with the lazy walk `W = (I + D⁻¹A)/2`, by pushes from the target
/// outwards:
///
/// `p_u += α ρ_u`, each neighbour w gets `(1−α) ρ_u / (2 d_u)`, and u keeps `(1−α) ρ_u / 2`, until
/// `ρ_u ≤ ε d_u` everywhere. At most `1/(ε α)` steps, whatever the size of the graph. Nodes are
/// pushed in the order they come up.
///
/// @param restart α
/// @param precision ε
public record LazyPush(CsrGraph graph, double restart, double precision) {
  /// Nodes by decreasing score, then increasing id.
  ///
  /// @param residue what was not pushed, Σ ρ: no score is further below the exact one
  public record Scores(int[] nodes, double[] scores, double residue) {}

  public Scores from(int target) {
    return new Push().run(target);
  }

  private final class Push {
    private final LocalIds ids = new LocalIds(64);
    private double[] scores = new double[64];
    private double[] left = new double[64];
    private boolean[] waits = new boolean[64];
    private int[] queue = new int[64];
    private int first;
    private int waiting;

    Scores run(int target) {
      receive(target, 1);
      while (waiting > 0) {
        int local = queue[first];
        first = first + 1 & queue.length - 1;
        waiting--;
        waits[local] = false;
        push(local);
      }
      return ranked();
    }

    private void push(int local) {
      int node = ids.node(local);
      int degree = graph.degree(node);
      double amount = left[local];
      if (degree == 0) { // the walk cannot leave
        scores[local] += amount;
        left[local] = 0;
        return;
      }
      scores[local] += restart * amount;
      left[local] = 0;
      receive(node, (1 - restart) * amount / 2);
      double share = (1 - restart) * amount / (2.0 * degree);
      for (long arc = graph.offset(node); arc < graph.offset(node + 1); arc++) {
        receive(graph.target(arc), share);
      }
    }

    private void receive(int node, double amount) {
      int local = ids.add(node);
      if (local == left.length) {
        scores = Arrays.copyOf(scores, 2 * local);
        left = Arrays.copyOf(left, 2 * local);
        waits = Arrays.copyOf(waits, 2 * local);
      }
      left[local] += amount;
      if (!waits[local] && left[local] > precision * graph.degree(node)) {
        waits[local] = true;
        enqueue(local);
      }
    }

    private void enqueue(int local) {
      if (waiting == queue.length) {
        int[] larger = new int[2 * waiting];
        for (int i = 0; i < waiting; i++) {
          larger[i] = queue[first + i & queue.length - 1];
        }
        queue = larger;
        first = 0;
      }
      queue[first + waiting & queue.length - 1] = local;
      waiting++;
    }

    private Scores ranked() {
      int[] order =
          IntStream.range(0, ids.size())
              .filter(local -> scores[local] > 0)
              .boxed()
              .sorted(
                  Comparator.<Integer>comparingDouble(local -> -scores[local])
                      .thenComparingInt(ids::node))
              .mapToInt(Integer::intValue)
              .toArray();
      double residue = 0;
      for (int local = 0; local < ids.size(); local++) {
        residue += left[local];
      }
      return new Scores(
          IntStream.of(order).map(ids::node).toArray(),
          IntStream.of(order).mapToDouble(local -> scores[local]).toArray(),
          residue);
    }
  }
}
