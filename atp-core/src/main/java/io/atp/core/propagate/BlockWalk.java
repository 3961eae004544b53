package io.atp.core.propagate;

import io.atp.core.feature.ColumnSource;
import io.atp.core.graph.CompressedTopology;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.RowChunks;
import io.atp.core.graph.RowWindow;
import io.atp.core.kernel.Kernels;
import io.atp.core.kernel.PanelHop;
import io.atp.core.kernel.RowKernels;
import io.atp.core.propagate.BlockConfig.Topology;
import io.atp.core.propagate.BlockPlan.Form;
import io.atp.core.propagate.PropagationConfig.RowOrder;
import io.atp.core.runtime.NativeView;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workers;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/// All hops of one block of columns after the other, in two panels that swap roles.
final class BlockWalk implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(BlockWalk.class.getName());

  private final RowKernels kernels = Kernels.active();
  private final ColumnSource source;
  private final PropagationConfig config;
  private final Storage storage;
  private final BlockPlan plan; // with what only the work has shown
  private final int[] rows; // kept ones, or null
  private final double[] weights; // null unless hops are summed
  private final Workspace scratch;

  private final RowPlacement placement;
  private final CsrGraph topology;
  private final RowChunks chunks;
  private final MemorySegment offsets;
  private final MemorySegment targets;
  private final CompressedTopology compressed; // null where the topology is walked as it is
  private final Queue<RowWindow> windows = new ConcurrentLinkedQueue<>();
  private final HopFactors factors;
  private final NeededRows needed;
  private final Buffers rowBuffers;
  private final BlockScribe scribe;
  private final BlockFetch fetch;
  private final Panel start; // null without restart
  private final Panel sum; // null unless hops are summed
  private Panel in;
  private Panel out;

  BlockWalk(
      CsrGraph graph,
      HopFactors byNode,
      ColumnSource source,
      BlockConfig config,
      BlockPlan planned,
      BlockSink sink,
      Workspace scratch) {
    this.source = source;
    this.config = config.propagation();
    this.storage = config.panels();
    this.rows = config.rows();
    this.weights =
        this.config.combiner() instanceof HopCombiner.Weighted(double[] given) ? given : null;
    this.scratch = scratch;
    // Blocks are for graphs that memory is short for: rows are moved only where that was asked for.
    RowOrder order = this.config.order() == RowOrder.AUTO ? RowOrder.AS_GIVEN : this.config.order();
    placement = RowPlacement.of(graph, order, planned.width(), scratch);
    topology = placement.topology();
    chunks = RowChunks.of(topology);
    // Before the panels, while there is room for what a pass over the graph touches.
    compressed = planned.form() == Form.COMPRESSED ? compress(planned, config) : null;
    plan =
        compressed != null
            ? planned.compressedTo(compressed.sizeBytes())
            : planned.form() == Form.COMPRESSED ? planned.streamed(topology) : planned;
    offsets = NativeView.of(topology.offsets(), scratch.arena());
    targets = NativeView.of(topology.targets(), scratch.arena());
    factors = byNode.placed(placement);
    long entries = (long) graph.nodeCount() * plan.width();
    in = new Panel(entries * storage.bytes(), scratch);
    out = new Panel(entries * storage.bytes(), scratch);
    start = this.config.restartShare() > 0 ? new Panel(entries * storage.bytes(), scratch) : null;
    sum = weights != null ? new Panel(entries * Float.BYTES, scratch) : null;
    rowBuffers = new Buffers((long) plan.width() * Float.BYTES, scratch);
    scribe =
        new BlockScribe(config, plan.width(), source.width(), placement, factors, sink, scratch);
    fetch = new BlockFetch(source, plan.fetchBytes());
    needed = neededRows();
  }

  private NeededRows neededRows() {
    int hops = this.config.hopCount();
    if (rows == null) {
      return NeededRows.all(hops);
    }
    int[] kept = new int[rows.length];
    Arrays.setAll(kept, scribe::place);
    CsrGraph read = plan.form() == Form.HELD ? topology : topology.streamed();
    return NeededRows.of(read, kept, hops, scratch.workers());
  }

  /// The topology in fewer bytes, or null where they turn out too many.
  private CompressedTopology compress(BlockPlan planned, BlockConfig asked) {
    long most = planned.mostTopologyBytes(asked);
    CompressedTopology made =
        CompressedTopology.of(topology.streamed(), most, scratch).orElse(null);
    if (topology.offsets().isMapped()) {
      topology.offsets().unload();
    }
    Require.that(
        made != null || asked.topology() == Topology.AUTO,
        "the compressed topology takes more than the %,d MB there is room for",
        most >> 20);
    if (made == null) {
      LOG.log(
          System.Logger.Level.INFO,
          "the compressed topology takes more than the {0} MB there is room for: the graph is read"
              + " from disk at every hop",
          most >> 20);
    }
    return made;
  }

  BlockPlan plan() {
    return plan;
  }

  /// @param next the block after this one, which is fetched meanwhile; null for the last
  void run(ColumnRange columns, ColumnRange next) {
    load(columns);
    fetch.begin(next);
    int hops = config.hopCount();
    if (hops == 0) {
      scribe.write(sum, Storage.FLOAT32, 0, columns);
    }
    for (int hop = 1; hop <= hops; hop++) {
      if (hop == hops && rows != null) {
        keptRowsOfLastHop(columns);
      } else {
        out.awaitReaders();
        hop(hop);
        if (weights == null && (hop == hops || config.combiner() instanceof HopCombiner.All)) {
          scribe.write(out, storage, resultOf(hop), columns);
        }
      }
      if (hop == hops && weights != null) {
        scribe.write(sum, Storage.FLOAT32, 0, columns);
      }
      swap();
    }
    swap(); // the next block is loaded into the panel that is not being written out
    scribe.finish(columns);
  }

  private void swap() {
    Panel last = in;
    in = out;
    out = last;
  }

  private int resultOf(int hop) {
    return config.combiner() instanceof HopCombiner.All ? hop : 0;
  }

  /// Y⁽⁰⁾ = diag(right) · X; columns past the last are zero.
  private void load(ColumnRange columns) {
    fetch.stop();
    in.awaitReaders();
    if (sum != null) {
      sum.awaitReaders();
    }
    forEachChunk(
        (from, to) -> {
          MemorySegment row = rowBuffers.take();
          row.fill((byte) 0);
          needed.forEachRun(0, from, to, (first, end) -> load(columns, first, end, row));
          rowBuffers.give(row);
        },
        (from, to) -> {
          if (placement.asGiven()) {
            source.release(from, to, columns.from(), columns.columns());
          }
        },
        source.fetchedBytes(source.width()));
  }

  private void load(ColumnRange columns, int from, int to, MemorySegment row) {
    for (int place = from; place < to; place++) {
      source.copyRow(placement.node(place), columns.from(), columns.columns(), row, 0);
      kernels.scaled(row, 0, row, 0, columns.columns(), factors.enter()[place]);
      storage.store(kernels, in.data(), at(place), row, 0, plan.width());
    }
    if (start != null) {
      MemorySegment.copy(in.data(), at(from), start.data(), at(from), at(to) - at(from));
    }
    if (sum != null) {
      addToSum(in.data(), 0, from, to, 0);
    }
  }

  private void hop(int hop) {
    PanelHop panel = panel(out.data(), 0);
    forEachChunk(
        (from, to) -> needed.forEachRun(hop, from, to, (first, end) -> hop(panel, hop, first, end)),
        this::releaseTopology,
        topology.sizeBytes());
  }

  private void hop(PanelHop panel, int hop, int from, int to) {
    hopRows(panel, from, to);
    if (sum != null) {
      addToSum(out.data(), 0, from, to, hop); // rows just written, still in the cache
    }
  }

  /// Rows that are not kept are not computed.
  private void keptRowsOfLastHop(ColumnRange columns) {
    if (weights == null) {
      scribe.writeKept(resultOf(config.hopCount()), columns, this::lastRow, this::releaseTopology);
      return;
    }
    scratch
        .workers()
        .forEachRange(
            rows.length,
            BlockScribe.RELEASED_ROWS,
            (from, to) -> {
              MemorySegment row = rowBuffers.take();
              for (int i = from; i < to; i++) {
                int place = scribe.place(i);
                lastRow(place, row);
                addToSum(row, place, place, place + 1, config.hopCount());
              }
              rowBuffers.give(row);
              releaseTopology(scribe.place(from), scribe.place(to - 1) + 1);
            });
  }

  /// Y⁽ᴷ⁾ of one row, as it would be stored.
  private void lastRow(int place, MemorySegment into) {
    hopRows(panel(into, place), place, place + 1);
  }

  private void hopRows(PanelHop panel, int from, int to) {
    if (compressed == null) {
      kernels.hop(panel, from, to);
      return;
    }
    RowWindow idle = windows.poll();
    RowWindow window = idle != null ? idle : new RowWindow(compressed, kernels, scratch);
    window.hop(panel, from, to);
    windows.add(window);
  }

  private PanelHop panel(MemorySegment into, int fromRow) {
    return new PanelHop(
        offsets,
        targets,
        factors.step(),
        plan.width(),
        in.data(),
        into,
        fromRow,
        (float) (config.lazyShare() * (1 - config.restartShare())),
        (float) config.restartShare(),
        start == null ? in.data() : start.data(),
        storage.half());
  }

  /// `sum += weight · Y⁽ᵏ⁾`, or `=` for the first; `from` begins at row `panelFromRow` of the
  /// panel.
  private void addToSum(MemorySegment panel, int panelFromRow, int from, int to, int hop) {
    int width = plan.width();
    MemorySegment row = storage.rounds() ? rowBuffers.take() : null;
    for (int place = from; place < to; place++) {
      MemorySegment values = panel;
      long valuesAt = at(place - panelFromRow);
      if (row != null) {
        storage.load(kernels, row, 0, panel, valuesAt, width);
        values = row;
        valuesAt = 0;
      }
      long sumAt = (long) place * width * Float.BYTES;
      float weight = (float) weights[hop];
      if (hop == 0) {
        kernels.scaled(sum.data(), sumAt, values, valuesAt, width, weight);
      } else {
        kernels.addScaled(sum.data(), sumAt, values, valuesAt, width, weight);
      }
    }
    if (row != null) {
      rowBuffers.give(row);
    }
  }

  private long at(int place) {
    return (long) place * plan.width() * storage.bytes();
  }

  /// @param bytes of the file whose pages are released, all rows together
  private void forEachChunk(Workers.RangeBody body, Workers.RangeBody release, long bytes) {
    var windows = ReleaseWindows.of(chunks, bytes);
    scratch
        .workers()
        .forEachChunk(
            chunks.count(),
            chunk -> {
              body.run(chunks.from(chunk), chunks.to(chunk));
              windows.after(chunk, release);
            });
  }

  /// Of a topology that is mapped, whose rows are therefore in their own order.
  private void releaseTopology(int from, int to) {
    if (plan.form() == Form.STREAMED && from < to) {
      long first = topology.offset(from) * Integer.BYTES;
      long end = topology.offset(to) * Integer.BYTES;
      topology.targets().asSlice(first, end - first).unload();
      topology
          .offsets()
          .asSlice((long) from * Long.BYTES, (long) (to - from) * Long.BYTES)
          .unload();
    }
  }

  /// Returns when all is written; throws what the writing failed with.
  void awaitAll() {
    fetch.stop();
    for (Panel panel : Arrays.asList(in, out, sum)) {
      if (panel != null) {
        panel.awaitReaders();
      }
    }
    scribe.awaitFinished();
  }

  @Override
  public void close() {
    fetch.close();
    scribe.close();
  }
}
