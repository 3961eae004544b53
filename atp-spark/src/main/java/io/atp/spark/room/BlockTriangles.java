package io.atp.spark.room;

import io.atp.spark.block.BlockGraph;
import io.atp.spark.block.GraphBlock;
import io.atp.spark.block.Single;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import org.apache.spark.api.java.JavaRDD;

/// [io.atp.core.encode.Triangles] over partitions.
///
/// *Symmetric graph.* Edges point from the node of lower degree to that of higher; each partition
/// hears the upward lists of its ghosts, each once, closes the wedges that start in its own rows,
/// and returns to the ghosts' owners what they are credited with. *Directed graph*: whole rows of
/// ghosts, and nothing to return. Counts are integers: any order of additions gives the same.
final class BlockTriangles {
  private BlockTriangles() {}

  static JavaRDD<long[]> count(BlockGraph graph) {
    return graph.symmetric() ? undirected(graph) : directed(graph);
  }

  private static JavaRDD<long[]> undirected(BlockGraph graph) {
    JavaRDD<int[]> degrees =
        graph.exchange(
            graph.blocks().map(BlockTriangles::degrees),
            Integer.BYTES,
            (own, _, rows, into) -> {
              for (int row : rows) {
                into.putInt(own[row]);
              }
            },
            BlockTriangles::allDegrees);
    JavaRDD<RowLists> upward =
        graph
            .blocks()
            .zipPartitions(
                degrees, (block, d) -> Single.of(RowLists.upward(block.next(), d.next())));
    return graph.reply(withGhosts(graph, upward, RowLists::triangles));
  }

  private static JavaRDD<long[]> directed(BlockGraph graph) {
    return withGhosts(graph, graph.blocks().map(RowLists::of), RowLists::closedPairs);
  }

  @FunctionalInterface
  private interface Count extends Serializable {
    long[] of(RowLists lists, GraphBlock block);
  }

  private static JavaRDD<long[]> withGhosts(
      BlockGraph graph, JavaRDD<RowLists> lists, Count count) {
    return graph.exchange(
        lists,
        (own, _, rows) -> own.bytes(rows),
        (own, block, rows, into) -> own.pack(block, rows, into),
        (block, own, news) -> count.of(own.withGhosts(block, news), block));
  }

  private static int[] degrees(GraphBlock block) {
    int[] degrees = new int[block.rows()];
    Arrays.setAll(degrees, block::degree);
    return degrees;
  }

  private static int[] allDegrees(GraphBlock block, int[] own, Iterator<BlockGraph.News> news) {
    int[] all = Arrays.copyOf(own, block.localCount());
    while (news.hasNext()) {
      BlockGraph.News item = news.next();
      item.bytes().asIntBuffer().get(all, item.firstLocal(), item.count());
    }
    return all;
  }
}
