package io.atp.learn.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.encode.NodeCoefficients;
import io.atp.core.feature.SparseFeatures;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.operator.TestVectors;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.Labels;
import io.atp.learn.tensor.Matrix;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/// The five-node graph of the spec as a problem, and how its six decimals are compared.
final class SmallGraph {
  static final int[] ALL = {0, 1, 2, 3, 4};

  private SmallGraph() {}

  /// M = S.
  static Problem symmetric(Workspace work) {
    return problem(work, NodeCoefficients.constant(5, 0.5));
  }

  /// M = P̃ with the coefficients of the spec.
  static Problem nodeWise(Workspace work) {
    return problem(work, TestVectors.R);
  }

  /// M = S of another graph of five nodes.
  static Problem symmetric(Workspace work, CsrGraph graph) {
    return problem(work, graph, NodeCoefficients.constant(5, 0.5));
  }

  private static Problem problem(Workspace work, NodeCoefficients r) {
    return problem(work, NamedGraphs.g5(work), r);
  }

  private static Problem problem(Workspace work, CsrGraph graph, NodeCoefficients r) {
    return new Problem(
        PropagationOperator.of(graph, r),
        r,
        TestVectors.features(work, TestVectors.X),
        new Labels(2, new int[] {0, Labels.UNLABELLED, Labels.UNLABELLED, Labels.UNLABELLED, 1}));
  }

  /// The same numbers with zeros left out.
  static SparseFeatures sparse(Workspace work, double[][] rows) {
    int width = rows[0].length;
    long entries = Arrays.stream(rows).flatMapToDouble(Arrays::stream).filter(x -> x != 0).count();
    MemorySegment offsets = work.allocateLongs(rows.length + 1L);
    MemorySegment columns = work.allocateInts(entries);
    MemorySegment values = work.allocateFloats(entries);
    long next = 0;
    for (int i = 0; i < rows.length; i++) {
      for (int c = 0; c < width; c++) {
        if (rows[i][c] != 0) {
          columns.setAtIndex(ValueLayout.JAVA_INT, next, c);
          values.setAtIndex(ValueLayout.JAVA_FLOAT, next++, (float) rows[i][c]);
        }
      }
      offsets.setAtIndex(ValueLayout.JAVA_LONG, i + 1L, next);
    }
    return new SparseFeatures(rows.length, width, offsets, columns, values);
  }

  static void assertRows(Matrix actual, double[][] expected) {
    assertThat(actual.rows()).isEqualTo(expected.length);
    for (int i = 0; i < expected.length; i++) {
      assertRow(actual.row(i), expected[i]);
    }
  }

  static void assertRow(float[] actual, double... expected) {
    assertThat(actual).hasSize(expected.length);
    for (int j = 0; j < expected.length; j++) {
      assertThat((double) actual[j]).as("column %d", j).isCloseTo(expected[j], within(2e-6));
    }
  }
}
