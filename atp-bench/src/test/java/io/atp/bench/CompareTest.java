package io.atp.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.generate.GeneratorConfig;
import io.atp.io.generate.GraphGenerator;
import io.atp.io.npy.Npy;
import io.atp.learn.model.layer.ParameterStore;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// No peer runs here: the parts of a comparison on a tiny graph.
class CompareTest {
  @TempDir Path temporary;

  @Test
  void peersFindTheGraphInTheirFolder() throws IOException {
    try (Workspace work = Workspace.open(2);
        BenchFolder folder = BenchFolder.create(temporary, 2)) {
      GraphData data = GraphGenerator.generate(GeneratorConfig.of(300, 900, 8, 3), work);
      PropagationOperator operator = PropagationOperator.classic(data.graph(), 0.5);
      DenseFeatures features = (DenseFeatures) data.features().orElseThrow();
      folder.write(operator, features, work);
      long[] edges = Npy.read(folder.file("edges.npy")).toLongs();
      assertThat(edges).hasSize((int) (2 * data.graph().edgeCount()));
      assertThat(edges[0]).isLessThan(edges[1]);
      float[] values = Npy.read(folder.file("operator-values.npy")).toFloats();
      assertThat(values).hasSize((int) data.graph().arcCount() + 300);
      assertThat(Npy.readHeader(folder.file("features.npy")).shape()).containsExactly(300, 8);
    }
  }

  @Test
  void ourHopAgreesWithItselfAndNotWithAnother() throws IOException {
    try (Workspace work = Workspace.open(2)) {
      GraphData data = GraphGenerator.generate(GeneratorConfig.of(300, 900, 8, 3), work);
      PropagationOperator operator = PropagationOperator.classic(data.graph(), 0.5);
      DenseFeatures features = (DenseFeatures) data.features().orElseThrow();
      MemorySegment out = work.allocate(features.data().byteSize());
      Timing timing = HopTask.walk(operator, features, 1, out, 3, work);
      assertThat(timing.seconds()).hasSize(3);
      HopSample ours = HopSample.of(new DenseFeatures(300, 8, out));
      Path rows = temporary.resolve("rows.bin");
      ours.write(rows);
      assertThat(ours.with(rows, ours.sum()).holds()).isTrue();
      HopSample.of(features).write(rows);
      assertThat(ours.with(rows, ours.sum()).holds()).isFalse();
    }
  }

  @Test
  void aRatioIsPrintedOnlyWhereResultsAgree() {
    Timing ours = new Timing(new double[] {2, 1, 3});
    Outcome peer = new Outcome.Measured("peer", new Timing(new double[] {7, 6}), 0);
    Row agreeing = Row.peer("task", peer, ours, 5, () -> new Agreement(1e-6, 1e-4));
    assertThat(agreeing.cells())
        .containsExactly(
            "task", "peer", "6.000 s", "6.500 s", "6.0×", "≥ 5× met", "agrees to 1e-06");
    Row differing = Row.peer("task", peer, ours, 5, () -> new Agreement(0.5, 1e-4));
    assertThat(differing.hasRatio()).isFalse();
    assertThat(differing.note()).startsWith("DISAGREES");
  }

  @Test
  void aMissingPeerIsSkippedWithALineSayingSo() throws IOException {
    PythonPeer missing = new PythonPeer("Nobody", "nobody.py", List.of("n0body"), "n0");
    try (BenchFolder folder = BenchFolder.create(temporary, 1)) {
      Row row = Row.peer("task", missing.run(folder).outcome("task"), null, 2, () -> null);
      assertThat(row.note()).isEqualTo("skipped: Nobody is not installed (apt install n0)");
    }
  }

  /// The weights that peers start from are those that ours starts from, on any number of threads.
  @ParameterizedTest
  @EnumSource(EpochModel.class)
  void anEpochReadFromItsFolderLearnsTheSameOnAnyNumberOfThreads(EpochModel model)
      throws IOException {
    try (Workspace work = Workspace.open(2);
        BenchFolder folder = BenchFolder.create(temporary, 2)) {
      EpochData data = EpochData.write(GeneratorConfig.of(300, 900, 8, 3), folder, work);
      assertThat(data.trainNodes()).hasSize(161).doesNotHaveDuplicates();
      try (var store = new ParameterStore(EpochModel.SEED)) {
        model.create(data.inputs(), 3, store);
        float[] written =
            Npy.read(EpochData.weights(folder.path(), model, "layer1.weight")).toFloats();
        float[] first = store.values().get("layer1.weight").row(0);
        assertThat(Arrays.copyOf(written, first.length)).isEqualTo(first);
      }
      double[] losses = OurEpoch.measure(folder.path(), model, 2, 1).losses();
      assertThat(losses).hasSize(5);
      assertThat(losses[4]).isLessThan(losses[0]);
      assertThat(OurEpoch.measure(folder.path(), model, 2, 2).losses()).isEqualTo(losses);
    }
  }

  @Test
  void metisReadsRowsCountedFromOne() throws IOException {
    try (Workspace work = Workspace.open(1)) {
      GraphData data = GraphGenerator.generate(GeneratorConfig.of(50, 100, 1, 2), work);
      Path file = temporary.resolve("graph.metis");
      MetisPeer.write(data.graph(), file);
      List<String> lines = Files.readAllLines(file);
      assertThat(lines).hasSize(51);
      assertThat(lines.getFirst()).isEqualTo("50 " + data.graph().edgeCount());
      int first = data.graph().target(data.graph().offset(7));
      assertThat(lines.get(8)).startsWith((first + 1) + " ");
      MetisPeer halves = new MetisPeer(new int[50], 1);
      halves.part()[7] = 1;
      assertThat(halves.cut(data.graph())).isEqualTo(data.graph().degree(7));
      assertThat(halves.largest(2)).isEqualTo(49);
    }
  }

  @Test
  void theReportIsWrittenAsMarkdownAndJson() throws IOException {
    Report report = new Report(_ -> {});
    report.fact("threads", 2);
    report.add(Row.ours("task", new Timing(new double[] {0.001}), "a note"));
    report.write(temporary.resolve("out"));
    assertThat(Files.readString(temporary.resolve("out/compare.md")))
        .contains("- threads: 2", "| task ", "| 1.00 ms |");
    assertThat(Files.readString(temporary.resolve("out/compare.json")))
        .contains("\"threads\": 2", "\"ratio\": null");
  }

  @Test
  void unknownOptionsAreRefused() {
    assertThat(CompareOptions.parse("--nodes", "500", "--growth").nodes()).isEqualTo(500);
    assertThatThrownBy(() -> CompareOptions.parse("--node", "500"))
        .hasMessageStartingWith("--node is no option");
    assertThatThrownBy(() -> CompareOptions.parse("--nodes"))
        .hasMessage("option --nodes needs a value");
    assertThatThrownBy(() -> CompareOptions.parse("--only", "hop,pagerank"))
        .hasMessageEndingWith("partition, mlp, epoch, got 'pagerank'");
  }
}
