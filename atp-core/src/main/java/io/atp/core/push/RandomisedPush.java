package io.atp.core.push;

import io.atp.core.encode.NodeCoefficients;
import io.atp.core.feature.Features;
import io.atp.core.graph.CsrGraph;
import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;

/// `Z ≈ Σ_{l≤L} w_l P̃^l X`, column by column, by the randomised push of AGP: the expectation of Z
/// over seeds is the exact sum.
///
/// A column becomes `r_0 = Y_0 · x / s`, with `Y_l = Σ_{k≥l} w_k` and `s = d̂^(r)`. At level l
/// every node u that holds something gives `z_u += (w_l / Y_l) · r_l(u)` and sends on `c · r_l(u) /
/// d̂_v`, with `c = Y_{l+1} / Y_l`, to all v that listen to u, itself among them, those of small
/// degree first. While the amount is at least `δ' = δ · Σ|r_0|` it is sent as it is. From the first
/// that is smaller, one number ξ in [0, 1) is drawn for u, and v is sent δ' as long as `ξ · δ'` is
/// below the amount; the others get nothing. Negative amounts are sent alike. In the end z is
/// multiplied by s.
///
/// This is the version of the article; the published code draws with other odds and is biased. In
/// the walk P the amounts fall with the degree of v alone, for any r, so rows are sorted once, see
/// [DegreeSortedRows] for their memory. With δ = 0 the sum is exact and costs L · (arcs + n) a
/// column. With δ > 0 a visit sends δ' or more, but for one failure a node, and in a symmetric
/// graph the mass weighted by degree never grows on average: at most about `d̄ / δ` visits a level,
/// d̄ being the mean of d̂ weighted by |r_0|. Memory for a thread is about 32 bytes a node, shared
/// are 16.
public final class RandomisedPush {
  private static final long PURPOSE = 0x7075736861677000L; // "pushagp"

  private RandomisedPush() {}

  public static PushedFeatures propagate(
      CsrGraph graph,
      Features features,
      NodeCoefficients r,
      RandomisedPushConfig config,
      Workspace work) {
    ColumnPusher.checkRows(graph, features);
    try (Workspace scratch = work.scratch()) {
      DegreeSortedRows rows = DegreeSortedRows.of(graph, scratch);
      WalkRows walk = new WalkRows(graph, true);
      double[] inverseDegrees = walk.inverseDegrees(work.workers());
      return ColumnPusher.propagate(
          "randomised push",
          features,
          walk.scale(r, work.workers()),
          () -> new Columns(rows, inverseDegrees, config),
          work);
    }
  }

  private static final class Columns extends ColumnPusher {
    private final DegreeSortedRows rows;
    private final double[] inverseDegrees;
    private final LevelWeights weights;
    private final double[] tails;
    private final double share; // δ
    private final long seed;
    private double[] residue;
    private double[] next;
    private NodeSet holders;
    private NodeSet nextHolders;

    Columns(DegreeSortedRows rows, double[] inverseDegrees, RandomisedPushConfig config) {
      super(inverseDegrees.length);
      this.rows = rows;
      this.inverseDegrees = inverseDegrees;
      this.weights = config.weights();
      this.tails = weights.tails();
      this.share = config.threshold();
      this.seed = config.seed();
      this.residue = new double[inverseDegrees.length];
      this.next = new double[inverseDegrees.length];
      this.holders = new NodeSet(inverseDegrees.length);
      this.nextHolders = new NodeSet(inverseDegrees.length);
    }

    @Override
    void push(int column, double[] x, double[] result) {
      double sum = 0;
      for (int node = 0; node < x.length; node++) {
        residue[node] = tails[0] * x[node];
        if (x[node] != 0) {
          holders.add(node);
          sum += Math.abs(residue[node]);
        }
      }
      double threshold = share * sum;
      for (int level = 0; holders.next(0) >= 0; level++) {
        double stays = weights.of(level) / tails[level];
        double moves = tails[level + 1] / tails[level];
        long draws = StatelessHash.of(seed, PURPOSE, column, level);
        for (int u = holders.next(0); u >= 0; u = holders.next(u + 1)) {
          double held = residue[u];
          residue[u] = 0;
          result[u] += stays * held;
          if (moves * held != 0) {
            send(u, moves * held, threshold, draws);
          }
        }
        swapLevels();
      }
    }

    private void send(int u, double amount, double threshold, long draws) {
      double size = Math.abs(amount);
      long start = rows.start(u);
      long end = rows.end(u);
      long at = start;
      for (; at < end; at++) {
        int v = rows.target(at);
        if (size * inverseDegrees[v] < threshold) {
          break;
        }
        next[v] += amount * inverseDegrees[v];
        nextHolders.add(v);
      }
      if (at < end) {
        double bar = threshold * StatelessHash.unit(StatelessHash.of(draws, u));
        double step = Math.copySign(threshold, amount);
        for (; at < end; at++) {
          int v = rows.target(at);
          if (bar >= size * inverseDegrees[v]) {
            break;
          }
          next[v] += step;
          nextHolders.add(v);
        }
      }
      pushes++;
      arcVisits += at - start;
    }

    private void swapLevels() {
      holders.clear();
      NodeSet done = holders;
      holders = nextHolders;
      nextHolders = done;
      double[] spent = residue;
      residue = next;
      next = spent;
    }
  }
}
