package io.atp.learn.sample;

import io.atp.core.graph.CsrGraph;
import io.atp.core.runtime.StatelessHash;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;

/// The nodes of each target's [Scope], for any thread that asks.
///
/// PageRank does not change while a graph does not, so what was pushed is kept: 4 bytes a node of a
/// scope. Two threads that push from one target at once get the same.
public final class Scopes {
  /// The usual teleport probability; the walk of the original goes on with 0.85.
  private static final double RESTART = 0.15;

  private final CsrGraph graph;
  private final Scope scope;
  private final AtomicReferenceArray<int[]> kept;

  public Scopes(CsrGraph graph, Scope scope) {
    this.graph = graph;
    this.scope = scope;
    this.kept = new AtomicReferenceArray<>(scope instanceof Scope.Ppr ? graph.nodeCount() : 0);
  }

  /// The target first.
  ///
  /// @param seed of the draws, where the scope has any
  public int[] of(int target, long seed) {
    return switch (scope) {
      case Scope.Ppr ppr -> {
        int[] known = kept.get(target);
        if (known == null) {
          known = ranked(target, ppr);
          kept.set(target, known);
        }
        yield known;
      }
      case Scope.Hops hops -> reached(target, hops, seed);
    };
  }

  private int[] ranked(int target, Scope.Ppr ppr) {
    LazyPush.Scores scores = new LazyPush(graph, RESTART, ppr.precision()).from(target);
    double least = scores.scores().length < 2 ? 0 : ppr.share() * scores.scores()[1];
    int[] nodes = new int[Math.min(ppr.nodes(), scores.nodes().length + 1)];
    nodes[0] = target;
    int count = 1;
    for (int i = 0; i < scores.nodes().length && count < nodes.length; i++) {
      if (scores.nodes()[i] != target && scores.scores()[i] >= least) {
        nodes[count++] = scores.nodes()[i];
      }
    }
    return Arrays.copyOf(nodes, count);
  }

  private int[] reached(int target, Scope.Hops hops, long seed) {
    LocalIds met = new LocalIds(64);
    met.add(target);
    int from = 0;
    for (int hop = 0; hop < hops.depth(); hop++) {
      int to = met.size();
      for (int local = from; local < to; local++) {
        neighbours(met.node(local), hops.budget(), StatelessHash.of(seed, target, hop), met);
      }
      from = to;
    }
    return met.nodes();
  }

  private void neighbours(int node, int budget, long seed, LocalIds met) {
    int degree = graph.degree(node);
    long first = graph.offset(node);
    for (int k = 0; k < Math.min(degree, budget); k++) {
      int place =
          degree <= budget ? k : StatelessHash.below(StatelessHash.of(seed, node, k), degree);
      met.add(graph.target(first + place));
    }
  }
}
