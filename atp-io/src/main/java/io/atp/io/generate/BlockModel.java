package io.atp.io.generate;

import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workers;

/// Degree-corrected blocks in which hubs mix classes.
///
/// Node i has weight w_i (its expected degree up to a factor) and homophily h_i, which falls with
/// log² w_i. Its edges are of two kinds: kindred ones, with probability ∝ w_i·h_i · w_j·h_j inside
/// one class, and mixing ones, with probability ∝ w_i·(1−h_i) · w_j·(1−h_j) between classes. So i
/// has expected degree ∝ w_i and a share h_i of its edges stays in its class, whichever end drew
/// it.
final class BlockModel {
  private static final System.Logger LOG = System.getLogger(BlockModel.class.getName());
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;
  private static final int ATTEMPTS = 8;

  /// What [#edge] gives where chance offers only loops, as in a class of one node.
  static final long NONE = -1;

  private final long seed;
  private final ClassLayout layout;
  private final WeightedNodes kindred;
  private final WeightedNodes mixing;
  private final double kindredShare;

  BlockModel(GeneratorConfig config, ClassLayout layout, Workers workers) {
    this.seed = config.seed();
    this.layout = layout;
    double cap = DegreeWeights.cap(config);
    double[] weights = DegreeWeights.of(config, cap, workers);
    double[] hubness = new double[weights.length];
    double logCap = Math.max(StrictMath.log(cap), Double.MIN_NORMAL);
    workers.forEachRange(
        weights.length,
        1 << 14,
        (from, to) -> {
          for (int node = from; node < to; node++) {
            double logShare = StrictMath.log(weights[node]) / logCap;
            hubness[node] = logShare * logShare;
          }
        });
    double total = workers.sum(weights.length, (from, to) -> sum(weights, null, from, to));
    double weightedHubness =
        workers.sum(weights.length, (from, to) -> sum(weights, hubness, from, to)) / total;
    Line homophily = homophilyLine(config, weightedHubness);
    double[] kindredWeights = new double[weights.length];
    for (int node = 0; node < weights.length; node++) {
      kindredWeights[node] = weights[node] * homophily.at(hubness[node]);
      weights[node] -= kindredWeights[node];
    }
    kindred = new WeightedNodes(layout, kindredWeights);
    mixing = new WeightedNodes(layout, weights);
    kindredShare = kindred.total() / (kindred.total() + mixing.total());
  }

  /// h = atLeaf + (atHub − atLeaf) · hubness, with hubness = (log w / log w_max)² in [0, 1].
  private record Line(double atLeaf, double atHub) {
    double at(double hubness) {
      return Math.clamp(atLeaf + (atHub - atLeaf) * hubness, 0, 1);
    }
  }

  /// The line whose mean over edges is the homophily asked for and whose end is the hubs'. Where
  /// leaves would need more than 1, hubs keep more homophily than was asked, and the log says so.
  private static Line homophilyLine(GeneratorConfig config, double meanHubness) {
    if (config.classCount() == 1) {
      return new Line(1, 1);
    }
    double all = config.homophily();
    double atHub = config.hubHomophily();
    double atLeaf = meanHubness < 1 ? (all - atHub * meanHubness) / (1 - meanHubness) : all;
    if (atLeaf <= 1) {
      return new Line(atLeaf, atHub);
    }
    double raised = (all - (1 - meanHubness)) / meanHubness;
    LOG.log(
        System.Logger.Level.INFO,
        "generator: homophily {0} over all edges leaves hubs at {1}, above the {2} asked for",
        all,
        raised,
        atHub);
    return new Line(1, raised);
  }

  private static double sum(double[] weights, double[] factors, int from, int to) {
    double sum = 0;
    for (int node = from; node < to; node++) {
      sum += factors == null ? weights[node] : weights[node] * factors[node];
    }
    return sum;
  }

  /// Edge number `index`, as `smaller << 32 | larger`, or [#NONE]. Loops are redrawn.
  long edge(long purpose, long index) {
    long hash = StatelessHash.of(seed, purpose, index);
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int source;
      int target;
      double first = StatelessHash.unit(StatelessHash.mix(hash + GOLDEN));
      double second = StatelessHash.unit(StatelessHash.mix(hash + 2 * GOLDEN));
      if (StatelessHash.unit(hash) < kindredShare) {
        source = kindred.draw(first);
        target = kindred.drawInside(layout.classOf(source), second);
      } else {
        source = mixing.draw(first);
        target = mixing.drawOutside(layout.classOf(source), second);
      }
      if (source != target) {
        return pair(source, target);
      }
      hash = StatelessHash.mix(hash + 3 * GOLDEN);
    }
    return NONE;
  }

  static long pair(int a, int b) {
    return (long) Math.min(a, b) << 32 | Math.max(a, b);
  }
}
