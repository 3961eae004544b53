package io.atp.core.nodewise;

import io.atp.core.propagate.HopCombiner;
import io.atp.core.propagate.PropagationConfig;
import io.atp.core.push.LevelWeights;
import io.atp.core.runtime.Require;
import java.util.Arrays;

/// L and H turned into what a walk does after each hop.
///
/// With `Y⁽ʰ⁾` the state after h hops of the (lazy) operator, a result is one of
///
/// - a sum, `factor_u · Σ_{h ≤ last_u} weights[h] · Y⁽ʰ⁾_u`;
/// - its partial sums after 0, 1 … `entries − 1` hops;
/// - states, `Y⁽ᵉ·ˢᵗʳⁱᵈᵉ⁾_u`, frozen at entry `last_u`: all of them, or the last alone.
///
/// @param hops of the walk
/// @param lazyShare what a node keeps of itself in each
/// @param stride hops between two entries of a list
/// @param entries matrices that come out
/// @param weights of each hop; null where states are kept and not sums
/// @param last entry at which each node stops; null where none does
/// @param factor of each node's sum; null for 1
record Schedule(
    int hops,
    double lazyShare,
    int stride,
    int entries,
    double[] weights,
    int[] last,
    double[] factor) {
  /// What an infinite sum may leave out.
  private static final double TAIL = 1e-5;

  /// NDM's C is summed this far, as in its published code.
  private static final int LEVELS = 512;

  /// A step of Euler's method inside a list is at most this long.
  private static final double LONGEST_STEP = 0.5;

  /// @param last `l_u`, or null
  /// @param form what the backbone asks for: one sum, or a list of hops
  static Schedule of(HopWeights weights, int[] last, PropagationConfig form) {
    Require.that(
        form.restartShare() == 0, "node-wise choices do not go with a restart in every hop");
    boolean list = form.combiner() instanceof HopCombiner.All;
    int hops = form.hopCount();
    return switch (weights) {
      case HopWeights.Own() when form.combiner() instanceof HopCombiner.Weighted(double[] own) ->
          sum(own, last, null, form);
      case HopWeights.Own() -> states(hops, 1, form.lazyShare(), list, last);
      case HopWeights.Mean() when list -> states(hops, 1, form.lazyShare(), true, last);
      case HopWeights.Mean() -> mean(last, form);
      case HopWeights.Heat heat when list -> heatList(heat, last, form);
      case HopWeights.Heat(double time, int euler) when euler > 0 ->
          states(euler, 1, lazy(time / euler, form), false, null);
      case HopWeights.Heat(double time, var _) ->
          sum(LevelWeights.heat(terms(time), time).values(), last, null, form);
      case HopWeights.Power power -> power(power, last, form, list);
      case HopWeights.PageRank(double alpha) ->
          list
              ? partialSums(LevelWeights.truncatedPageRank(hops, alpha).values(), last, null, form)
              : pageRank(alpha, last, form);
    };
  }

  /// K = ⌈t + 4√t⌉.
  static int terms(double time) {
    return (int) Math.ceil(time + 4 * Math.sqrt(time));
  }

  /// `ω^l / ((l!)^ρ · C)` for l = 0 … 511, by recurrence: factorials would overflow.
  static double[] powerWeights(double omega, double rho) {
    double[] values = new double[LEVELS];
    values[0] = 1;
    double sum = 1;
    for (int level = 1; level < LEVELS; level++) {
      values[level] = values[level - 1] * omega / StrictMath.pow(level, rho);
      sum += values[level];
    }
    Require.that(
        sum < Double.POSITIVE_INFINITY && values[LEVELS - 1] <= TAIL * sum,
        "omega = %s and rho = %s give hop weights that have not died out after %d hops",
        omega,
        rho,
        LEVELS);
    for (int level = 0; level < LEVELS; level++) {
      values[level] /= sum;
    }
    return values;
  }

  private static Schedule mean(int[] last, PropagationConfig form) {
    double[] ones = new double[(last == null ? form.hopCount() : most(last)) + 1];
    Arrays.fill(ones, 1);
    double[] factor = new double[last == null ? 0 : last.length];
    for (int node = 0; node < factor.length; node++) {
      factor[node] = 1.0 / (last[node] + 1);
    }
    if (last == null) {
      Arrays.fill(ones, 1.0 / ones.length);
    }
    return sum(ones, last, last == null ? null : factor, form);
  }

  private static Schedule power(
      HopWeights.Power power, int[] last, PropagationConfig form, boolean list) {
    double[] all = powerWeights(power.omega(), power.rho());
    double[] sums = all.clone();
    for (int level = 1; level < LEVELS; level++) {
      sums[level] += sums[level - 1];
    }
    int end = list ? form.hopCount() : 0;
    while (!list && end < LEVELS - 1 && 1 - sums[end] > TAIL) {
      end++;
    }
    Require.that(end < LEVELS, "NDM weighs at most %d hops, got %d", LEVELS - 1, end);
    double[] values = Arrays.copyOf(all, end + 1);
    double[] factor = null;
    if (power.renormalise() && last == null) {
      for (int level = 0; level <= end; level++) {
        values[level] /= sums[end];
      }
    } else if (power.renormalise()) {
      factor = new double[last.length];
      for (int node = 0; node < factor.length; node++) {
        factor[node] = 1 / sums[Math.min(last[node], end)];
      }
    }
    return list ? partialSums(values, last, factor, form) : sum(values, last, factor, form);
  }

  private static Schedule pageRank(double alpha, int[] last, PropagationConfig form) {
    int levels = alpha == 1 ? 0 : (int) Math.ceil(StrictMath.log(TAIL) / StrictMath.log1p(-alpha));
    LevelWeights values =
        last == null
            ? LevelWeights.personalisedPageRank(levels, alpha)
            : LevelWeights.truncatedPageRank(levels, alpha);
    return sum(values.values(), last, null, form);
  }

  /// States at times 0, t/K … t, by Euler steps of at most a half.
  private static Schedule heatList(HopWeights.Heat heat, int[] last, PropagationConfig form) {
    int entries = form.hopCount();
    if (entries == 0) {
      return states(0, 1, form.lazyShare(), true, last);
    }
    int needed = (int) Math.ceil(heat.time() / LONGEST_STEP);
    int inner = Math.max(1, Math.ceilDiv(Math.max(needed, heat.eulerSteps()), entries));
    double step = heat.time() / (entries * inner);
    return states(entries * inner, inner, lazy(step, form), true, last);
  }

  /// `(1 − τ)·I + τ·M`, with M lazy itself.
  private static double lazy(double step, PropagationConfig form) {
    return 1 - step * (1 - form.lazyShare());
  }

  private static Schedule states(int hops, int stride, double lazy, boolean list, int[] last) {
    return new Schedule(hops, lazy, stride, list ? hops / stride + 1 : 1, null, last, null);
  }

  private static Schedule sum(
      double[] weights, int[] last, double[] factor, PropagationConfig form) {
    int hops = Math.min(weights.length - 1, last == null ? Integer.MAX_VALUE : most(last));
    double[] used = Arrays.copyOf(weights, hops + 1);
    return new Schedule(hops, form.lazyShare(), 1, 1, used, last, factor);
  }

  private static Schedule partialSums(
      double[] weights, int[] last, double[] factor, PropagationConfig form) {
    int hops = weights.length - 1;
    return new Schedule(hops, form.lazyShare(), 1, hops + 1, weights, last, factor);
  }

  private static int most(int[] last) {
    return Arrays.stream(last).max().orElse(0);
  }

  boolean list() {
    return entries > 1;
  }

  /// Whether a node takes in the state after so many hops.
  boolean takes(int node, int hop) {
    return last == null || hop <= (long) last[node] * stride;
  }

  /// A node's row of each result as a sum over states, by result and hop.
  double[][] hopWeights(int node) {
    double[][] sums = new double[entries][hops + 1];
    for (int entry = 0; entry < entries; entry++) {
      int end = list() ? entry * stride : hops;
      for (int hop = 0; hop <= end; hop++) {
        sums[entry][hop] = weight(hop, node, end);
      }
    }
    return sums;
  }

  /// What a hop weighs in a node's row of the last result.
  double weight(int hop, int node) {
    return weight(hop, node, hops);
  }

  /// @param end the last hop that the result has seen
  private double weight(int hop, int node, int end) {
    int reached = last == null ? end : (int) Math.min(end, (long) last[node] * stride);
    if (weights == null) {
      return hop == reached ? 1 : 0;
    }
    return hop <= reached ? weights[hop] * factor(node) : 0;
  }

  double factor(int node) {
    return factor == null ? 1 : factor[node];
  }

  double largestFactor() {
    return factor == null ? 1 : Arrays.stream(factor).max().orElse(1);
  }

  /// What an error of 1 after `hop` hops can come to in a result: the weights still to come, or 1
  /// where a later state is kept itself.
  double[] reach() {
    double[] reach = new double[hops + 1];
    for (int hop = hops - 1; hop >= 0; hop--) {
      reach[hop] = weights == null ? 1 : reach[hop + 1] + weights[hop + 1];
    }
    return reach;
  }
}
