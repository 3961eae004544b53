package io.atp.core.nodewise;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.feature.Features;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.propagate.HopCombiner;
import io.atp.core.propagate.PropagationConfig;
import io.atp.core.propagate.RowOrigin;
import io.atp.core.propagate.RowReach;
import io.atp.core.push.LevelPush;
import io.atp.core.push.LevelPushConfig;
import io.atp.core.push.LevelWeights;
import io.atp.core.push.SparseRows;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workspace;
import java.util.Arrays;
import java.util.List;

/// `W = Σ_h diag(w_h) · ((1 − λ)·M + λ·I)ʰ`, a weight for each hop and node; λ is 0 but for Euler
/// steps.
public final class HopSum implements NodeWiseSum {
  private final PropagationOperator operator;
  private final Schedule schedule;
  private final NodeWiseAccount account;

  private HopSum(PropagationOperator operator, Schedule schedule, NodeWiseAccount account) {
    this.operator = operator;
    this.schedule = schedule;
    this.account = account;
  }

  static HopSum of(
      PropagationOperator operator,
      HopWeights weights,
      NodeWisePropagation.Steps steps,
      PropagationConfig form) {
    Require.that(
        !(form.combiner() instanceof HopCombiner.All), "a list of hops is not one sum of them");
    Schedule schedule = Schedule.of(weights, steps.last(), form);
    long visits = schedule.hops() * (operator.graph().arcCount() + operator.nodeCount());
    var account =
        NodeWiseAccount.exact(schedule.hops(), visits).withSteps(steps.last(), steps.hops());
    return new HopSum(operator, schedule, account);
  }

  public int hops() {
    return schedule.hops();
  }

  /// λ.
  public double lazyShare() {
    return schedule.lazyShare();
  }

  /// What the state after a hop weighs in the sum of a node; 0 where it stopped before.
  public double weight(int hop, int node) {
    return schedule.weight(hop, node);
  }

  @Override
  public DenseFeatures times(Features y, Workspace work) {
    long floats = (long) y.rows() * y.width();
    var product = new DenseFeatures(y.rows(), y.width(), work.allocateFloats(floats));
    try (Workspace scratch = work.scratch()) {
      NodeWisePropagation.exact(operator, y, schedule, 0, List.of(product), scratch);
    }
    return product;
  }

  @Override
  public SparseRows rows(int[] sources, RowCut cut, Workspace work) {
    var config = new LevelPushConfig(levels(), cut.threshold(), cut.keep(), cut.keepRowScale());
    return LevelPush.rows(operator, sources, config, work);
  }

  /// Hops of the plain walk for each node, to the last that it takes in; lazy ones are multiplied
  /// out, the same for all.
  private LevelPushConfig.SourceWeights levels() {
    if (schedule.lazyShare() == 0) {
      return node -> new LevelWeights(withoutEnd(weights(node)));
    }
    Require.that(schedule.last() == null, "lazy hops end at the same step for all nodes");
    var same = new LevelWeights(eager(weights(0), schedule.lazyShare()));
    return _ -> same;
  }

  private double[] weights(int node) {
    return schedule.hopWeights(node)[0];
  }

  private static double[] withoutEnd(double[] weights) {
    int length = weights.length;
    while (length > 1 && weights[length - 1] == 0) {
      length--;
    }
    return Arrays.copyOf(weights, length);
  }

  /// `Σ_h w_h ((1 − λ)x + λ)ʰ` by its powers of x, as Horner has it.
  static double[] eager(double[] weights, double lazyShare) {
    double[] powers = new double[weights.length];
    for (int hop = weights.length - 1; hop >= 0; hop--) {
      for (int level = weights.length - 1 - hop; level > 0; level--) {
        powers[level] = lazyShare * powers[level] + (1 - lazyShare) * powers[level - 1];
      }
      powers[0] = lazyShare * powers[0] + weights[hop];
    }
    return powers;
  }

  @Override
  public RowOrigin origin(Features y, int node) {
    RowReach reach = RowReach.of(operator, schedule.lazyShare(), node);
    return RowOrigin.hops(y, reach, weights(node));
  }

  @Override
  public NodeWiseAccount account() {
    return account;
  }
}
