package io.atp.oracle;

import static io.atp.oracle.Numbers.uniform;

import ai.djl.ndarray.NDArray;
import io.atp.core.encode.NodeCoefficients;
import io.atp.core.feature.DenseFeatures;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.Labels;
import io.atp.learn.model.Problem;
import io.atp.learn.model.Targets;
import io.atp.learn.tensor.Matrix;
import java.util.Arrays;
import java.util.stream.IntStream;

/// A graph of a few nodes with coefficients of every size between 0 and 1, once as a backbone gets
/// it and once as plain arrays.
record DenseProblem(Workspace work, CsrGraph graph, NodeCoefficients r) implements AutoCloseable {
  static final int NODES = 24;
  static final int WIDTH = 6;
  static final int CLASSES = 3;
  private static final float[][] X = uniform(NODES, WIDTH, 1);
  private static final int[] LABELS = Numbers.below(CLASSES, NODES, 2);

  static DenseProblem open() {
    Workspace work = Workspace.open(2);
    double[] r = IntStream.range(0, NODES).mapToDouble(node -> node % 7 / 6.0).toArray();
    return new DenseProblem(work, NamedGraphs.skewed(work, NODES, 60, 5), new NodeCoefficients(r));
  }

  Problem problem() {
    var features = new DenseFeatures(NODES, WIDTH, Matrix.of(X, work.arena()).data());
    return new Problem(PropagationOperator.of(graph, r), r, features, labels());
  }

  Targets targets() {
    return new Targets.OneClass(labels());
  }

  private static Labels labels() {
    return new Labels(CLASSES, LABELS);
  }

  float[][] x() {
    return X;
  }

  int label(int node) {
    return LABELS[node];
  }

  /// `d̂_i^(r_i−1) · d̂_j^(−r_j)` where i is j or joined to it.
  double[][] operator() {
    boolean[][] joined = new boolean[NODES][NODES];
    for (int i = 0; i < NODES; i++) {
      for (int j = 0; j < NODES; j++) {
        joined[i][j] = graph.hasArc(i, j);
      }
    }
    return operator(joined, r.values());
  }

  /// The same of any graph; i is taken to be joined to itself.
  static double[][] operator(boolean[][] joined, double[] r) {
    int n = joined.length;
    double[] degree = new double[n];
    for (int i = 0; i < n; i++) {
      joined[i][i] = true;
      for (int j = 0; j < n; j++) {
        degree[i] += joined[i][j] ? 1 : 0;
      }
    }
    double[][] rows = new double[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        rows[i][j] = joined[i][j] ? Math.pow(degree[i], r[i] - 1) * Math.pow(degree[j], -r[j]) : 0;
      }
    }
    return rows;
  }

  static float[][] floats(double[][] rows) {
    float[][] all = new float[rows.length][rows[0].length];
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < all[i].length; j++) {
        all[i][j] = (float) rows[i][j];
      }
    }
    return all;
  }

  /// The mean over the nodes, to which the rows of the logits belong.
  NDArray crossEntropy(NDArray logits, int[] nodes) {
    int[] classes = Arrays.stream(nodes).map(this::label).toArray();
    return TorchOps.crossEntropy(logits, classes).reshape(1, 1);
  }

  @Override
  public void close() {
    work.close();
  }
}
