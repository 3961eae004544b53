package io.atp.core.encode;

import io.atp.core.runtime.Require;

/// How much each encoding counts in r̃, how they are scaled to each other, and how precisely they
/// are computed.
///
/// @param weights weight of each encoding; one with weight 0 need not be computed for r̃
/// @param profile how the encodings are brought together
/// @param coefficientScale C: r̃ lies in [0, C] in the scaled profile
/// @param clustering exact triangles, or a sample with a stated error
/// @param stop when the eigenvector and PageRank iterations end
/// @param tolerance relative residual at which iterations stop
/// @param maxIterations where they stop at the latest, with a warning that is recorded
public record EncodingConfig(
    Weights weights,
    Profile profile,
    double coefficientScale,
    ClusteringMethod clustering,
    Stop stop,
    double tolerance,
    int maxIterations) {

  /// a, b, c of the published code, and the two substitutes the paper tries.
  public record Weights(
      double degree, double clustering, double eigenvector, double pageRank, double katz) {
    public Weights {
      Require.finite("degreeWeight", degree);
      Require.finite("clusteringWeight", clustering);
      Require.finite("eigenvectorWeight", eigenvector);
      Require.finite("pageRankWeight", pageRank);
      Require.finite("katzWeight", katz);
    }

    public double of(Encoding encoding) {
      return switch (encoding) {
        case DEGREE -> degree;
        case CLUSTERING -> clustering;
        case EIGENVECTOR -> eigenvector;
        case PAGERANK -> pageRank;
        case KATZ -> katz;
      };
    }

    public static Weights equal() {
      return new Weights(1, 1, 1, 0, 0);
    }
  }

  /// The paper's text and its published code combine the encodings differently.
  public enum Profile {
    /// R̃ = C · (R_dg + R_ev + R_cu), clipped to [0, 1], as printed.
    PAPER,
    /// Each encoding clipped at its top 5 % and min–max scaled, weighted, the sum min–max scaled to
    /// [0, 1].
    AUTHORS_CODE,
    /// As the authors' code, then multiplied by C.
    SCALED
  }

  /// When an iteration ends.
  public enum Stop {
    /// When the residual is below the tolerance.
    CONVERGED,
    /// Where NetworkX ends, long before: the vectors the published code was run with.
    NETWORKX
  }

  /// How triangles are counted.
  public sealed interface ClusteringMethod {
    record Exact() implements ClusteringMethod {}

    /// Each node's coefficient within `error` with probability `confidence`, from sampled pairs of
    /// its neighbours.
    record Sampled(double error, double confidence, long seed) implements ClusteringMethod {
      public Sampled {
        Require.within("error", error, 1e-4, 1);
        Require.within("confidence", confidence, 0.5, 1 - 1e-9);
      }
    }
  }

  public EncodingConfig {
    Require.share("coefficientScale", coefficientScale);
    Require.within("tolerance", tolerance, 1e-15, 1);
    Require.atLeast("maxIterations", maxIterations, 1);
  }

  /// Degree, clustering and eigenvector alike, scaled to [0, ½]: the mild end of what the paper
  /// searches. Choose by validation accuracy where labels exist.
  public static EncodingConfig defaults() {
    return new EncodingConfig(
        Weights.equal(),
        Profile.SCALED,
        0.5,
        new ClusteringMethod.Exact(),
        Stop.CONVERGED,
        1e-10,
        1000);
  }
}
