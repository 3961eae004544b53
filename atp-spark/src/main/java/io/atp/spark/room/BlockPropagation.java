package io.atp.spark.room;

import io.atp.core.propagate.HopCombiner;
import io.atp.core.propagate.PropagationConfig;
import io.atp.spark.block.BlockGraph;
import io.atp.spark.block.Single;
import io.atp.spark.table.NodeBlock;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.storage.StorageLevel;

/// [io.atp.core.propagate.Propagator] over partitions: the same walk `Y ← D̂⁻¹(A+I) Y` on `Y =
/// diag(right) X`, the same kernel on each partition's rows.
///
/// A hop ships the row of each ghost once, as `4 · columns` bytes, and nothing else.
public final class BlockPropagation {
  private static final System.Logger LOG = System.getLogger(BlockPropagation.class.getName());

  /// Columns of the widest panel any kernel takes.
  private static final int PANEL_COLUMNS = 64;

  private static final long LEAST_COLUMNS = PANEL_COLUMNS / 4;
  private static final long MOST_FLOATS = 1L << 28;

  private BlockPropagation() {}

  /// Some columns of the walk at one hop, row after row.
  ///
  /// @param now Y after this hop
  /// @param sum `Σ w_k Y⁽ᵏ⁾` so far, or null where hops are not summed
  /// @param start Y before the first hop, or null where the walk does not restart
  record Walk(float[] now, float[] sum, float[] start) implements Serializable {}

  /// The results of some columns, one state for each output.
  ///
  /// @param outputs hops 0 … K as walks, or only the last; hop 0 is the features themselves
  public record Columns(int from, int count, List<JavaRDD<Walk>> outputs) {}

  /// All columns, in as many blocks as the memory of a task asks for.
  ///
  /// @param factors left and right of every row
  /// @param taskBytes what one task may hold
  public static List<Columns> run(
      BlockGraph graph,
      JavaRDD<NodeBlock> nodes,
      JavaRDD<OperatorFactors> factors,
      PropagationConfig config,
      int width,
      long taskBytes) {
    int block = columnsAtOnce(graph, config, width, taskBytes);
    List<Columns> all = new ArrayList<>();
    for (int from = 0; from < width; from += block) {
      all.add(run(graph, nodes, factors, config, from, Math.min(block, width - from)));
    }
    return all;
  }

  /// How many columns one exchange carries: a task holds them of its rows, before and after the
  /// hop, with sum and start where there are any, and of its ghosts.
  static int columnsAtOnce(BlockGraph graph, PropagationConfig config, int width, long taskBytes) {
    long[] largest =
        graph
            .blocks()
            .map(block -> new long[] {block.rows(), block.ghosts().length, block.arcCount()})
            .reduce(
                (a, b) ->
                    new long[] {Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.max(a[2], b[2])});
    int copies = 2;
    copies += config.combiner() instanceof HopCombiner.Weighted ? 1 : 0;
    copies += config.restartShare() > 0 ? 1 : 0;
    long perColumn = (copies * largest[0] + largest[1]) * Float.BYTES;
    long panelRow = (2 * largest[0] + largest[1]) * Float.BYTES;
    long fixed = 2 * Integer.BYTES * largest[2];
    // Arrays have an end, and parcels are arrays too.
    long most = Math.min(width, MOST_FLOATS / Math.max(1, largest[0]));
    long columns = most;
    while (columns > LEAST_COLUMNS
        && fixed + perColumn * columns + panelRow * panelWidth(columns) > taskBytes) {
      // Whole panels, then narrower ones.
      columns =
          columns > PANEL_COLUMNS ? (columns - 1) / PANEL_COLUMNS * PANEL_COLUMNS : columns / 2;
    }
    columns = Math.max(Math.min(LEAST_COLUMNS, most), columns);
    long needed = fixed + perColumn * columns + panelRow * panelWidth(columns);
    if (needed > taskBytes) {
      LOG.log(
          System.Logger.Level.WARNING,
          "a task needs {0} MB for {1} nodes, {2} ghosts and {3} arcs, more than the {4} MB it may"
              + " hold: more memory, or more partitions",
          needed >> 20,
          largest[0],
          largest[1],
          largest[2],
          taskBytes >> 20);
    }
    return (int) Math.max(1, columns);
  }

  /// Kernels take panels of 64 columns, or a half, or a quarter.
  private static long panelWidth(long columns) {
    return columns <= PANEL_COLUMNS / 4
        ? PANEL_COLUMNS / 4
        : columns <= PANEL_COLUMNS / 2 ? PANEL_COLUMNS / 2 : PANEL_COLUMNS;
  }

  /// @param factors left and right of every row
  static Columns run(
      BlockGraph graph,
      JavaRDD<NodeBlock> nodes,
      JavaRDD<OperatorFactors> factors,
      PropagationConfig config,
      int from,
      int count) {
    JavaSparkContext spark = JavaSparkContext.fromSparkContext(graph.blocks().context());
    HopStep step = HopStep.of(config, count);
    JavaRDD<Walk> walk =
        nodes
            .zipPartitions(
                factors, (node, factor) -> Single.of(step.load(node.next(), factor.next(), from)))
            .persist(StorageLevel.MEMORY_AND_DISK());
    boolean keepsAll = config.combiner() instanceof HopCombiner.All;
    List<JavaRDD<Walk>> walks = new ArrayList<>(List.of(walk));
    for (int hop = 1; hop <= config.hopCount(); hop++) {
      Rooms.enter(
          spark,
          "propagate",
          "hop %d of %d, columns %d to %d"
              .formatted(hop, config.hopCount(), from, from + count - 1));
      JavaRDD<Walk> next =
          hop(graph, walks.getLast(), factors, step, hop).persist(StorageLevel.MEMORY_AND_DISK());
      next.count(); // a job of its own, so that the one before can be let go
      walks.add(next);
      if (!keepsAll) {
        walks.removeFirst().unpersist(false);
      }
    }
    Rooms.leave(spark);
    return new Columns(from, count, List.copyOf(walks));
  }

  private static JavaRDD<Walk> hop(
      BlockGraph graph,
      JavaRDD<Walk> walk,
      JavaRDD<OperatorFactors> factors,
      HopStep step,
      int hop) {
    JavaRDD<Scaled> scaled =
        walk.zipPartitions(factors, (w, f) -> Single.of(new Scaled(w.next(), f.next())));
    return graph.exchange(
        scaled,
        step.columns() * Float.BYTES,
        (state, block, rows, into) -> step.pack(state.walk(), rows, into),
        (block, state, news) -> step.apply(block, state.walk(), state.factors(), news, hop));
  }

  private record Scaled(Walk walk, OperatorFactors factors) implements Serializable {}

  /// The columns put together again: X of each output, `Y / right`.
  public static JavaRDD<HopBlock> gathered(
      JavaRDD<NodeBlock> nodes,
      JavaRDD<OperatorFactors> factors,
      PropagationConfig config,
      List<Columns> columns,
      int width) {
    boolean plainFirst =
        config.combiner() instanceof HopCombiner.All
            || config.hopCount() == 0 && config.combiner() instanceof HopCombiner.Last;
    int outputs = columns.getFirst().outputs().size();
    JavaRDD<HopBlock> gathered =
        nodes.map(
            node -> {
              float[][] matrices = new float[outputs][];
              for (int i = 0; i < outputs; i++) {
                boolean plain = i == 0 && plainFirst;
                matrices[i] = plain ? node.features() : new float[node.rows() * width];
              }
              return new HopBlock(width, matrices);
            });
    for (Columns some : columns) {
      HopStep step = HopStep.of(config, some.count());
      int from = some.from();
      for (int i = plainFirst ? 1 : 0; i < outputs; i++) {
        int output = i;
        gathered =
            gathered.zipPartitions(
                some.outputs()
                    .get(i)
                    .zipPartitions(factors, (w, f) -> Single.of(new Scaled(w.next(), f.next()))),
                (hops, walk) -> Single.of(filled(hops.next(), walk.next(), step, output, from)));
      }
    }
    return gathered;
  }

  /// Writes into arrays that were made in the same task and that nobody else has seen.
  private static HopBlock filled(
      HopBlock hops, Scaled state, HopStep step, int output, int fromColumn) {
    int rows = state.factors().right().length;
    for (int row = 0; row < rows; row++) {
      step.emit(
          state.walk(),
          state.factors(),
          row,
          hops.matrices()[output],
          row * hops.width() + fromColumn);
    }
    return hops;
  }

  /// ℓ and ρ of every row.
  public static JavaRDD<OperatorFactors> factors(BlockGraph graph, JavaRDD<double[]> coefficients) {
    return graph
        .blocks()
        .zipPartitions(
            coefficients, (block, r) -> Single.of(OperatorFactors.of(block.next(), r.next())));
  }
}
