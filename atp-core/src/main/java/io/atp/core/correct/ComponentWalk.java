package io.atp.core.correct;

import io.atp.core.graph.CsrGraph;
import io.atp.core.runtime.Workers;

/// S = D̂^−½ÂD̂^−½ on the nodes of one component: `(Sx)_i = d̂_i^−½ · (z_i + Σ_{j ∈ row i} z_j)`
/// with `z = D̂^−½ x`.
///
/// Vectors are indexed within the component, rows are those of the whole graph: z lies in arrays
/// over all nodes, of which a component touches its own part only. So no component is ever copied,
/// and several may be at work at once.
final class ComponentWalk {
  private static final int RANGE = 1 << 12;

  /// What the walks on the components of one graph share.
  static final class Team {
    private final CsrGraph graph;
    private final int[] nodes;
    private final double[] scaled;
    private final double[] between;

    /// `nodes` lists the nodes of each component side by side.
    Team(CsrGraph graph, int[] nodes) {
      this.graph = graph;
      this.nodes = nodes;
      this.scaled = new double[nodes.length];
      this.between = new double[nodes.length];
    }

    ComponentWalk walk(int start, int size, Workers workers) {
      return new ComponentWalk(this, start, size, workers);
    }
  }

  private final Team team;
  private final int start;
  private final int size;
  private final Workers workers;

  private ComponentWalk(Team team, int start, int size, Workers workers) {
    this.team = team;
    this.start = start;
    this.size = size;
    this.workers = workers;
  }

  int size() {
    return size;
  }

  /// √d̂, the eigenvector of S for the eigenvalue 1.
  double[] leadingVector() {
    double[] vector = new double[size];
    for (int i = 0; i < size; i++) {
      vector[i] = Math.sqrt(team.graph.selfLoopedDegree(team.nodes[start + i]));
    }
    return vector;
  }

  /// `out = S · S · in`.
  void applyTwice(double[] in, double[] out) {
    workers.forEachRange(
        size,
        RANGE,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            int node = team.nodes[start + i];
            team.scaled[node] = in[i] / Math.sqrt(team.graph.selfLoopedDegree(node));
          }
        });
    workers.forEachRange(
        size,
        RANGE,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            int node = team.nodes[start + i];
            team.between[node] = sum(node, team.scaled) / team.graph.selfLoopedDegree(node);
          }
        });
    workers.forEachRange(
        size,
        RANGE,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            int node = team.nodes[start + i];
            out[i] = sum(node, team.between) / Math.sqrt(team.graph.selfLoopedDegree(node));
          }
        });
  }

  /// The node's own value and those of its neighbours: a row of Â.
  private double sum(int node, double[] values) {
    double sum = values[node];
    for (long arc = team.graph.offset(node), end = team.graph.offset(node + 1); arc < end; arc++) {
      sum += values[team.graph.target(arc)];
    }
    return sum;
  }
}
