package io.atp.core.propagate;

import io.atp.core.feature.ColumnSource;
import io.atp.core.graph.CsrGraph;
import io.atp.core.kernel.Kernels;
import io.atp.core.kernel.RowKernels;
import io.atp.core.runtime.Require;

/// How a propagation by blocks fits its memory. No choice here changes a byte of a result.
///
/// Held at all times: the JVM, 28 bytes per node of factors, and the panels (two, one more for the
/// restart, one more for a weighted sum). The topology is held where there is room; a mapped one is
/// read again from disk at every hop where there is not. Results pass through small buffers.
///
/// @param width columns that travel together
/// @param streamsTopology whether pages of the mapped topology are handed back as they are used
/// @param fetchBytes how much of the next block of X may be fetched ahead into the file cache
/// @param residentBytes what all this comes to
public record BlockPlan(int width, boolean streamsTopology, long fetchBytes, long residentBytes) {
  /// Narrower panels cost more topology than data; the scalar loops take these.
  private static final int NARROWEST = 4;

  /// Pieces of results on their way out, the window of streamed topology, and buffers of files.
  private static final long BUFFER_BYTES = 24L << 20;

  private static final long NODE_BYTES = 28;

  /// What the choice depends on, in bytes unless said.
  private record Need(long fixed, long topology, boolean mapped, long perColumn) {
    long held(int width, boolean streams) {
      return fixed + (streams ? 0 : topology) + perColumn * width;
    }
  }

  /// @throws IllegalArgumentException when even the narrowest plan needs more than the limit
  public static BlockPlan of(CsrGraph graph, ColumnSource source, BlockConfig config) {
    return of(graph, source, config, Kernels.active());
  }

  static BlockPlan of(CsrGraph graph, ColumnSource source, BlockConfig config, RowKernels kernels) {
    Need need = need(graph, source, config);
    long limit = config.propagation().memoryBytes();
    limit = limit == 0 ? Long.MAX_VALUE : limit;
    int widest = kernels.widestPanel();
    int vector = widest / 4;
    while (widest > vector && widest / 2 >= source.width()) {
      widest /= 2;
    }
    // A held topology before wide panels: it is read once a hop, and from disk where it is not.
    for (int width = widest; width >= vector; width /= 2) {
      if (need.held(width, false) <= limit) {
        return plan(need, width, false, limit, source);
      }
    }
    for (int width = widest; need.mapped() && width >= NARROWEST; width /= 2) {
      if (need.held(width, true) <= limit) {
        return plan(need, width, true, limit, source);
      }
    }
    for (int width = vector / 2; width >= NARROWEST; width /= 2) {
      if (need.held(width, false) <= limit) {
        return plan(need, width, false, limit, source);
      }
    }
    throw refusal(graph, source, config, limit, need.mapped());
  }

  /// Refuses what will not fit, before the work that comes first.
  ///
  /// @param copied whether the topology will be one in memory, such as a corrected one
  public static void require(
      CsrGraph graph, ColumnSource source, BlockConfig config, boolean copied) {
    long limit = config.propagation().memoryBytes();
    Need need = need(graph, source, config);
    if (limit > 0 && need.held(NARROWEST, need.mapped() && !copied) > limit) {
      throw refusal(graph, source, config, limit, need.mapped() && !copied);
    }
  }

  /// The least this propagation can run in.
  public static long leastBytes(CsrGraph graph, ColumnSource source, BlockConfig config) {
    Need need = need(graph, source, config);
    return need.held(NARROWEST, need.mapped());
  }

  /// The same with blocks of at most `columns`, rounded down to a power of two.
  public BlockPlan narrowed(int columns) {
    Require.atLeast("columns of a block", columns, NARROWEST);
    int narrow = Math.min(width, Integer.highestOneBit(columns));
    return new BlockPlan(narrow, streamsTopology, fetchBytes, residentBytes);
  }

  private static BlockPlan plan(
      Need need, int width, boolean streams, long limit, ColumnSource source) {
    long held = need.held(width, streams);
    long ahead = Math.min(limit - held, source.fetchedBytes(width));
    return new BlockPlan(width, streams, ahead, held);
  }

  private static Need need(CsrGraph graph, ColumnSource source, BlockConfig config) {
    PropagationConfig walk = config.propagation();
    long rows = graph.nodeCount();
    boolean copied =
        walk.order() == PropagationConfig.RowOrder.BY_DEGREE
            || walk.order() == PropagationConfig.RowOrder.BY_COMMUNITY;
    long kept = config.rows() == null ? 0 : 4L * config.rows().length;
    long fixed = MemoryPlan.jvmBytes() + BUFFER_BYTES + kept + source.residentBytes();
    fixed += rows * (copied ? NODE_BYTES + 12 : NODE_BYTES);
    boolean mapped = graph.targets().isMapped() && !copied;
    long panels = 2L + (walk.restartShare() > 0 ? 1 : 0);
    long perColumn = panels * rows * config.panels().bytes();
    if (walk.combiner() instanceof HopCombiner.Weighted) {
      perColumn += rows * Float.BYTES;
    }
    return new Need(fixed, graph.sizeBytes() * (copied ? 2 : 1), mapped, perColumn);
  }

  /// One sentence, with all that would do.
  private static IllegalArgumentException refusal(
      CsrGraph graph, ColumnSource source, BlockConfig config, long limit, boolean streams) {
    long least = need(graph, source, config).held(NARROWEST, streams);
    var text =
        new StringBuilder(
            "propagating %,d columns over %,d nodes and %,d arcs needs at least %,d MB of memory,"
                    .formatted(
                        source.width(), graph.nodeCount(), graph.arcCount(), megabytes(least))
                + " the limit is %,d MB;".formatted(limit >> 20));
    text.append(" --memory %dm would do".formatted(megabytes(least)));
    if (config.panels() == Storage.FLOAT32) {
      BlockConfig halved = config.withStorage(config.results(), Storage.BFLOAT16);
      long half = need(graph, source, halved).held(NARROWEST, streams);
      if (half <= limit) {
        text.append(", or --panels bf16, which needs %,d MB".formatted(megabytes(half)));
      }
    }
    if (!graph.targets().isMapped()) {
      text.append(", or less with a graph that atp import stored");
    }
    return new IllegalArgumentException(text.append(", or atp spark on more machines").toString());
  }

  private static long megabytes(long bytes) {
    return Math.ceilDiv(bytes, 1L << 20);
  }
}
