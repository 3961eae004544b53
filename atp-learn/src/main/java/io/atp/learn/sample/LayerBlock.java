package io.atp.learn.sample;

import io.atp.core.graph.CsrGraph;
import io.atp.core.operator.PropagationOperator;
import io.atp.learn.tensor.sparse.SparseRows;
import java.util.Arrays;

/// Some rows of M over some of its columns: what one layer of one step sees of the operator.
///
/// @param weights a row for each target, a column for each source
/// @param sources the nodes of the columns, increasing
public record LayerBlock(SparseRows weights, int[] sources) {
  /// All entries of the rows; sources are the targets and their neighbours.
  public static LayerBlock full(PropagationOperator operator, int[] targets) {
    return of(operator, targets, reach(operator.graph(), targets), _ -> 1);
  }

  /// `M_vu · f_u` for the sources given, of which a row may list none.
  ///
  /// @param sources increasing
  public static LayerBlock of(
      PropagationOperator operator, int[] targets, int[] sources, SourceFactor factor) {
    var rows = new RowsBuilder(targets.length);
    for (int target : targets) {
      forEachEntry(
          operator, target, sources, (place, entry) -> rows.add(place, entry * factor.of(place)));
      rows.endRow();
    }
    return new LayerBlock(rows.build(sources.length), sources);
  }

  /// What a column of M is multiplied by.
  @FunctionalInterface
  public interface SourceFactor {
    double of(int place);
  }

  /// Rows of A, every entry 1; sources are the targets and their neighbours.
  public static LayerBlock sums(CsrGraph graph, int[] targets) {
    int[] sources = reach(graph, targets);
    var rows = new RowsBuilder(targets.length);
    for (int target : targets) {
      for (long arc = graph.offset(target); arc < graph.offset(target + 1); arc++) {
        rows.add(Arrays.binarySearch(sources, graph.target(arc)), 1);
      }
      rows.endRow();
    }
    return new LayerBlock(rows.build(sources.length), sources);
  }

  /// The targets and their neighbours, increasing: every column in which one of the rows has an
  /// entry.
  public static int[] reach(CsrGraph graph, int[] targets) {
    long size = targets.length;
    for (int target : targets) {
      size += graph.degree(target);
    }
    int[] all = new int[Math.toIntExact(size)];
    int at = 0;
    for (int target : targets) {
      all[at++] = target;
      for (long arc = graph.offset(target); arc < graph.offset(target + 1); arc++) {
        all[at++] = graph.target(arc);
      }
    }
    return increasing(all);
  }

  /// The nodes in order, each once.
  ///
  /// @param nodes overwritten
  static int[] increasing(int[] nodes) {
    Arrays.sort(nodes);
    int kept = 0;
    for (int i = 0; i < nodes.length; i++) {
      if (i == 0 || nodes[i] != nodes[i - 1]) {
        nodes[kept++] = nodes[i];
      }
    }
    return Arrays.copyOf(nodes, kept);
  }

  /// `Σ_v M_vu²` over the targets v, for each source u.
  public static double[] squaredColumns(
      PropagationOperator operator, int[] targets, int[] sources) {
    double[] squares = new double[sources.length];
    for (int target : targets) {
      forEachEntry(operator, target, sources, (place, entry) -> squares[place] += entry * entry);
    }
    return squares;
  }

  @FunctionalInterface
  private interface EntryBody {
    void at(int place, double entry);
  }

  /// In the order of M's rows: the node itself, then its neighbours.
  private static void forEachEntry(
      PropagationOperator operator, int target, int[] sources, EntryBody body) {
    CsrGraph graph = operator.graph();
    double left = operator.left()[target];
    int own = Arrays.binarySearch(sources, target);
    if (own >= 0) {
      body.at(own, left * operator.right()[target]);
    }
    for (long arc = graph.offset(target); arc < graph.offset(target + 1); arc++) {
      int source = graph.target(arc);
      int place = Arrays.binarySearch(sources, source);
      if (place >= 0) {
        body.at(place, left * operator.right()[source]);
      }
    }
  }
}
