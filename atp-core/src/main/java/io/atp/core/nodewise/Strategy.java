package io.atp.core.nodewise;

import io.atp.core.nodewise.FeatureEntry.Kept;
import io.atp.core.nodewise.NodeSteps.Distance;
import io.atp.core.nodewise.NodeSteps.EdgeCount;
import java.util.List;
import java.util.Optional;

/// A published node-wise method, as what it says about the places of the unified equation.
public sealed interface Strategy {
  /// As on the command line.
  String name();

  /// One line: the equation, and where it comes from.
  String summary();

  /// The L it is about.
  default Optional<NodeSteps> steps() {
    return Optional.empty();
  }

  /// The H it is about.
  default Optional<HopWeights> weights() {
    return Optional.empty();
  }

  /// The H it has where no other strategy brings one.
  default Optional<HopWeights> spareWeights() {
    return Optional.empty();
  }

  /// The X[·] it is about.
  default Optional<FeatureEntry> entry() {
    return Optional.empty();
  }

  /// One of each, with settings that suit no graph in particular.
  static List<Strategy> all() {
    return List.of(
        new Dgc(5, 0),
        new Gdc(Diffused.HEAT, 5, 0.15, new Kept.AtLeast(1e-4)),
        new Ndls(0.03, 199, Distance.RELATIVE),
        new Ndm(1.15, 0.5, 1, true, EdgeCount.STORED_TWICE, 0, 0),
        new Scara(0.1, 0.01, 0.02, true, 3));
  }

  /// @throws IllegalArgumentException naming those there are
  static Strategy named(String name) {
    return all().stream()
        .filter(strategy -> strategy.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no node-wise strategy '%s'; there are %s"
                        .formatted(
                            name, String.join(", ", all().stream().map(Strategy::name).toList()))));
  }

  /// Heat diffusion, decoupled time and steps.
  ///
  /// @param time T
  /// @param eulerSteps 0 for the series
  record Dgc(double time, int eulerSteps) implements Strategy {
    public Dgc {
      var _ = new HopWeights.Heat(time, eulerSteps);
    }

    @Override
    public String name() {
      return "dgc";
    }

    @Override
    public String summary() {
      return "heat weights e^−T·T^l/l! for the hops; a list shows the times between 0 and T";
    }

    @Override
    public Optional<HopWeights> weights() {
      return Optional.of(new HopWeights.Heat(time, eulerSteps));
    }
  }

  /// What GDC's matrix is made of.
  enum Diffused {
    HEAT,
    PAGERANK
  }

  /// Graph diffusion as a sparse matrix.
  ///
  /// @param time of heat
  /// @param restart α of PageRank
  record Gdc(Diffused diffusion, double time, double restart, Kept kept) implements Strategy {
    public Gdc {
      var _ = new HopWeights.Heat(time, 0);
      var _ = new HopWeights.PageRank(restart);
    }

    @Override
    public String name() {
      return "gdc";
    }

    @Override
    public String summary() {
      return "heat or PageRank diffusion as a matrix, small entries cut, columns summing to 1";
    }

    @Override
    public Optional<HopWeights> weights() {
      return Optional.of(
          switch (diffusion) {
            case HEAT -> new HopWeights.Heat(time, 0);
            case PAGERANK -> new HopWeights.PageRank(restart);
          });
    }

    @Override
    public Optional<FeatureEntry> entry() {
      return Optional.of(new FeatureEntry.Diffusion(kept));
    }
  }

  /// Node-dependent local smoothing.
  record Ndls(double epsilon, int mostSteps, Distance distance) implements Strategy {
    public Ndls {
      var _ = new NodeSteps.ByDistance(epsilon, mostSteps, distance);
    }

    @Override
    public String name() {
      return "ndls";
    }

    @Override
    public String summary() {
      return "each node stops at the first hop within epsilon of the over-smoothed state";
    }

    @Override
    public Optional<NodeSteps> steps() {
      return Optional.of(new NodeSteps.ByDistance(epsilon, mostSteps, distance));
    }

    @Override
    public Optional<HopWeights> spareWeights() {
      return Optional.of(new HopWeights.Mean());
    }
  }

  /// Node-wise diffusion (NIGCN).
  ///
  /// @param renormalise as in [HopWeights.Power]; on unless said otherwise, because a short list of
  ///   partial sums is otherwise so small that a network does not learn from it
  /// @param walks ε of the sampled walks, 0 for the exact sum
  /// @param seed of the walks
  record Ndm(
      double omega,
      double rho,
      double tau,
      boolean renormalise,
      EdgeCount edges,
      double walks,
      long seed)
      implements Strategy {
    private static final double DELTA = 0.01;

    public Ndm {
      var _ = new HopWeights.Power(omega, rho, renormalise);
      var _ = new NodeSteps.ByDegree(tau, edges);
      var _ = walks == 0 ? null : new FeatureEntry.Walks(walks, DELTA, seed);
    }

    @Override
    public String name() {
      return "ndm";
    }

    @Override
    public String summary() {
      return "weights ω^l/((l!)^ρ·C), and longer walks for nodes of small degree";
    }

    @Override
    public Optional<NodeSteps> steps() {
      return Optional.of(new NodeSteps.ByDegree(tau, edges));
    }

    @Override
    public Optional<HopWeights> weights() {
      return Optional.of(new HopWeights.Power(omega, rho, renormalise));
    }

    @Override
    public Optional<FeatureEntry> entry() {
      return walks == 0
          ? Optional.empty()
          : Optional.of(new FeatureEntry.Walks(walks, DELTA, seed));
    }
  }

  /// Feature-oriented push.
  ///
  /// @param restart α of the PageRank weights, where no other strategy brings weights
  record Scara(double restart, double tolerance, double baseShare, boolean standardise, double clip)
      implements Strategy {
    public Scara {
      var _ = new HopWeights.PageRank(restart);
      var _ = new FeatureEntry.Push(tolerance, baseShare, standardise, clip);
    }

    @Override
    public String name() {
      return "scara";
    }

    @Override
    public String summary() {
      return "standardised columns pushed within a tolerance, alike ones from shared bases;"
          + " PageRank weights";
    }

    @Override
    public Optional<HopWeights> spareWeights() {
      return Optional.of(new HopWeights.PageRank(restart));
    }

    @Override
    public Optional<FeatureEntry> entry() {
      return Optional.of(new FeatureEntry.Push(tolerance, baseShare, standardise, clip));
    }
  }
}
