package io.atp.spark.vector;

import io.atp.core.runtime.Workspace;
import io.atp.core.spectral.AdjacencyProduct;
import io.atp.spark.block.BlockGraph;
import io.atp.spark.block.GraphBlock;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.storage.StorageLevel;

/// A few numbers a node, dealt like the graph: column c of a partition has an entry for each of its
/// rows.
///
/// Changes are noted and made when the next sum asks for them. Each makes new arrays, so a task
/// that runs twice gives the same result. The chain of changes is cut every so often by a
/// checkpoint: on disk where the Spark context has a folder for it, else in the executors' own
/// storage.
public final class NodeVectors {
  private static final int CHANGES_PER_CHECKPOINT = 24;

  private final BlockGraph graph;
  private final List<JavaRDD<double[][]>> stale = new ArrayList<>();
  private JavaRDD<double[][]> columns;
  private int changes;

  /// Fills the columns of one partition.
  @FunctionalInterface
  public interface Start extends Serializable {
    void fill(GraphBlock block, double[][] columns);
  }

  /// Changes columns of one partition. An array that is not replaced must not be written to.
  @FunctionalInterface
  public interface Change extends Serializable {
    void make(double[][] columns);
  }

  /// The terms of some sums over all nodes.
  @FunctionalInterface
  public interface Terms extends Serializable {
    void add(double[][] columns, ExactSum[] into);
  }

  /// One term a node.
  @FunctionalInterface
  public interface Term extends Serializable {
    double of(double[][] columns, int row);
  }

  private NodeVectors(BlockGraph graph, JavaRDD<double[][]> columns) {
    this.graph = graph;
    this.columns = columns.persist(StorageLevel.MEMORY_AND_DISK());
  }

  /// @param count columns; all zero but for what `start` puts in them
  public static NodeVectors of(BlockGraph graph, int count, Start start) {
    return new NodeVectors(
        graph,
        graph
            .blocks()
            .map(
                block -> {
                  double[][] columns = new double[count][block.rows()];
                  start.fill(block, columns);
                  return columns;
                }));
  }

  public void change(Change change) {
    replace(
        columns.map(
            old -> {
              double[][] next = old.clone();
              change.make(next);
              return next;
            }));
  }

  /// `column[into] = A · column[from]`: each row adds what it listens to, in the order and in the
  /// strands of [AdjacencyProduct].
  public void multiply(int from, int into) {
    replace(product(graph, columns, from, into));
  }

  /// The same along the arcs of another graph over the same ranges.
  public void multiply(BlockGraph other, int from, int into) {
    replace(product(other, columns, from, into));
  }

  private static JavaRDD<double[][]> product(
      BlockGraph graph, JavaRDD<double[][]> columns, int from, int into) {
    return graph.exchange(
        columns,
        Double.BYTES,
        (state, _, rows, bytes) -> {
          for (int row : rows) {
            bytes.putDouble(state[from][row]);
          }
        },
        (block, state, news) -> {
          double[][] next = state.clone();
          next[into] = product(block, state[from], news);
          return next;
        });
  }

  private static double[] product(GraphBlock block, double[] own, Iterator<BlockGraph.News> news) {
    double[] x = Arrays.copyOf(own, block.localCount());
    while (news.hasNext()) {
      BlockGraph.News item = news.next();
      item.bytes().asDoubleBuffer().get(x, item.firstLocal(), item.count());
    }
    double[] y = new double[block.rows()];
    try (Workspace work = Workspace.open(1)) {
      new AdjacencyProduct(block.localGraph(false, work), work.workers()).apply(x, y);
    }
    return y;
  }

  /// Sums over all nodes, the same bits for any partitions.
  public double[] sums(int count, Terms terms) {
    List<ExactSum> sums = settle(terms, count);
    return sums.stream().mapToDouble(ExactSum::value).toArray();
  }

  public double sum(Term term) {
    return sums(
        1,
        (state, into) -> {
          for (int row = 0; row < state[0].length; row++) {
            into[0].add(term.of(state, row));
          }
        })[0];
  }

  public double max(Term term) {
    double max =
        columns
            .map(
                state ->
                    IntStream.range(0, state[0].length)
                        .mapToDouble(row -> term.of(state, row))
                        .max()
                        .orElse(Double.NEGATIVE_INFINITY))
            .reduce(Math::max);
    releaseStale();
    return max;
  }

  private List<ExactSum> settle(Terms terms, int count) {
    ExactSum[] total =
        columns
            .map(
                state -> {
                  ExactSum[] own = fresh(count);
                  terms.add(state, own);
                  return own;
                })
            .treeReduce(NodeVectors::added);
    releaseStale();
    return List.of(total);
  }

  private static ExactSum[] fresh(int count) {
    ExactSum[] sums = new ExactSum[count];
    Arrays.setAll(sums, _ -> new ExactSum());
    return sums;
  }

  private static ExactSum[] added(ExactSum[] a, ExactSum[] b) {
    ExactSum[] sums = fresh(a.length);
    Arrays.setAll(sums, i -> sums[i].add(a[i]).add(b[i]));
    return sums;
  }

  private void replace(JavaRDD<double[][]> next) {
    stale.add(columns);
    columns = next.persist(StorageLevel.MEMORY_AND_DISK());
    if (++changes % CHANGES_PER_CHECKPOINT == 0) {
      if (columns.context().getCheckpointDir().isDefined()) {
        columns.checkpoint();
      } else {
        columns.rdd().localCheckpoint();
      }
    }
  }

  /// What came before the columns is not needed once these are there.
  private void releaseStale() {
    stale.forEach(old -> old.unpersist(false));
    stale.clear();
  }

  /// One column, computed where it is used; [#release] only after that.
  public JavaRDD<double[]> column(int index) {
    return columns.map(state -> state[index]);
  }

  /// A column of its own life, present when this returns.
  public JavaRDD<double[]> kept(int index) {
    JavaRDD<double[]> own = column(index).persist(StorageLevel.MEMORY_AND_DISK());
    own.count();
    release();
    return own;
  }

  public void release() {
    releaseStale();
    columns.unpersist(false);
  }
}
