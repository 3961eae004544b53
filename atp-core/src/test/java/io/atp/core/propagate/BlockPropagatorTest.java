package io.atp.core.propagate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.encode.NodeCoefficients;
import io.atp.core.feature.ColumnBlocks;
import io.atp.core.feature.ColumnSource;
import io.atp.core.feature.ComputedFeatures;
import io.atp.core.feature.DenseFeatures;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.kernel.HalfFormat;
import io.atp.core.kernel.Kernels;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.propagate.BlockConfig.Topology;
import io.atp.core.propagate.BlockPlan.Form;
import io.atp.core.propagate.PropagationConfig.RowOrder;
import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BlockPropagatorTest {
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;
  private static final int NODES = 600;
  private static final int WIDTH = 77;
  private static final HopCombiner ALL = new HopCombiner.All();

  private static float entry(int row, int column) {
    return (float) (2 * StatelessHash.unit(StatelessHash.of(4, row, column)) - 1);
  }

  private static DenseFeatures dense(int rows, int fromColumn, int columns, MemorySegment data) {
    for (int i = 0; i < rows; i++) {
      for (int c = 0; c < columns; c++) {
        data.set(FLOAT, ((long) i * columns + c) * Float.BYTES, entry(i, fromColumn + c));
      }
    }
    return new DenseFeatures(rows, columns, data);
  }

  private static PropagationOperator operator(CsrGraph graph) {
    double[] r = new double[graph.nodeCount()];
    Arrays.setAll(r, i -> StatelessHash.unit(StatelessHash.of(99, i)));
    return PropagationOperator.of(graph, new NodeCoefficients(r));
  }

  private static BlockPlan plan(int width, boolean streams) {
    return plan(width, streams ? Form.STREAMED : Form.HELD);
  }

  /// As wide as asked for, where the machine's vectors go that far.
  private static BlockPlan plan(int width, Form form) {
    return new BlockPlan(Math.min(width, Kernels.active().widestPanel()), form, 0, 1 << 20, 0);
  }

  /// Results in memory, as a sink leaves them.
  private static byte[][] run(
      PropagationOperator operator,
      ColumnSource x,
      BlockConfig config,
      BlockPlan plan,
      List<ColumnRange> todo,
      Workspace work) {
    int rows = config.keptRows(operator.nodeCount());
    int bytes = config.results().bytes();
    byte[][] results = new byte[config.propagation().outputCount()][rows * x.width() * bytes];
    List<ColumnRange> finished = new ArrayList<>();
    BlockSink sink =
        new BlockSink() {
          @Override
          public void write(
              int result, ColumnRange columns, int from, int to, MemorySegment packed) {
            int part = columns.columns() * bytes;
            assertThat(packed.byteSize()).isEqualTo((long) (to - from) * part);
            MemorySegment whole = MemorySegment.ofArray(results[result]);
            for (int i = from; i < to; i++) {
              long at = ((long) i * x.width() + columns.from()) * bytes;
              MemorySegment.copy(packed, (long) (i - from) * part, whole, at, part);
            }
          }

          @Override
          public void finished(ColumnRange columns) {
            finished.add(columns);
          }
        };
    BlockPropagator.propagate(operator, x, config, plan, todo, sink, work);
    assertThat(finished).isEqualTo(todo);
    return results;
  }

  private static byte[][] run(
      PropagationOperator operator,
      ColumnSource x,
      BlockConfig config,
      BlockPlan plan,
      Workspace work) {
    List<ColumnRange> todo = ColumnRange.missing(List.of(), x.width(), plan.width());
    return run(operator, x, config, plan, todo, work);
  }

  private static byte[] bytes(DenseFeatures matrix) {
    return matrix.data().toArray(ValueLayout.JAVA_BYTE);
  }

  private static MemorySegment newFile(Path file, long bytes, Workspace work) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      return channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes, work.arena());
    }
  }

  private static CsrGraph mapped(CsrGraph graph, Path folder, Workspace work) throws IOException {
    MemorySegment offsets =
        newFile(folder.resolve("o" + System.nanoTime()), graph.offsets().byteSize(), work);
    MemorySegment targets =
        newFile(folder.resolve("t" + System.nanoTime()), graph.targets().byteSize(), work);
    offsets.copyFrom(graph.offsets());
    targets.copyFrom(graph.targets());
    return CsrGraph.of(offsets, targets, graph.symmetric());
  }

  @Test
  void anyBlockSourceOrderAndThreadCountGivesTheBytesOfThePlainPropagator(@TempDir Path folder)
      throws IOException {
    List<PropagationConfig> walks =
        List.of(
            PropagationConfig.of(3, ALL),
            PropagationConfig.of(2, new HopCombiner.Last()).withLazyShare(0.1),
            PropagationConfig.of(2, HopCombiner.mean(2)).withRestartShare(0.2),
            PropagationConfig.of(0, HopCombiner.mean(0)));
    for (int threads : new int[] {1, 2, 7}) {
      try (Workspace work = Workspace.open(threads)) {
        CsrGraph graph = NamedGraphs.skewed(work, NODES, 7000, 8);
        CsrGraph onDisk = mapped(graph, folder, work);
        long floats = (long) NODES * WIDTH * Float.BYTES;
        DenseFeatures x = dense(NODES, 0, WIDTH, work.allocate(floats));
        List<ColumnSource> sources =
            List.of(
                x,
                dense(NODES, 0, WIDTH, newFile(folder.resolve("x" + threads), floats, work)),
                new ColumnBlocks(
                    List.of(
                        dense(NODES, 0, 30, work.allocate(NODES * 30L * 4)),
                        dense(NODES, 30, WIDTH - 30, work.allocate(NODES * (WIDTH - 30L) * 4)))),
                ComputedFeatures.of(NODES, WIDTH, BlockPropagatorTest::entry));
        for (PropagationConfig walk : walks) {
          HopFeatures expected = Propagator.propagate(operator(graph), x, walk, work);
          for (ColumnSource source : sources) {
            for (int width = Kernels.active().widestPanel(); width >= 4; width /= 2) {
              if (threads != 2 && width != 16) {
                continue; // widths on one team, teams with one width
              }
              boolean streams = width < 32;
              RowOrder order = width % 3 == 1 && !streams ? RowOrder.BY_DEGREE : RowOrder.AS_GIVEN;
              BlockConfig config = BlockConfig.of(walk.withOrder(order));
              byte[][] results =
                  run(
                      operator(streams ? onDisk : graph),
                      source,
                      config,
                      plan(width, streams),
                      work);
              for (int result : config.computedResults()) {
                assertThat(results[result])
                    .as("%s, %s, width %d, result %d", walk, source.getClass(), width, result)
                    .isEqualTo(bytes(expected.hop(result)));
              }
            }
          }
        }
      }
    }
  }

  @Test
  void keptRowsAreThoseRowsOfTheWhole() {
    try (Workspace work = Workspace.open(2)) {
      assertKeptRows(NamedGraphs.skewed(work, NODES, 7000, 8), 7, work);
    }
  }

  /// Then few rows are needed at each hop, and the others are not made.
  @Test
  void fewKeptRowsAreThoseRowsOfTheWhole() {
    try (Workspace work = Workspace.open(2)) {
      assertKeptRows(NamedGraphs.cycle(work, NODES), 97, work);
      assertKeptRows(NamedGraphs.skewed(work, NODES, 700, 8), 150, work);
    }
  }

  private static void assertKeptRows(CsrGraph graph, int every, Workspace work) {
    var x = ComputedFeatures.of(NODES, WIDTH, BlockPropagatorTest::entry);
    int[] rows = IntStream.range(0, NODES).filter(i -> i % every == 3).toArray();
    for (HopCombiner combiner : List.of(ALL, new HopCombiner.Last(), HopCombiner.mean(3))) {
      for (RowOrder order : RowOrder.values()) {
        for (Storage panels : new Storage[] {Storage.FLOAT32, Storage.BFLOAT16}) {
          PropagationConfig walk = PropagationConfig.of(3, combiner).withOrder(order);
          assertKeptRows(graph, x, rows, walk, panels, work);
          assertKeptRows(
              graph, x, rows, walk.withRestartShare(0.2).withLazyShare(0.1), panels, work);
        }
      }
    }
  }

  private static void assertKeptRows(
      CsrGraph graph,
      ColumnSource x,
      int[] rows,
      PropagationConfig walk,
      Storage panels,
      Workspace work) {
    BlockConfig all = BlockConfig.of(walk).withStorage(Storage.FLOAT16, panels);
    byte[][] whole = run(operator(graph), x, all, plan(32, false), work);
    byte[][] kept = run(operator(graph), x, all.withRows(rows), plan(16, false), work);
    int rowBytes = WIDTH * Short.BYTES;
    for (int result : all.computedResults()) {
      for (int i = 0; i < rows.length; i++) {
        assertThat(Arrays.copyOfRange(kept[result], i * rowBytes, (i + 1) * rowBytes))
            .isEqualTo(
                Arrays.copyOfRange(whole[result], rows[i] * rowBytes, (rows[i] + 1) * rowBytes));
      }
    }
  }

  @Test
  void twoByteResultsAreTheFloatResultsRounded() {
    try (Workspace work = Workspace.open(2)) {
      CsrGraph graph = NamedGraphs.skewed(work, NODES, 7000, 8);
      var x = ComputedFeatures.of(NODES, WIDTH, BlockPropagatorTest::entry);
      BlockConfig config = BlockConfig.of(PropagationConfig.of(2, ALL));
      float[] exact = floats(run(operator(graph), x, config, plan(64, false), work)[2]);
      for (Storage storage : new Storage[] {Storage.BFLOAT16, Storage.FLOAT16}) {
        BlockConfig halved = config.withStorage(storage, Storage.FLOAT32);
        short[] stored = shorts(run(operator(graph), x, halved, plan(32, false), work)[2]);
        HalfFormat format = storage == Storage.BFLOAT16 ? HalfFormat.BFLOAT16 : HalfFormat.FLOAT16;
        for (int i = 0; i < exact.length; i++) {
          assertThat(stored[i]).isEqualTo(format.narrow(exact[i]));
        }
      }
    }
  }

  /// The rule in slow motion: every stored Y is rounded, every sum is not.
  @Test
  void twoBytePanelsRoundEveryStoredRowAndNoSum() {
    try (Workspace work = Workspace.open(2)) {
      CsrGraph graph =
          NamedGraphs.cycle(work, 40); // short rows: the order of sums is the plain one
      PropagationOperator operator = operator(graph);
      var x = ComputedFeatures.of(40, 5, BlockPropagatorTest::entry);
      float[][] y = new float[40][5];
      for (int i = 0; i < 40; i++) {
        for (int c = 0; c < 5; c++) {
          y[i][c] = rounded(entry(i, c) * (float) operator.right()[i]);
        }
      }
      for (int hop = 1; hop <= 3; hop++) {
        float[][] next = new float[40][5];
        for (int i = 0; i < 40; i++) {
          float factor = (float) (operator.left()[i] * operator.right()[i]);
          for (int c = 0; c < 5; c++) {
            float sum = y[i][c];
            for (long arc = graph.offset(i); arc < graph.offset(i + 1); arc++) {
              sum += y[graph.target(arc)][c];
            }
            next[i][c] = rounded(sum * factor);
          }
        }
        y = next;
      }
      BlockConfig config =
          BlockConfig.of(PropagationConfig.of(3, ALL))
              .withStorage(Storage.FLOAT32, Storage.BFLOAT16);
      float[] found = floats(run(operator, x, config, plan(32, false), work)[3]);
      for (int i = 0; i < 40; i++) {
        for (int c = 0; c < 5; c++) {
          assertThat(found[i * 5 + c]).isEqualTo(y[i][c] * (float) (1 / operator.right()[i]));
        }
      }
    }
  }

  @Test
  void twoBytePanelsGiveTheSameBytesForAnyWidthAndThreads() {
    byte[][] reference = null;
    BlockConfig config =
        BlockConfig.of(PropagationConfig.of(3, ALL).withLazyShare(0.1).withRestartShare(0.1))
            .withStorage(Storage.BFLOAT16, Storage.BFLOAT16);
    for (int threads : new int[] {1, 2, 7}) {
      try (Workspace work = Workspace.open(threads)) {
        CsrGraph graph = NamedGraphs.skewed(work, NODES, 7000, 8);
        var x = ComputedFeatures.of(NODES, WIDTH, BlockPropagatorTest::entry);
        for (int width = Kernels.active().widestPanel(); width >= 4; width /= 2) {
          byte[][] results = run(operator(graph), x, config, plan(width, false), work);
          reference = reference == null ? results : reference;
          assertThat(results).isDeepEqualTo(reference);
        }
      }
    }
  }

  private static float rounded(float value) {
    return HalfFormat.BFLOAT16.widen(HalfFormat.BFLOAT16.narrow(value));
  }

  private static float[] floats(byte[] bytes) {
    return MemorySegment.ofArray(bytes).toArray(FLOAT);
  }

  private static short[] shorts(byte[] bytes) {
    return MemorySegment.ofArray(bytes).toArray(ValueLayout.JAVA_SHORT_UNALIGNED);
  }

  @Test
  void missingColumnsMayBeDoneLaterAndInOtherBlocks() {
    try (Workspace work = Workspace.open(2)) {
      int nodes = 2 * BlockPropagator.pieceRows(21) + 77; // several pieces
      CsrGraph graph = NamedGraphs.path(work, nodes);
      var x = ComputedFeatures.of(nodes, 21, BlockPropagatorTest::entry);
      BlockConfig config = BlockConfig.of(PropagationConfig.of(2, ALL));
      byte[][] whole = run(operator(graph), x, config, plan(32, false), work);
      List<ColumnRange> done = List.of(new ColumnRange(12, 16), new ColumnRange(0, 4));
      List<ColumnRange> rest = ColumnRange.missing(done, 21, 8);
      assertThat(rest).containsExactly(new ColumnRange(4, 12), new ColumnRange(16, 21));
      byte[][] first = run(operator(graph), x, config, plan(4, false), done, work);
      byte[][] second = run(operator(graph), x, config, plan(8, false), rest, work);
      for (int result = 1; result <= 2; result++) {
        for (int i = 0; i < whole[result].length; i++) {
          assertThat((byte) (first[result][i] | second[result][i])).isEqualTo(whole[result][i]);
        }
      }
    }
  }

  @Test
  void aSinkThatFailsEndsTheWorkAndNoBlockIsSaidToBeFinishedAfterwards() {
    try (Workspace work = Workspace.open(2)) {
      CsrGraph graph = NamedGraphs.path(work, 300);
      var x = ComputedFeatures.of(300, 64, BlockPropagatorTest::entry);
      List<ColumnRange> finished = new ArrayList<>();
      BlockSink full =
          new BlockSink() {
            @Override
            public void write(int result, ColumnRange columns, int from, int to, MemorySegment p) {
              if (columns.from() == 8 && result == 2) {
                throw new IllegalStateException("the disk is full");
              }
            }

            @Override
            public void finished(ColumnRange columns) {
              finished.add(columns);
            }
          };
      BlockConfig config = BlockConfig.of(PropagationConfig.of(3, ALL));
      List<ColumnRange> todo = ColumnRange.missing(List.of(), 64, 4);
      assertThatThrownBy(
              () ->
                  BlockPropagator.propagate(
                      operator(graph), x, config, plan(4, false), todo, full, work))
          .hasMessage("the disk is full");
      assertThat(finished).containsExactly(new ColumnRange(0, 4), new ColumnRange(4, 8));
    }
  }

  @Test
  void aCompressedTopologyGivesTheBytesOfThePlainOne(@TempDir Path folder) throws IOException {
    int[] kept = IntStream.range(0, NODES).filter(i -> i % 7 == 3).toArray();
    for (int threads : new int[] {1, 2, 7}) {
      try (Workspace work = Workspace.open(threads)) {
        CsrGraph graph = mapped(NamedGraphs.skewed(work, NODES, 7000, 8), folder, work);
        var x = ComputedFeatures.of(NODES, WIDTH, BlockPropagatorTest::entry);
        for (HopCombiner combiner : List.of(ALL, new HopCombiner.Last(), HopCombiner.mean(2))) {
          PropagationConfig walk = PropagationConfig.of(2, combiner).withRestartShare(0.1);
          for (int[] rows : new int[][] {null, kept}) {
            for (Storage results : Storage.values()) {
              for (Storage panels : new Storage[] {Storage.FLOAT32, Storage.BFLOAT16}) {
                BlockConfig config =
                    BlockConfig.of(walk).withRows(rows).withStorage(results, panels);
                byte[][] plain = run(operator(graph), x, config, plan(32, Form.HELD), work);
                byte[][] packed = run(operator(graph), x, config, plan(32, Form.COMPRESSED), work);
                assertThat(packed).isDeepEqualTo(plain);
              }
            }
          }
        }
      }
    }
  }

  /// The plan below believes in a byte where 17 kB are needed and has a kilobyte to spare.
  @Test
  void aTopologyThatDoesNotBecomeSmallEnoughIsReadFromDisk(@TempDir Path folder)
      throws IOException {
    try (Workspace work = Workspace.open(2)) {
      CsrGraph graph = mapped(NamedGraphs.skewed(work, NODES, 7000, 8), folder, work);
      PropagationOperator operator = operator(graph);
      var x = ComputedFeatures.of(NODES, 16, BlockPropagatorTest::entry);
      BlockConfig config =
          BlockConfig.of(PropagationConfig.of(1, ALL).withMemoryBytes(5000 + (1 << 10)));
      BlockPlan hopeful = new BlockPlan(16, Form.COMPRESSED, 1, 0, 5000);
      List<ColumnRange> todo = List.of(new ColumnRange(0, 16));
      BlockPlan done = BlockPropagator.propagate(operator, x, config, hopeful, todo, NOWHERE, work);
      assertThat(done).isEqualTo(new BlockPlan(16, Form.STREAMED, graph.sizeBytes(), 0, 4999));
      BlockConfig forced = config.withTopology(Topology.COMPRESSED);
      assertThatThrownBy(
              () -> BlockPropagator.propagate(operator, x, forced, hopeful, todo, NOWHERE, work))
          .hasMessage("the compressed topology takes more than the 0 MB there is room for");
      BlockConfig roomy = BlockConfig.of(PropagationConfig.of(1, ALL));
      BlockPlan held = BlockPropagator.propagate(operator, x, roomy, hopeful, todo, NOWHERE, work);
      assertThat(held.form()).isEqualTo(Form.COMPRESSED);
      assertThat(held.bytesPerArc(graph)).isBetween(1.2, 2.5);
      assertThat(held.residentBytes()).isEqualTo(4999 + held.topologyBytes());
    }
  }

  private static final BlockSink NOWHERE =
      new BlockSink() {
        @Override
        public void write(int result, ColumnRange columns, int from, int to, MemorySegment p) {}

        @Override
        public void finished(ColumnRange columns) {}
      };
}
