package io.atp.core.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.core.kernel.HalfFormat;
import io.atp.core.kernel.Kernels;
import io.atp.core.kernel.PanelHop;
import io.atp.core.kernel.RowKernels;
import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class CompressedTopologyTest {
  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;

  private static List<CsrGraph> graphs(Workspace work) {
    return List.of(
        NamedGraphs.g5(work),
        NamedGraphs.edges(work, 0),
        NamedGraphs.edges(work, 100), // rows, all of them empty
        NamedGraphs.edges(work, 50, 3, 40, 40, 49),
        NamedGraphs.path(work, 333),
        NamedGraphs.star(work, 20_000),
        NamedGraphs.clique(work, 150),
        NamedGraphs.directed(work, 40, 0, 39, 39, 0, 17, 16, 17, 18).graph(),
        NamedGraphs.skewed(work, 3000, 20_000, 5));
  }

  /// Reads what the documentation says is there, byte by byte.
  private static final class Decoder {
    private final MemorySegment packed;
    private long at;

    Decoder(MemorySegment packed, long at) {
      this.packed = packed;
      this.at = at;
    }

    int[] row(int row) {
      int degree = 0;
      int shift = 0;
      int part;
      do {
        part = packed.get(BYTE, at++) & 0xFF;
        degree |= (part & 127) << shift;
        shift += 7;
      } while (part >= 128);
      int[] targets = new int[degree];
      int control = 0;
      for (int k = 0; k < degree; k++) {
        control = k % 4 == 0 ? packed.get(BYTE, at++) & 0xFF : control >> 2;
        long value = 0;
        for (int b = 0; b <= (control & 3); b++) {
          value |= (packed.get(BYTE, at++) & 0xFFL) << 8 * b;
        }
        long signed = value % 2 == 0 ? value / 2 : -(value + 1) / 2;
        targets[k] = (int) (k == 0 ? row + signed : targets[k - 1] + 1 + value);
      }
      return targets;
    }
  }

  @Test
  void everyRowComesBack() {
    try (Workspace work = Workspace.open(2)) {
      for (CsrGraph graph : graphs(work)) {
        CompressedTopology compressed = CompressedTopology.of(graph, work);
        for (int from = 0; from < graph.nodeCount(); from += 16) {
          var decoder = new Decoder(compressed.packed(), compressed.start(from));
          for (int node = from; node < Math.min(from + 16, graph.nodeCount()); node++) {
            assertThat(decoder.row(node)).isEqualTo(GraphAssert.row(graph, node));
          }
        }
      }
    }
  }

  @Test
  void anyNumberOfThreadsGivesTheSameBytes() {
    byte[] expected = null;
    for (int threads : new int[] {1, 2, 7}) {
      try (Workspace work = Workspace.open(threads)) {
        CsrGraph graph = NamedGraphs.skewed(work, 150_000, 600_000, 3); // several chunks
        byte[] found = CompressedTopology.of(graph, work).packed().toArray(BYTE);
        expected = expected == null ? found : expected;
        assertThat(found).isEqualTo(expected);
      }
    }
  }

  /// Degree, control byte and two gaps of one byte each; every sixteenth row has a start.
  @Test
  void aPathTakesFourBytesANode() {
    try (Workspace work = Workspace.open(2)) {
      int n = 160_000;
      CompressedTopology path = CompressedTopology.of(NamedGraphs.path(work, n), work);
      assertThat(path.sizeBytes()).isEqualTo(4L * n - 2 + 8 * (n / 16 + 1) + 20);
      assertThat(path.bytesPerArc()).isBetween(2.24, 2.26);
    }
  }

  @Test
  void theEstimateIsAFewPercentOffAndRatherTooLarge() {
    try (Workspace work = Workspace.open(2)) {
      for (CsrGraph graph :
          List.of(
              NamedGraphs.g5(work),
              NamedGraphs.path(work, 200_000),
              NamedGraphs.skewed(work, 200_000, 900_000, 4))) {
        double exact = CompressedTopology.of(graph, work).sizeBytes();
        assertThat(CompressedTopology.estimateBytes(graph) / exact).isBetween(0.995, 1.05);
      }
    }
  }

  @Test
  void nothingIsMadeThatWouldBeTooLarge() {
    try (Workspace work = Workspace.open(2)) {
      CsrGraph graph = NamedGraphs.clique(work, 60);
      long size = CompressedTopology.of(graph, work).sizeBytes();
      assertThat(CompressedTopology.of(graph, size - 1, work)).isEmpty();
      assertThat(CompressedTopology.of(graph, size, work)).isPresent();
    }
  }

  /// The star's hub, of 20 000 neighbours, comes by pieces.
  @Test
  void aHopOverCompressedRowsHasTheBytesOfAHopOverTheGraph() {
    try (Workspace work = Workspace.open(1)) {
      for (CsrGraph graph : graphs(work)) {
        CompressedTopology compressed = CompressedTopology.of(graph, work);
        for (RowKernels kernels : new RowKernels[] {Kernels.vector(), Kernels.scalar()}) {
          var window = new RowWindow(compressed, kernels, work);
          for (int width = 4; width <= kernels.widestPanel(); width *= 2) {
            for (HalfFormat half : new HalfFormat[] {null, HalfFormat.BFLOAT16}) {
              same(graph, kernels, window, width, half, work);
            }
          }
        }
      }
    }
  }

  private static void same(
      CsrGraph graph,
      RowKernels kernels,
      RowWindow window,
      int width,
      HalfFormat half,
      Workspace work) {
    int n = graph.nodeCount();
    try (Workspace scratch = work.scratch()) {
      MemorySegment floats = scratch.allocateFloats((long) n * width);
      for (long i = 0; i < (long) n * width; i++) {
        double value = StatelessHash.unit(StatelessHash.of(6, i));
        floats.set(ValueLayout.JAVA_FLOAT_UNALIGNED, 4 * i, (float) value);
      }
      MemorySegment in = floats;
      if (half != null) {
        in = scratch.allocate(2L * n * width);
        kernels.narrow(half, in, 0, floats, 0, n * width);
      }
      float[] factors = new float[n];
      Arrays.fill(factors, 0.3f);
      MemorySegment expected = scratch.allocate(in.byteSize());
      MemorySegment found = scratch.allocate(in.byteSize());
      kernels.hop(panel(graph, factors, width, in, expected, half), 0, n);
      PanelHop panel = panel(graph, factors, width, in, found, half);
      for (int from = n; from > 0; from -= 1001) { // out of order, and from the middle of groups
        window.hop(panel, Math.max(0, from - 1001), from);
      }
      assertThat(found.mismatch(expected)).as("%s, width %d", graph, width).isEqualTo(-1);
    }
  }

  private static PanelHop panel(
      CsrGraph graph,
      float[] factors,
      int width,
      MemorySegment in,
      MemorySegment out,
      HalfFormat half) {
    return new PanelHop(
        graph.offsets(), graph.targets(), factors, width, in, out, 0, 0.1f, 0.2f, in, half);
  }
}
