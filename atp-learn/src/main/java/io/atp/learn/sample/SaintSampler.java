package io.atp.learn.sample;

import io.atp.core.runtime.Require;

/// How GraphSAINT chooses the nodes of a subgraph; each is kept once, with all arcs between them.
public sealed interface SaintSampler {
  /// `budget` draws with replacement, each node as often as others listen to it. The article has
  /// P(v) ∝ ‖A_:v‖² instead; its code has degrees, as here.
  record Node(int budget) implements SaintSampler {
    public Node {
      Require.atLeast("budget", budget, 1);
    }
  }

  /// Both ends of `budget` edges, drawn with replacement and P(u, v) ∝ 1/d_u + 1/d_v. The article
  /// keeps each edge or not by a draw of its own; its code has a fixed number, as here.
  record Edge(int budget) implements SaintSampler {
    public Edge {
      Require.atLeast("budget", budget, 1);
    }
  }

  /// All that walks of `depth` steps visit, from `roots` training nodes drawn with replacement. A
  /// walk ends where there is no neighbour.
  record Walk(int roots, int depth) implements SaintSampler {
    public Walk {
      Require.atLeast("roots", roots, 1);
      Require.atLeast("depth", depth, 0);
    }
  }

  /// Walks that take turns: of `frontier` training nodes one is chosen by degree, gives its place
  /// to a neighbour, and so on until `budget` nodes have been visited.
  record Frontier(int budget, int frontier) implements SaintSampler {
    public Frontier {
      Require.atLeast("frontier", frontier, 1);
      Require.that(
          budget >= frontier,
          "a frontier of %d nodes does not fit a budget of %d",
          frontier,
          budget);
    }
  }

  /// Nodes a subgraph would have if none were met twice.
  default long nodeBudget() {
    return switch (this) {
      case Node(int budget) -> budget;
      case Edge(int budget) -> 2L * budget;
      case Walk(int roots, int depth) -> (long) roots * Math.max(1, depth);
      case Frontier(int budget, int _) -> budget;
    };
  }
}
