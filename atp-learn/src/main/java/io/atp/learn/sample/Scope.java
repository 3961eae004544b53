package io.atp.learn.sample;

import io.atp.core.runtime.Require;

/// Which nodes around a target ShaDow looks at.
public sealed interface Scope {
  /// The nodes that personalised PageRank from the target ranks first: at most `nodes` of them, the
  /// target among them, without those below `share` of the second score.
  ///
  /// @param precision ε of the push: what is left at a node is at most ε times its degree
  record Ppr(int nodes, double precision, double share) implements Scope {
    public Ppr {
      Require.atLeast("nodes", nodes, 1);
      Require.that(precision > 0, "the precision of a push must be above 0, got %s", precision);
      Require.share("share", share);
    }
  }

  /// All that can be reached in `depth` hops by way of at most `budget` neighbours of each node,
  /// drawn with replacement, anew in each epoch.
  record Hops(int depth, int budget) implements Scope {
    public Hops {
      Require.atLeast("depth", depth, 0);
      Require.atLeast("budget", budget, 1);
    }
  }

  /// The most nodes one target can have.
  default int largest() {
    return switch (this) {
      case Ppr ppr -> ppr.nodes();
      case Hops(int depth, int budget) -> {
        double size = 1;
        for (int hop = 0; hop < depth; hop++) {
          size = 1 + budget * size;
        }
        yield (int) Math.min(Integer.MAX_VALUE, size);
      }
    };
  }
}
