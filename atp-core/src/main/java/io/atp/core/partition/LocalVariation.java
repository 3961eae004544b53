package io.atp.core.partition;

import java.util.Arrays;

/// What merging a set S of nodes would change in the smooth vectors, a node merged: `‖BᵀL_S B‖_F /
/// (|S| − 1)` with `B = A_S − mean(A_S)` and `L_S = diag(2d − W_S 1) − W_S`.
///
/// Edges that leave S count twice and edges inside once: merging stretches what leaves the set
/// wherever its members differ. One instance serves one thread.
final class LocalVariation {
  private final WeightedGraph graph;
  private final double[] degrees;
  private final double[] basis;
  private final int width;
  private final int[] places;
  private double[] centred = {};
  private final double[] image;
  private final double[] energy;

  /// @param degrees weighted ones of every node
  LocalVariation(WeightedGraph graph, double[] degrees, SmoothBasis basis) {
    this.graph = graph;
    this.degrees = degrees;
    this.basis = basis.values();
    this.width = basis.width();
    this.places = new int[graph.nodeCount()];
    this.image = new double[width];
    this.energy = new double[width * width];
  }

  /// @param set its first `size` elements are different nodes, at least 2
  double of(int[] set, int size) {
    centre(set, size);
    Arrays.fill(energy, 0);
    for (int p = 0; p < size; p++) {
      int node = set[p];
      double diagonal = 2 * degrees[node];
      Arrays.fill(image, 0);
      for (int arc = graph.offsets()[node]; arc < graph.offsets()[node + 1]; arc++) {
        int place = places[graph.targets()[arc]] - 1;
        if (place >= 0) {
          double weight = graph.weights()[arc];
          diagonal -= weight;
          for (int k = 0; k < width; k++) {
            image[k] -= weight * centred[place * width + k];
          }
        }
      }
      for (int k = 0; k < width; k++) {
        image[k] += diagonal * centred[p * width + k];
      }
      for (int k = 0; k < width; k++) {
        double along = centred[p * width + k];
        for (int l = 0; l < width; l++) {
          energy[k * width + l] += along * image[l];
        }
      }
    }
    for (int p = 0; p < size; p++) {
      places[set[p]] = 0;
    }
    double squares = 0;
    for (double entry : energy) {
      squares += entry * entry;
    }
    return Math.sqrt(squares) / (size - 1);
  }

  private void centre(int[] set, int size) {
    if (centred.length < size * width) {
      centred = new double[2 * size * width];
    }
    Arrays.fill(image, 0);
    for (int p = 0; p < size; p++) {
      places[set[p]] = p + 1;
      for (int k = 0; k < width; k++) {
        image[k] += basis[set[p] * width + k] / size;
      }
    }
    for (int p = 0; p < size; p++) {
      for (int k = 0; k < width; k++) {
        centred[p * width + k] = basis[set[p] * width + k] - image[k];
      }
    }
  }
}
