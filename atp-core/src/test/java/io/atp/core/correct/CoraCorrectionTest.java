package io.atp.core.correct;

import static io.atp.core.graph.GraphAssert.assertGraph;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.graph.CsrGraph;
import io.atp.core.runtime.Workspace;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CoraCorrectionTest {
  private static final Path CORA =
      Path.of(System.getProperty("atp.data", "data"), "cora", "cora.plain.npz");

  /// The specification's numbers for θ = 0.1, s = 0.2, M = 0.5.
  @ParameterizedTest
  @CsvSource({"ROWS, .23", "EDGES, .41"})
  void theAdvisedSettingsHideTheMeasuredShareOfCora(MaskBy by, double share) throws IOException {
    Assumptions.assumeTrue(Files.exists(CORA), "skipped: no Cora at " + CORA);
    try (Workspace work = Workspace.open(2)) {
      CsrGraph cora = read(work);
      assertThat(cora.edgeCount()).isEqualTo(5_278);
      double sum = 0;
      for (int seed = 0; seed < 10; seed++) {
        CorrectionConfig config = Masks.random(new NodeChoice.TopAndSampled(.1, .2), .5, by, seed);
        CorrectedGraph corrected = HighBiasCorrection.apply(cora, config, work);
        assertGraph(corrected.graph());
        assertThat(corrected.account().removedShare()).isCloseTo(share, within(.02));
        sum += corrected.account().removedShare();
      }
      assertThat(sum / 10).isCloseTo(share, within(.01));
    }
  }

  private static CsrGraph read(Workspace work) throws IOException {
    try (ZipFile zip = new ZipFile(CORA.toFile())) {
      int[] starts = ints(zip, "adj_indptr.npy");
      int[] targets = ints(zip, "adj_indices.npy");
      MemorySegment offsets = work.allocateLongs(starts.length);
      for (int i = 0; i < starts.length; i++) {
        offsets.setAtIndex(ValueLayout.JAVA_LONG, i, starts[i]);
      }
      MemorySegment copy = work.allocateInts(targets.length);
      MemorySegment.copy(targets, 0, copy, ValueLayout.JAVA_INT, 0, targets.length);
      return assertGraph(CsrGraph.of(offsets, copy, true));
    }
  }

  /// A version 1 `.npy` of int32: ten bytes, a header whose length the last two of them give, data.
  private static int[] ints(ZipFile zip, String member) throws IOException {
    try (var in = zip.getInputStream(zip.getEntry(member))) {
      ByteBuffer bytes = ByteBuffer.wrap(in.readAllBytes()).order(ByteOrder.LITTLE_ENDIAN);
      bytes.position(10 + bytes.getShort(8));
      int[] values = new int[bytes.remaining() / Integer.BYTES];
      bytes.asIntBuffer().get(values);
      return values;
    }
  }
}
