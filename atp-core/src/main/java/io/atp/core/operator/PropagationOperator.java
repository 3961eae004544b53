package io.atp.core.operator;

import io.atp.core.encode.NodeCoefficients;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.Transpose;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workspace;

/// `P̃ = D̂^(R̃−1) Â D̂^(−R̃)`, kept as `diag(left) · (A + I) · diag(right)`.
///
/// Entry (i, j) is `d̂_i^(r̃_i−1) · d̂_j^(−r̃_j)` on arcs and on the diagonal, with d̂ the row sums
/// of Â = A + I. Two vectors of n numbers and the 0/1 topology replace a value per edge, which
/// halves the bytes a product must move. The self-loop is part of the operator and not of the
/// graph.
///
/// P̃ is a rescaled random walk: `P̃ = diag(s) · D̂⁻¹Â · diag(s)⁻¹` with `s_i = d̂_i^(r̃_i)`. So
/// its spectral radius is 1 for every R̃, but it is symmetric only where `d̂_i^(2r̃_i−1)` is
/// constant on each component.
public final class PropagationOperator {
  /// Nodes of a smaller degree, with self-loop, often have the factors of an earlier one: two
  /// powers take longer than a walk spends on a node of few neighbours.
  private static final int SMALL_DEGREES = 1 << 10;

  private final CsrGraph graph;
  private final double[] left;
  private final double[] right;

  private PropagationOperator(CsrGraph graph, double[] left, double[] right) {
    this.graph = graph;
    this.left = left;
    this.right = right;
  }

  public static PropagationOperator of(CsrGraph graph, NodeCoefficients coefficients) {
    int nodeCount = graph.nodeCount();
    Require.that(
        coefficients.nodeCount() == nodeCount,
        "%d coefficients were given for a graph of %d nodes",
        coefficients.nodeCount(),
        nodeCount);
    double[] left = new double[nodeCount];
    double[] right = new double[nodeCount];
    int[] last = new int[SMALL_DEGREES]; // the last node of each small degree, from 1
    for (int node = 0; node < nodeCount; node++) {
      long degree = graph.selfLoopedDegree(node);
      double r = coefficients.of(node);
      int like = degree < SMALL_DEGREES ? last[(int) degree] - 1 : -1;
      if (like >= 0 && coefficients.of(like) == r) {
        left[node] = left[like];
        right[node] = right[like];
      } else {
        left[node] = leftFactor(degree, r);
        right[node] = rightFactor(degree, r);
      }
      if (degree < SMALL_DEGREES) {
        last[(int) degree] = node + 1;
      }
    }
    return new PropagationOperator(graph, left, right);
  }

  /// ℓ = d̂^(r̃−1).
  public static double leftFactor(long selfLoopedDegree, double coefficient) {
    return StrictMath.pow(selfLoopedDegree, coefficient - 1);
  }

  /// ρ = d̂^(−r̃).
  public static double rightFactor(long selfLoopedDegree, double coefficient) {
    return StrictMath.pow(selfLoopedDegree, -coefficient);
  }

  /// The classic operators: r = 0 averages neighbours, ½ is symmetric, 1 divides each message among
  /// its receivers.
  public static PropagationOperator classic(CsrGraph graph, double kernelCoefficient) {
    return of(graph, NodeCoefficients.constant(graph.nodeCount(), kernelCoefficient));
  }

  /// P̃ᵀ: the factors change places on the reversed topology. Gradients flow through this one.
  public PropagationOperator transpose(Workspace work) {
    return new PropagationOperator(Transpose.of(graph, work), right, left);
  }

  /// The topology, without self-loops.
  public CsrGraph graph() {
    return graph;
  }

  public int nodeCount() {
    return graph.nodeCount();
  }

  /// ℓ_i = d̂_i^(r̃_i−1), the factor of row i. Read only.
  public double[] left() {
    return left;
  }

  /// ρ_j = d̂_j^(−r̃_j), the factor of column j. Read only.
  public double[] right() {
    return right;
  }

  /// P̃_ij, by binary search in row i.
  public double entry(int i, int j) {
    return i == j || graph.hasArc(i, j) ? left[i] * right[j] : 0;
  }
}
