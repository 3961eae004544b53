package io.atp.io.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.feature.Features;
import io.atp.core.feature.SparseFeatures;
import io.atp.core.graph.BuiltGraph;
import io.atp.core.graph.GraphAssert;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.Labels;
import io.atp.io.dataset.NameTable;
import io.atp.io.dataset.NodeIds;
import io.atp.io.dataset.Split;
import io.atp.io.format.GraphFiles;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class GraphExportTest {
  @TempDir Path folder;
  private final Workspace work = Workspace.open(2);

  @AfterEach
  void close() {
    work.close();
  }

  private DenseFeatures dense(int rows, float... values) {
    MemorySegment data = work.allocateFloats(values.length);
    MemorySegment.copy(values, 0, data, ValueLayout.JAVA_FLOAT_UNALIGNED, 0, values.length);
    return new DenseFeatures(rows, values.length / rows, data);
  }

  /// 5 rows of 9 columns; row 1 is empty, and one stored value is 0.
  private SparseFeatures sparse() {
    return new SparseFeatures(
        5,
        9,
        MemorySegment.ofArray(new long[] {0, 2, 2, 3, 4, 5}),
        MemorySegment.ofArray(new int[] {0, 8, 3, 3, 7}),
        MemorySegment.ofArray(new float[] {1, -2.5f, 0, 1e-30f, 3}));
  }

  private static NodeIds names(String... texts) {
    NameTable names = new NameTable();
    for (String text : texts) {
      names.intern(text);
    }
    return names.ids();
  }

  private GraphData of(BuiltGraph built, NodeIds ids) {
    return new GraphData(
        "g",
        "test",
        built.graph(),
        built.account(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        ids);
  }

  private GraphData g5(Features features, Labels labels, NodeIds ids, Split... splits) {
    var built = NamedGraphs.undirected(work, 5, 0, 1, 0, 2, 1, 2, 2, 4);
    return new GraphData(
            "g5",
            "test",
            built.graph(),
            built.account(),
            Optional.of(features),
            Optional.ofNullable(labels),
            Optional.empty(),
            ids)
        .withSplits(List.of(splits));
  }

  /// Node 3 of g5 and nodes 3 to 5 of the bare graph are isolated.
  private GraphData graph(String name) {
    return switch (name) {
      case "bare" -> of(NamedGraphs.undirected(work, 6, 0, 1, 1, 2), new NodeIds.Same(6));
      case "dense" ->
          g5(
              dense(5, 1 / 3f, -0f, Float.MIN_VALUE, Float.MAX_VALUE, 0, 1, 1e-10f, 3e20f, 7, -8),
              new Labels(7, new int[] {0, -1, 3, 3, 5}),
              new NodeIds.Same(5),
              new Split(new int[] {0}, new int[] {2, 3}, new int[] {}));
      case "sparse" ->
          g5(
              sparse(),
              new Labels(2, new int[] {0, 1, 1, 0, 1}),
              new NodeIds.Numbers(new long[] {-5, 0, 7, 8, 1L << 40}),
              new Split(new int[] {4}, new int[] {}, new int[] {0, 1}),
              new Split(new int[] {}, new int[] {}, new int[] {}));
      case "names" ->
          g5(
              dense(5, 1, 2, 3, 4, 5),
              new Labels(3, new int[] {-1, -1, -1, -1, -1}),
              names(" 7 ", "07", "b,c", "two\nlines\r\"q\"", "ü <&'>\t\uD83D\uDE00"));
      default -> g5(dense(5, new float[15]), null, names("3", "2", "1", "0", "-1"));
    };
  }

  static Stream<Arguments> everyFormatAndGraph() {
    List<Arguments> all = new ArrayList<>();
    for (ExportFormat format : ExportFormat.values()) {
      for (String graph : List.of("bare", "dense", "sparse", "names", "zeros")) {
        all.add(Arguments.of(format, graph));
      }
    }
    return all.stream();
  }

  private Path out(ExportFormat format, String name) {
    return folder.resolve(format.folder() ? name : name + "." + format.word());
  }

  @ParameterizedTest
  @MethodSource("everyFormatAndGraph")
  void whatIsWrittenIsReadBackTheSame(ExportFormat format, String name) throws IOException {
    Path out = out(format, name);
    GraphData written = graph(name);
    ExportReport report = GraphExport.write(written, format, out, work);
    GraphData read = GraphFiles.read(out, work);
    // Tables say nothing by the order of their rows.
    boolean turned = format == ExportFormat.CSV && name.equals("zeros");
    GraphData data = turned ? numberedById(written) : written;
    GraphAssert.assertSame(GraphAssert.assertGraph(read.graph()), data.graph());
    boolean features = format.carries(ExportPart.FEATURES);
    assertFeatures(read.features(), features ? data.features() : Optional.empty());
    if (features && data.features().isPresent() && format.carries(ExportPart.SPARSE_STORAGE)) {
      assertThat(read.features().get().getClass()).isEqualTo(data.features().get().getClass());
    }
    Optional<Labels> labels =
        format.carries(ExportPart.LABELS) ? data.labels() : Optional.<Labels>empty();
    assertThat(read.labels().map(Labels::classCount)).isEqualTo(labels.map(Labels::classCount));
    assertThat(read.labels().map(Labels::values).orElse(null))
        .isEqualTo(labels.map(Labels::values).orElse(null));
    List<Split> splits = format.carries(ExportPart.SPLIT) ? data.splits() : List.of();
    splits = format.carries(ExportPart.MORE_SPLITS) ? splits : splits.stream().limit(1).toList();
    assertThat(read.splits().stream().map(GraphExportTest::text).toList())
        .isEqualTo(splits.stream().map(GraphExportTest::text).toList());
    for (int node = 0; node < data.graph().nodeCount(); node++) {
      // Matrix Market counts from 1.
      String id = format.carries(ExportPart.IDS) ? data.ids().name(node) : "" + (node + 1);
      assertThat(read.ids().name(node)).isEqualTo(id);
    }
    boolean all =
        Arrays.stream(ExportPart.values())
            .allMatch(part -> format.carries(part) || !part.presentIn(written));
    assertThat(report.leftOut().isEmpty()).isEqualTo(all && format != ExportFormat.MTX);
  }

  /// The zeros, whose ids fall from 3 to −1, turned round.
  private GraphData numberedById(GraphData zeros) {
    var built = NamedGraphs.undirected(work, 5, 4, 3, 4, 2, 3, 2, 2, 0);
    return g5(zeros.features().orElseThrow(), null, names("-1", "0", "1", "2", "3"))
        .withGraph(built.graph());
  }

  @ParameterizedTest
  @EnumSource(
      value = ExportFormat.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"MTX"})
  void namesOfClassesAreKept(ExportFormat format) throws IOException {
    Labels labels = new Labels(4, new int[] {2, 0, -1, 2, 3});
    GraphData data =
        g5(
            dense(5, 1, 2, 3, 4, 5),
            labels.named(
                List.of("z <&\"7\">", "no node, has it", "1", format.folder() ? "0" : " 0 ")),
            new NodeIds.Same(5));
    Path out = out(format, "classes");
    GraphExport.write(data, format, out, work);
    Labels read = GraphFiles.read(out, work).labels().orElseThrow();
    assertThat(read.classNames()).isEqualTo(data.labels().get().classNames());
    assertThat(read.values()).isEqualTo(labels.values());
  }

  @Test
  void nodesThatCountFromOneKeepTheirIdsInMatrixMarket() throws IOException {
    NodeIds ids = new NodeIds.Numbers(new long[] {1, 2, 3});
    Path out = folder.resolve("one.mtx");
    GraphData data = of(NamedGraphs.undirected(work, 3, 0, 2), ids);
    assertThat(GraphExport.write(data, ExportFormat.MTX, out, work).leftOut()).isEmpty();
    assertThat(GraphFiles.read(out, work).ids().name(2)).isEqualTo("3");
  }

  private static String text(Split split) {
    return Arrays.toString(split.train())
        + Arrays.toString(split.validation())
        + Arrays.toString(split.test());
  }

  private void assertFeatures(Optional<Features> actual, Optional<Features> expected) {
    assertThat(actual.isPresent()).isEqualTo(expected.isPresent());
    if (expected.isPresent()) {
      assertThat(actual.get().width()).isEqualTo(expected.get().width());
      for (int row = 0; row < expected.get().rows(); row++) {
        assertThat(bits(actual.get(), row)).isEqualTo(bits(expected.get(), row));
      }
    }
  }

  private int[] bits(Features features, int row) {
    MemorySegment bits = MemorySegment.ofArray(new int[features.width()]);
    features.copyRow(row, 0, features.width(), bits, 0);
    return bits.toArray(ValueLayout.JAVA_INT);
  }

  @ParameterizedTest
  @EnumSource(ExportFormat.class)
  void theSameDataGiveTheSameBytes(ExportFormat format) throws IOException {
    GraphData data = graph("sparse");
    Path first = out(format, "a");
    Path second = out(format, "b");
    GraphExport.write(data, format, first, work);
    GraphExport.write(data, format, second, work);
    for (Path file : files(first)) {
      Path twin = format.folder() ? second.resolve(file.getFileName()) : second;
      assertThat(Files.mismatch(file, twin)).isEqualTo(-1);
    }
    assertThat(files(first)).hasSameSizeAs(files(second));
  }

  private static List<Path> files(Path path) throws IOException {
    try (Stream<Path> all = Files.walk(path)) {
      return all.filter(Files::isRegularFile).sorted().toList();
    }
  }

  @ParameterizedTest
  @EnumSource(ExportFormat.class)
  void nothingOfAnotherIsReplacedAndNothingHalfIsLeft(ExportFormat format) throws IOException {
    Path taken = out(format, "taken");
    if (format.folder()) {
      Files.createDirectory(taken);
      Files.writeString(taken.resolve("mine.txt"), "mine");
    } else {
      Files.writeString(taken, "mine");
    }
    GraphData data = graph("dense");
    assertThatThrownBy(() -> GraphExport.write(data, format, taken, work))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("taken");
    GraphData bad = g5(dense(5, 1, 2, Float.NaN, 4, 5), null, new NodeIds.Same(5));
    assertThatThrownBy(() -> GraphExport.write(bad, format, out(format, "bad"), work))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("NaN");
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left.toList()).containsExactly(taken);
    }
  }

  @Test
  void theReportSaysWhatHadNoPlace() throws IOException {
    GraphData data = graph("sparse").withTimes(new int[5]);
    assertThat(GraphExport.write(data, ExportFormat.MTX, folder.resolve("m.mtx"), work).leftOut())
        .containsExactly(
            ExportPart.FEATURES,
            ExportPart.LABELS,
            ExportPart.SPLIT,
            ExportPart.TIMES,
            ExportPart.IDS);
    assertThat(GraphExport.write(data, ExportFormat.NPZ, folder.resolve("m.npz"), work).sentences())
        .containsExactly(
            "npz has no place for the splits after the first",
            "npz has no place for the times of the nodes");
    assertThat(GraphExport.write(data, ExportFormat.ONDISK, folder.resolve("o"), work).leftOut())
        .containsExactly(ExportPart.SPARSE_STORAGE, ExportPart.TIMES);
    assertThat(GraphExport.write(data, ExportFormat.NPY, folder.resolve("n"), work).leftOut())
        .isEmpty();
  }

  @Test
  void aDirectedGraphKeepsEveryArc() throws IOException {
    GraphData data = of(NamedGraphs.directed(work, 3, 0, 1, 1, 0, 2, 1), new NodeIds.Same(3));
    GraphExport.write(data, ExportFormat.MTX, folder.resolve("d.mtx"), work);
    assertThat(folder.resolve("d.mtx"))
        .content()
        .isEqualTo("%%MatrixMarket matrix coordinate pattern general\n3 3 3\n1 2\n2 1\n3 2\n");
    GraphExport.write(data, ExportFormat.GRAPHML, folder.resolve("d.graphml"), work);
    assertThat(folder.resolve("d.graphml"))
        .content()
        .contains("edgedefault=\"directed\"", "source=\"2\" target=\"1\"");
    GraphExport.write(data, ExportFormat.CSV, folder.resolve("csv"), work);
    assertThat(folder.resolve("csv/edges.csv")).content().isEqualTo("src,dst\n0,1\n1,0\n2,1\n");
    GraphExport.write(data, ExportFormat.NPY, folder.resolve("npy"), work);
    assertThat(GraphFiles.read(folder.resolve("npy"), work).graph().symmetric()).isFalse();
  }

  @Test
  void aNameThatAFormatCannotHoldIsRefused() {
    GraphData bell = g5(dense(5, 1, 2, 3, 4, 5), null, names("a", "b\u0007", "c", "d", "e"));
    assertThatThrownBy(
            () -> GraphExport.write(bell, ExportFormat.GRAPHML, folder.resolve("b.graphml"), work))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("\\u0007");
    GraphData empty = g5(dense(5, 1, 2, 3, 4, 5), null, names("a", "", "c", "d", "e"));
    assertThatThrownBy(() -> GraphExport.write(empty, ExportFormat.CSV, folder.resolve("c"), work))
        .hasMessageContaining("empty name");
    GraphData zero = g5(dense(5, 1, 2, 3, 4, 5), null, names("a", "b\0", "c", "d", "e"));
    assertThatThrownBy(
            () -> GraphExport.write(zero, ExportFormat.NPZ, folder.resolve("z.npz"), work))
        .hasMessageContaining("no place");
  }
}
