package io.atp.core.push;

import io.atp.core.encode.NodeCoefficients;
import io.atp.core.graph.CsrGraph;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.push.LevelPushConfig.SourceWeights;
import io.atp.core.runtime.Workspace;
import java.util.Arrays;

/// Rows of a truncated walk, level by level, as GRAND+ uses them: score `π_ij · d̂_j^(−r_j)` with
/// `π ≈ Σ_{l≤N} w_l P^l` and `P = D̂⁻¹Â`; weights sum to 1, unless each source brings its own.
///
/// From source i: `r_0 = {i: 1}`. At level l every node u that holds something gives `π(u) += w_l ·
/// r_l(u)`; where `r_l(u) ≥ rmax · d̂_u` it also adds `r_l(u) / d̂_u` to `r_{l+1}(v)` of each
/// neighbour and of itself. A smaller residue counts at its own level, as in the published code,
/// and goes no further. Scores are not divided by anything: the learner divides by row sums after
/// its own dropout, which cancels the row factor `d̂_i^(r_i)`; so it is left out unless asked for.
///
/// Nodes that push hold at least `rmax · d̂` of a mass of 1: at most `1 / rmax` arcs a level and `N
/// / rmax` for a source. Memory for a thread is 50 to 100 bytes for each node that a source
/// reaches; 8 bytes a node are shared, for s.
public final class LevelPush {
  private LevelPush() {}

  /// A row for each source, in their order.
  public static SparseRows rows(
      CsrGraph graph, int[] sources, NodeCoefficients r, LevelPushConfig config, Workspace work) {
    WalkRows walk = new WalkRows(graph, true);
    return rows(walk, sources, walk.scale(r, work.workers()), config, work);
  }

  /// The same with the column factors `d̂_j^(−r_j)` of an operator.
  public static SparseRows rows(
      PropagationOperator operator, int[] sources, LevelPushConfig config, Workspace work) {
    double[] scale = Arrays.stream(operator.right()).map(factor -> 1 / factor).toArray();
    return rows(new WalkRows(operator.graph(), true), sources, scale, config, work);
  }

  private static SparseRows rows(
      WalkRows walk, int[] sources, double[] scale, LevelPushConfig config, Workspace work) {
    SparseRows.checkSources(sources, scale.length);
    return SourcePusher.rows(
        "level push",
        scale.length,
        sources,
        config.keep(),
        () -> new Walker(walk, scale, config),
        work);
  }

  private static final class Walker implements SourcePusher {
    private final WalkRows walk;
    private final double[] scale;
    private final SourceWeights weightsOf;
    private final double threshold;
    private final boolean keepRowScale;

    private final TouchedNodes touched = new TouchedNodes();
    private double[] score = new double[64]; // π, by slot
    private double[] residue = new double[64]; // r_l
    private double[] next = new double[64]; // r_{l+1}
    private Slots holders = new Slots();
    private Slots nextHolders = new Slots();
    private int[] row = new int[64];
    private long pushes;
    private long arcVisits;

    Walker(WalkRows walk, double[] scale, LevelPushConfig config) {
      this.walk = walk;
      this.scale = scale;
      this.weightsOf = config.weights();
      this.threshold = config.threshold();
      this.keepRowScale = config.keepRowScale();
    }

    @Override
    public void row(int source, TopEntries top) {
      push(source);
      double rowScale = keepRowScale ? scale[source] : 1;
      for (int slot = 0; slot < touched.count(); slot++) {
        if (score[slot] > 0) {
          int node = touched.node(slot);
          double weight = rowScale * score[slot] / scale[node];
          top.offer(node, weight, weight);
        }
      }
    }

    private void push(int source) {
      LevelWeights weights = weightsOf.of(source);
      touched.clear();
      holders.clear();
      add(source, 1);
      swapLevels();
      for (int level = 0; level <= weights.lastLevel(); level++) {
        for (int i = 0; i < holders.size; i++) {
          int u = holders.slots[i];
          double moved = residue[u];
          residue[u] = 0;
          score[u] += weights.of(level) * moved;
          if (level < weights.lastLevel()) {
            spread(touched.node(u), moved);
          }
        }
        swapLevels();
      }
    }

    private void spread(int node, double moved) {
      double degree = walk.degree(node);
      if (moved < threshold * degree) {
        return;
      }
      row = walk.roomFor(node, row);
      int neighbours = walk.copyRow(node, row);
      pushes++;
      arcVisits += neighbours;
      for (int i = 0; i < neighbours; i++) {
        add(row[i], moved / degree);
      }
    }

    private void add(int node, double mass) {
      int known = touched.count();
      int slot = touched.slot(node);
      if (slot == known) {
        if (slot == score.length) {
          int length = 2 * slot;
          score = Arrays.copyOf(score, length);
          residue = Arrays.copyOf(residue, length);
          next = Arrays.copyOf(next, length);
        }
        score[slot] = 0;
        residue[slot] = 0;
        next[slot] = 0;
      }
      if (next[slot] == 0) {
        nextHolders.add(slot);
      }
      next[slot] += mass;
    }

    private void swapLevels() {
      double[] spent = residue;
      residue = next;
      next = spent;
      Slots done = holders;
      holders = nextHolders;
      nextHolders = done;
      nextHolders.clear();
    }

    @Override
    public PushAccount account() {
      return new PushAccount(pushes, arcVisits);
    }
  }

  /// The slots that hold something, in the order they came to it.
  private static final class Slots {
    private int[] slots = new int[64];
    private int size;

    void add(int slot) {
      if (size == slots.length) {
        slots = Arrays.copyOf(slots, 2 * size);
      }
      slots[size++] = slot;
    }

    void clear() {
      size = 0;
    }
  }
}
