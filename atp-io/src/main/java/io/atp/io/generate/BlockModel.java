package io.atp.io.generate;

import io.atp.core.runtime.StatelessHash;

/// Degree-corrected blocks in which hubs mix classes.
///
/// Node i has weight w_i (its expected degree up to a factor) and homophily h_i, which falls with
/// log² w_i. Its edges are of two kinds: kindred ones, with probability ∝ w_i·h_i · w_j·h_j inside
/// one class, and mixing ones, with probability ∝ w_i·(1−h_i) · w_j·(1−h_j) between classes. So i
/// has expected degree ∝ w_i and a share h_i of its edges stays in its class, whichever end drew
/// it. Weights follow from places (see [ClassLayout]), so the model takes no memory per node.
final class BlockModel {
  private static final System.Logger LOG = System.getLogger(BlockModel.class.getName());
  private static final int ATTEMPTS = 8;

  /// What [#edge] gives where chance offers only loops, as in a class of one node.
  static final long NONE = -1;

  private final long seed;
  private final ClassLayout layout;
  private final PlaceWeights weights;
  private final Line homophily;
  private final double kindredTotal;
  private final double mixingTotal;
  private final double kindredShare;
  private final PlaceDraw kindred;
  private final PlaceDraw mixing;

  BlockModel(GeneratorConfig config, ClassLayout layout) {
    this.seed = config.seed();
    this.layout = layout;
    this.weights = new PlaceWeights(config);
    double total = weights.sum(w -> w);
    double meanHubness = weights.sum(w -> w * weights.hubness(w)) / total;
    this.homophily = homophilyLine(config, meanHubness);
    this.kindredTotal = weights.sum(w -> w * homophilyOf(w));
    this.mixingTotal = total - kindredTotal;
    this.kindredShare = kindredTotal / total;
    this.kindred = new PlaceDraw(layout, new Kindred());
    this.mixing = new PlaceDraw(layout, new Mixing());
  }

  /// w · h. Weights fall with the place and homophily rises, which bounds the product on both
  /// sides.
  private final class Kindred implements PlaceDraw.Weight {
    @Override
    public double at(double place) {
      double w = weights.at(place);
      return w * homophilyOf(w);
    }

    @Override
    public double most(double from, double to) {
      return weights.at(from) * homophilyOf(weights.at(to - 1));
    }

    @Override
    public double least(double from, double to) {
      return weights.at(to - 1) * homophilyOf(weights.at(from));
    }
  }

  /// w · (1 − h), which falls with the place.
  private final class Mixing implements PlaceDraw.Weight {
    @Override
    public double at(double place) {
      double w = weights.at(place);
      return w * (1 - homophilyOf(w));
    }

    @Override
    public double most(double from, double to) {
      return at(from);
    }

    @Override
    public double least(double from, double to) {
      return at(to - 1);
    }
  }

  private double homophilyOf(double weight) {
    return homophily.at(weights.hubness(weight));
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

  double kindredShare() {
    return kindredShare;
  }

  /// The share of all kindred edge ends that a node at this place has.
  double kindredShareAt(double place) {
    double w = weights.at(place);
    return kindredTotal == 0 ? 0 : w * homophilyOf(w) / kindredTotal;
  }

  double mixingShareAt(double place) {
    double w = weights.at(place);
    return mixingTotal == 0 ? 0 : w * (1 - homophilyOf(w)) / mixingTotal;
  }

  /// Edge number `index`, as `smaller << 32 | larger`, or [#NONE]. Loops are redrawn.
  ///
  /// @param random a stream of the caller's, which is set anew
  long edge(long purpose, long index, HashStream random) {
    long places = places(purpose, index, random);
    return places == NONE
        ? NONE
        : pair(layout.node((int) (places >>> 32)), layout.node((int) places));
  }

  /// The edges between nodes at the first `size` pairs of [#places], in their stead.
  void edges(long[] places, int size) {
    long[] sources = new long[size];
    long[] targets = new long[size];
    for (int i = 0; i < size; i++) {
      sources[i] = places[i] >>> 32;
      targets[i] = places[i] & 0xFFFFFFFFL;
    }
    layout.nodes(sources, size);
    layout.nodes(targets, size);
    for (int i = 0; i < size; i++) {
      places[i] = pair((int) sources[i], (int) targets[i]);
    }
  }

  /// As [#edge], in places: `source << 32 | target`.
  long places(long purpose, long index, HashStream random) {
    random.from(StatelessHash.of(seed, purpose, index));
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int source;
      int target;
      if (StatelessHash.unit(random.next()) < kindredShare) {
        source = kindred.draw(random);
        target = kindred.drawInside(source % layout.classCount(), random);
      } else {
        source = mixing.draw(random);
        target = mixing.drawOutside(source % layout.classCount(), random);
      }
      if (source != target) {
        return (long) source << 32 | target;
      }
    }
    return NONE;
  }

  static long pair(int a, int b) {
    return (long) Math.min(a, b) << 32 | Math.max(a, b);
  }
}
