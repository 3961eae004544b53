package io.atp.core.nodewise;

import io.atp.core.runtime.Require;

/// X[row, col]: what of the features is followed, and how exactly.
public sealed interface FeatureEntry {
  /// All of it, as panels of columns.
  record Exact() implements FeatureEntry {}

  /// GDC: the sum of hops as an explicit matrix, made sparse, each column divided by its sum.
  ///
  /// For graphs of up to 60 000 nodes; beyond, DGC gives the same sum without a matrix.
  record Diffusion(Kept kept) implements FeatureEntry {}

  /// SCARA: column by column, following only what still matters.
  ///
  /// An entry is passed on while `weight still to come · |x/s|` is at least `tolerance` times the
  /// column's mean magnitude. Columns that resemble one of a few bases are taken apart, `x = θb +
  /// x′`, and only x′ travels.
  ///
  /// @param tolerance 0 for the exact sum
  /// @param baseShare share of the columns that serve as bases; 0 for none
  /// @param standardise columns to mean 0 and variance 1, before and after
  /// @param clip results to this many standard deviations, where standardised; 0 for no clipping
  record Push(double tolerance, double baseShare, boolean standardise, double clip)
      implements FeatureEntry {
    public Push {
      Require.that(
          tolerance >= 0 && tolerance < Double.POSITIVE_INFINITY,
          "tolerance must be finite and not negative, got %s",
          tolerance);
      Require.share("baseShare", baseShare);
      Require.that(
          clip >= 0 && clip < Double.POSITIVE_INFINITY,
          "clip must be finite and not negative, got %s",
          clip);
    }
  }

  /// NDM's sampling: row by row, `γ = ⌈8 · ln(1/(εδ)) / ε⌉ + 1` walks from each node.
  ///
  /// @param epsilon ε
  /// @param delta δ, how often an entry may be off by more than the bound that is reported
  record Walks(double epsilon, double delta, long seed) implements FeatureEntry {
    public Walks {
      Require.that(epsilon > 0 && epsilon < 1, "epsilon must lie in (0, 1), got %s", epsilon);
      Require.that(delta > 0 && delta < 1, "delta must lie in (0, 1), got %s", delta);
      Require.that(
          8 * Math.log(1 / (epsilon * delta)) / epsilon < 1e8,
          "epsilon %s asks for more than 100 million walks a node",
          epsilon);
    }

    /// γ.
    public int count() {
      return (int) Math.ceil(8 * StrictMath.log(1 / (epsilon * delta)) / epsilon) + 1;
    }
  }

  /// Which entries of a column of the diffusion stay.
  sealed interface Kept {
    /// Those of at least so much.
    record AtLeast(double weight) implements Kept {
      public AtLeast {
        Require.that(
            weight > 0 && weight < Double.POSITIVE_INFINITY,
            "the least weight kept must be positive and finite, got %s",
            weight);
      }
    }

    /// The largest of each column, so many; of equals the lower node.
    record Largest(int count) implements Kept {
      public Largest {
        Require.atLeast("entries kept", count, 1);
      }
    }
  }
}
