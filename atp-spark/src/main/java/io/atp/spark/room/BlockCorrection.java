package io.atp.spark.room;

import io.atp.core.correct.CorrectionAccount;
import io.atp.core.correct.CorrectionConfig;
import io.atp.core.correct.MaskBudget;
import io.atp.core.correct.MaskBy;
import io.atp.core.correct.MaskDraws;
import io.atp.core.correct.MaskOrder;
import io.atp.core.correct.MaskedShareSearch;
import io.atp.core.correct.NodeChoice;
import io.atp.core.runtime.Require;
import io.atp.spark.block.BlockBuilder;
import io.atp.spark.block.BlockGraph;
import io.atp.spark.block.GraphBlock;
import io.atp.spark.block.Single;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Iterator;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.storage.StorageLevel;

/// [io.atp.core.correct.HighBiasCorrection] over partitions: the same nodes are chosen and the same
/// arcs hidden, because every decision is a hash of ids.
public final class BlockCorrection {
  private BlockCorrection() {}

  /// The graph after masking, and the account of it.
  public record Corrected(BlockGraph graph, CorrectionAccount account) {}

  /// What Spark does not do is refused before anything runs.
  public static void requireSupported(CorrectionConfig config) {
    Require.that(
        config.order() == MaskOrder.RANDOM,
        "on Spark edges are masked at random: the order %s compares features, use atp correct",
        config.order());
    Require.that(
        !(config.choice() instanceof NodeChoice.SmoothingBound),
        "on Spark nodes are chosen by degree: the smoothing bound needs eigenvalues of every"
            + " component, use atp correct");
  }

  public static Corrected apply(BlockGraph graph, CorrectionConfig config) {
    requireSupported(config);
    Require.that(
        graph.symmetric() || config.by() == MaskBy.ROWS,
        "whole edges can be masked in a symmetric graph only, and this one of %d arcs is directed",
        graph.arcCount());
    JavaSparkContext spark = JavaSparkContext.fromSparkContext(graph.blocks().context());
    Rooms.enter(spark, "correct", "choosing nodes");
    MaskDraws draws = new MaskDraws(config.seed(), config.by());
    JavaRDD<boolean[]> flags = chosen(graph, config.choice(), draws);
    // The flags of ghosts as well: by whole edges the other end decides too.
    JavaRDD<boolean[]> known =
        graph
            .exchange(flags, 1, BlockCorrection::pack, BlockCorrection::unpack)
            .persist(StorageLevel.MEMORY_AND_DISK());
    double maskedShare =
        switch (config.budget()) {
          case MaskBudget.MaskedShare given -> given.share();
          case MaskBudget.RemovedShare wanted -> {
            Rooms.enter(spark, "correct", "counting scores for the wanted share");
            yield MaskedShareSearch.maskedShare(
                graph.arcCount(),
                wanted.share(),
                config.by(),
                (low, width, binWidth) -> histogram(graph, known, draws, low, width, binWidth));
          }
        };
    Rooms.enter(spark, "correct", "masking");
    JavaRDD<int[][]> rows =
        graph
            .blocks()
            .zipPartitions(
                known,
                (block, flag) -> Single.of(masked(block.next(), flag.next(), draws, maskedShare)));
    BlockGraph corrected =
        BlockBuilder.wired(rows, graph.ranges(), config.by() == MaskBy.EDGES && graph.symmetric());
    CorrectionAccount account = account(graph, corrected, known, maskedShare);
    known.unpersist(false);
    Rooms.leave(spark);
    return new Corrected(corrected, account);
  }

  private static JavaRDD<boolean[]> chosen(BlockGraph graph, NodeChoice choice, MaskDraws draws) {
    return switch (choice) {
      case NodeChoice.DegreeAtLeast(int degree) ->
          graph.blocks().map(block -> atLeast(block, degree));
      case NodeChoice.TopAndSampled(double top, double sampled) -> {
        TopNodes nodes = TopNodes.of(graph, Math.round(top * graph.nodeCount()));
        yield graph.blocks().map(block -> topAndSampled(block, nodes, draws, sampled));
      }
      case NodeChoice.SmoothingBound _ -> throw new IllegalStateException();
    };
  }

  private static boolean[] atLeast(GraphBlock block, int degree) {
    boolean[] chosen = new boolean[block.rows()];
    for (int row = 0; row < chosen.length; row++) {
      chosen[row] = block.degree(row) >= degree;
    }
    return chosen;
  }

  private static boolean[] topAndSampled(
      GraphBlock block, TopNodes top, MaskDraws draws, double sampled) {
    boolean[] chosen = new boolean[block.rows()];
    long room = top.roomAtEdge()[block.partition()];
    for (int row = 0; row < chosen.length; row++) {
      int degree = block.degree(row);
      boolean high = degree > top.edge() || degree == top.edge() && room-- > 0;
      chosen[row] = high || draws.sampled(block.from() + row, sampled);
    }
    return chosen;
  }

  private static void pack(boolean[] flags, GraphBlock block, int[] rows, ByteBuffer into) {
    for (int row : rows) {
      into.put((byte) (flags[row] ? 1 : 0));
    }
  }

  private static boolean[] unpack(GraphBlock block, boolean[] own, Iterator<BlockGraph.News> news) {
    boolean[] all = Arrays.copyOf(own, block.localCount());
    while (news.hasNext()) {
      BlockGraph.News item = news.next();
      for (int i = 0; i < item.count(); i++) {
        all[item.firstLocal() + i] = item.bytes().get() != 0;
      }
    }
    return all;
  }

  private static long[] histogram(
      BlockGraph graph,
      JavaRDD<boolean[]> known,
      MaskDraws draws,
      long low,
      long width,
      long binWidth) {
    int shift = Long.numberOfTrailingZeros(binWidth);
    return graph
        .blocks()
        .zipPartitions(
            known,
            (blocks, flags) -> {
              GraphBlock block = blocks.next();
              boolean[] chosen = flags.next();
              long[] counts = new long[(int) (width >>> shift)];
              for (int row = 0; row < block.rows(); row++) {
                for (int arc = block.offsets()[row]; arc < block.offsets()[row + 1]; arc++) {
                  MaskedShareSearch.count(
                      score(block, chosen, draws, row, arc), low, width, shift, counts);
                }
              }
              return Single.of(counts);
            })
        .treeReduce(BlockCorrection::sum);
  }

  private static long[] sum(long[] a, long[] b) {
    long[] sum = new long[a.length];
    Arrays.setAll(sum, i -> a[i] + b[i]);
    return sum;
  }

  private static double score(
      GraphBlock block, boolean[] chosen, MaskDraws draws, int row, int arc) {
    int target = block.targets()[arc];
    return draws.hidingScore(block.from() + row, chosen[row], block.node(target), chosen[target]);
  }

  /// Offsets and targets, the latter as nodes of the whole graph.
  private static int[][] masked(
      GraphBlock block, boolean[] chosen, MaskDraws draws, double maskedShare) {
    int[] offsets = new int[block.rows() + 1];
    int[] targets = new int[block.arcCount()];
    int kept = 0;
    for (int row = 0; row < block.rows(); row++) {
      for (int arc = block.offsets()[row]; arc < block.offsets()[row + 1]; arc++) {
        if (!(score(block, chosen, draws, row, arc) < maskedShare)) {
          targets[kept++] = block.node(block.targets()[arc]);
        }
      }
      offsets[row + 1] = kept;
    }
    return new int[][] {offsets, Arrays.copyOf(targets, kept)};
  }

  private static CorrectionAccount account(
      BlockGraph before, BlockGraph after, JavaRDD<boolean[]> known, double maskedShare) {
    long[] pairs =
        before
            .blocks()
            .zipPartitions(
                after.blocks(), (old, now) -> Single.of(compared(old.next(), now.next())))
            .reduce((a, b) -> new long[] {Math.max(a[0], b[0]), Math.max(a[1], b[1]), a[2] + b[2]});
    long chosen =
        before
            .blocks()
            .zipPartitions(
                known, (block, flags) -> Single.of(count(flags.next(), block.next().rows())))
            .fold(0L, Long::sum);
    return new CorrectionAccount(
        (int) chosen,
        maskedShare,
        before.arcCount(),
        before.arcCount() - after.arcCount(),
        (int) pairs[0],
        (int) pairs[1],
        (int) pairs[2],
        true);
  }

  private static long[] compared(GraphBlock old, GraphBlock now) {
    long[] facts = new long[3];
    for (int row = 0; row < old.rows(); row++) {
      facts[0] = Math.max(facts[0], old.degree(row));
      facts[1] = Math.max(facts[1], now.degree(row));
      facts[2] += old.degree(row) > 0 && now.degree(row) == 0 ? 1 : 0;
    }
    return facts;
  }

  private static long count(boolean[] flags, int rows) {
    long count = 0;
    for (int row = 0; row < rows; row++) {
      count += flags[row] ? 1 : 0;
    }
    return count;
  }
}
