package io.atp.core.propagate;

import io.atp.core.feature.ColumnSource;
import io.atp.core.graph.CompressedTopology;
import io.atp.core.graph.CsrGraph;
import io.atp.core.kernel.Kernels;
import io.atp.core.kernel.RowKernels;
import io.atp.core.propagate.BlockConfig.Topology;
import io.atp.core.runtime.Require;
import java.util.Optional;

/// How a propagation by blocks fits its memory. No choice here changes a byte of a result.
///
/// Held at all times: the JVM, 12 bytes per node of factors, and the panels (two, one more for the
/// restart, one more for a weighted sum). The topology is held where there is room, compressed if
/// only that leaves room and costs no width of panels; a mapped one is read again from disk at
/// every hop where there is none. Results pass through small buffers.
///
/// @param width columns that travel together
/// @param form how the topology is walked over
/// @param topologyBytes of the topology in that form; an estimate where it is yet to be compressed
/// @param fetchBytes how much of the next block of X may be fetched ahead into the file cache
/// @param residentBytes what all this comes to
public record BlockPlan(
    int width, Form form, long topologyBytes, long fetchBytes, long residentBytes) {
  /// Where the topology is.
  public enum Form {
    /// As it is, in memory.
    HELD,
    /// As it is, its mapped pages handed back as they are used.
    STREAMED,
    /// Compressed, in memory.
    COMPRESSED
  }

  /// Narrower panels cost more topology than data; the scalar loops take these.
  private static final int NARROWEST = 4;

  /// Pieces of results on their way out, the window of streamed topology, and buffers of files.
  private static final long BUFFER_BYTES = 24L << 20;

  /// What a node takes in an order other than its own, beside factors in that order.
  private static final long MOVED_NODE_BYTES = 12;

  /// r̃ and the factors of the operator in double precision: gone before the panels come.
  private static final long OPERATOR_NODE_BYTES = 3 * Double.BYTES;

  /// What the choice depends on, in bytes unless said.
  private record Need(long fixed, long plain, boolean mapped, long perColumn, long before) {
    Form least(Topology asked) {
      return asked == Topology.COMPRESSED ? Form.COMPRESSED : mapped ? Form.STREAMED : Form.HELD;
    }

    long held(int width, Form form, long compressed) {
      long topology =
          switch (form) {
            case HELD -> plain;
            case STREAMED -> 0;
            case COMPRESSED -> compressed + (mapped ? 0 : plain); // a copy, where it is in memory
          };
      return fixed + topology + Math.max(before, perColumn * width);
    }
  }

  /// @throws IllegalArgumentException when even the narrowest plan needs more than the limit
  public static BlockPlan of(CsrGraph graph, ColumnSource source, BlockConfig config) {
    return of(graph, source, config, need(graph, source, config), Kernels.active());
  }

  /// The plan beside factors that are made already, so that the heap has them.
  public static BlockPlan beside(
      HopFactors made, CsrGraph graph, ColumnSource source, BlockConfig config) {
    Need all = need(graph, source, config);
    long rest = all.fixed - (long) made.enter().length * HopFactors.NODE_BYTES;
    var need = new Need(rest, all.plain, all.mapped, all.perColumn, 0);
    return of(graph, source, config, need, Kernels.active());
  }

  private static BlockPlan of(
      CsrGraph graph, ColumnSource source, BlockConfig config, Need need, RowKernels kernels) {
    int widest = kernels.widestPanel();
    int vector = widest / 4;
    while (widest > vector && widest / 2 >= source.width()) {
      widest /= 2;
    }
    var search = new Search(graph, source, need, limit(config));
    Form least = need.least(config.topology());
    Optional<BlockPlan> held = Optional.empty();
    // A held topology before wide panels: it is read once a hop, and from disk where it is not.
    if (config.topology() != Topology.COMPRESSED) {
      held = search.widest(Form.HELD, widest, vector);
    }
    // Compressed only in panels as wide as streaming could have: the system may cache the file yet.
    if (held.isEmpty() && config.topology() == Topology.AUTO && need.mapped()) {
      int streamed = search.widest(Form.STREAMED, widest, vector).map(BlockPlan::width).orElse(0);
      held = search.widest(Form.COMPRESSED, widest, Math.max(vector, streamed));
    }
    int most = widest;
    return held.or(() -> search.widest(least, most, NARROWEST))
        .orElseThrow(() -> refusal(graph, source, config, need));
  }

  private static long limit(BlockConfig config) {
    long limit = config.propagation().memoryBytes();
    return limit == 0 ? Long.MAX_VALUE : limit;
  }

  private record Search(CsrGraph graph, ColumnSource source, Need need, long limit) {
    /// The widest panels that fit beside a topology of this form.
    Optional<BlockPlan> widest(Form form, int widest, int narrowest) {
      long topology = topologyBytes(graph, form);
      for (int width = widest; width >= narrowest; width /= 2) {
        long held = need.held(width, form, topology);
        if (held <= limit) {
          long ahead = Math.min(limit - held, source.fetchedBytes(width));
          return Optional.of(new BlockPlan(width, form, topology, ahead, held));
        }
      }
      return Optional.empty();
    }
  }

  private static long topologyBytes(CsrGraph graph, Form form) {
    return form == Form.COMPRESSED ? CompressedTopology.estimateBytes(graph) : graph.sizeBytes();
  }

  /// Refuses what will not fit, before the work that comes first.
  ///
  /// @param copied whether the topology will be one in memory, such as a corrected one
  public static void require(
      CsrGraph graph, ColumnSource source, BlockConfig config, boolean copied) {
    Need given = need(graph, source, config);
    Need need =
        new Need(given.fixed, given.plain, given.mapped && !copied, given.perColumn, given.before);
    Form least = need.least(config.topology());
    if (need.held(NARROWEST, least, topologyBytes(graph, least)) > limit(config)) {
      throw refusal(graph, source, config, need);
    }
  }

  /// The least this propagation can run in.
  public static long leastBytes(CsrGraph graph, ColumnSource source, BlockConfig config) {
    Need need = need(graph, source, config);
    Form least = need.least(config.topology());
    return need.held(NARROWEST, least, topologyBytes(graph, least));
  }

  /// The same with blocks of at most `columns`, rounded down to a power of two.
  public BlockPlan narrowed(int columns) {
    Require.atLeast("columns of a block", columns, NARROWEST);
    int narrow = Math.min(width, Integer.highestOneBit(columns));
    return new BlockPlan(narrow, form, topologyBytes, fetchBytes, residentBytes);
  }

  /// The same once the size of the compressed topology is known.
  BlockPlan compressedTo(long bytes) {
    return new BlockPlan(width, form, bytes, fetchBytes, residentBytes + bytes - topologyBytes);
  }

  /// The same for a topology that did not become as small as expected.
  BlockPlan streamed(CsrGraph graph) {
    return new BlockPlan(
        width, Form.STREAMED, graph.sizeBytes(), fetchBytes, residentBytes - topologyBytes);
  }

  /// Most bytes that a compressed topology may take, so that all stays within the limit.
  long mostTopologyBytes(BlockConfig config) {
    long limit = limit(config);
    return limit == Long.MAX_VALUE ? limit : topologyBytes + limit - residentBytes;
  }

  /// What stands for one arc, offsets included.
  public double bytesPerArc(CsrGraph graph) {
    return (double) topologyBytes / Math.max(1, graph.arcCount());
  }

  private static Need need(CsrGraph graph, ColumnSource source, BlockConfig config) {
    PropagationConfig walk = config.propagation();
    long rows = graph.nodeCount();
    boolean copied = walk.movesRows();
    long kept =
        config.rows() == null
            ? 0
            : 4L * config.rows().length + NeededRows.bytes(graph.nodeCount(), walk.hopCount());
    long fixed = MemoryPlan.jvmBytes() + BUFFER_BYTES + kept + source.residentBytes();
    fixed += rows * HopFactors.NODE_BYTES;
    if (copied) {
      fixed += rows * (HopFactors.NODE_BYTES + MOVED_NODE_BYTES);
    }
    boolean mapped = graph.targets().isMapped() && !copied;
    long panels = 2L + (walk.restartShare() > 0 ? 1 : 0);
    long perColumn = panels * rows * config.panels().bytes();
    if (walk.combiner() instanceof HopCombiner.Weighted) {
      perColumn += rows * Float.BYTES;
    }
    return new Need(
        fixed, graph.sizeBytes() * (copied ? 2 : 1), mapped, perColumn, rows * OPERATOR_NODE_BYTES);
  }

  /// One sentence, with all that would do.
  private static IllegalArgumentException refusal(
      CsrGraph graph, ColumnSource source, BlockConfig config, Need need) {
    long limit = limit(config);
    Form form = need.least(config.topology());
    long topology = topologyBytes(graph, form);
    long least = need.held(NARROWEST, form, topology);
    var text =
        new StringBuilder(
            "propagating %,d columns over %,d nodes and %,d arcs needs at least %,d MB of memory,"
                    .formatted(
                        source.width(), graph.nodeCount(), graph.arcCount(), megabytes(least))
                + " the limit is %,d MB;".formatted(limit >> 20));
    text.append(" --memory %dm would do".formatted(megabytes(least)));
    if (config.panels() == Storage.FLOAT32) {
      BlockConfig halved = config.withStorage(config.results(), Storage.BFLOAT16);
      long half = need(graph, source, halved).held(NARROWEST, form, topology);
      if (half <= limit) {
        text.append(", or --panels bf16, which needs %,d MB".formatted(megabytes(half)));
      }
    }
    if (form == Form.COMPRESSED) {
      text.append(", or --topology auto, which can read the graph from disk");
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
