package io.atp.io.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.feature.Features;
import io.atp.core.feature.SparseFeatures;
import io.atp.core.graph.BuildAccount;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.Labels;
import io.atp.io.dataset.MultiLabels;
import io.atp.io.dataset.NameTable;
import io.atp.io.dataset.NodeIds;
import io.atp.io.dataset.Split;
import io.atp.io.format.GraphFiles;
import io.atp.io.npy.NpyWriter;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativeStoreTest {
  @TempDir Path folder;
  private final Workspace work = Workspace.open(2);

  @AfterEach
  void close() {
    work.close();
  }

  private GraphData g5(CsrGraph graph, Features features) {
    return new GraphData(
        "g5 \"quoted\"",
        "test",
        graph,
        new BuildAccount(9, 1, 2, 3),
        Optional.ofNullable(features),
        Optional.of(new Labels(7, new int[] {0, -1, 3, 3, 6})),
        Optional.of(new Split(new int[] {0}, new int[] {2, 3}, new int[] {})),
        new NodeIds.Numbers(new long[] {-5, 0, 7, 8, 1L << 40}));
  }

  private DenseFeatures dense() {
    MemorySegment data = work.allocateFloats(10);
    for (int i = 0; i < 10; i++) {
      data.set(ValueLayout.JAVA_FLOAT_UNALIGNED, 4L * i, i / 3f);
    }
    return new DenseFeatures(5, 2, data);
  }

  private Path write(String name, GraphData data) throws IOException {
    Path path = folder.resolve(name);
    try (OutputFolder out = OutputFolder.create(path)) {
      NativeStore.write(out, data, work);
      out.commit();
    }
    return path;
  }

  private static boolean same(MemorySegment a, MemorySegment b) {
    return a.mismatch(b) < 0;
  }

  private static void assertSame(GraphData a, GraphData b) {
    assertThat(a.name()).isEqualTo(b.name());
    assertThat(a.account()).isEqualTo(b.account());
    assertThat(a.graph().symmetric()).isEqualTo(b.graph().symmetric());
    assertThat(same(a.graph().offsets(), b.graph().offsets())).isTrue();
    assertThat(same(a.graph().targets(), b.graph().targets())).isTrue();
    assertThat(a.labels().map(Labels::classCount)).isEqualTo(b.labels().map(Labels::classCount));
    assertThat(a.labels().orElseThrow().values()).isEqualTo(b.labels().orElseThrow().values());
    assertThat(a.split().orElseThrow())
        .usingRecursiveComparison()
        .isEqualTo(b.split().orElseThrow());
    assertThat(a.ids()).usingRecursiveComparison().isEqualTo(b.ids());
  }

  @Test
  void aStoreWithDenseFeaturesIsReadBackUnchanged() throws IOException {
    GraphData data = g5(NamedGraphs.g5(work), dense());
    GraphData read = GraphFiles.read(write("dense", data), work);
    assertThat(read.format()).isEqualTo("store");
    assertSame(read, data);
    DenseFeatures features = (DenseFeatures) read.features().orElseThrow();
    assertThat(same(features.data(), dense().data())).isTrue();
    assertThat(features.width()).isEqualTo(2);
  }

  @Test
  void aDirectedStoreWithSparseFeaturesIsReadBackUnchanged() throws IOException {
    MemorySegment offsets = work.allocateLongs(6);
    MemorySegment columns = work.allocateInts(2);
    MemorySegment values = work.allocateFloats(2);
    for (int row = 3; row <= 5; row++) {
      offsets.set(ValueLayout.JAVA_LONG_UNALIGNED, 8L * row, 2);
    }
    columns.set(ValueLayout.JAVA_INT_UNALIGNED, 4, 99);
    values.set(ValueLayout.JAVA_FLOAT_UNALIGNED, 4, -0.5f);
    var features = new SparseFeatures(5, 100, offsets, columns, values).check();
    GraphData data = g5(NamedGraphs.directed(work, 5, 0, 1, 4, 0).graph(), features);
    GraphData read = GraphFiles.read(write("sparse", data), work);
    assertSame(read, data);
    SparseFeatures again = (SparseFeatures) read.features().orElseThrow();
    assertThat(again.width()).isEqualTo(100);
    assertThat(same(again.offsets(), offsets)).isTrue();
    assertThat(same(again.columns(), columns)).isTrue();
    assertThat(same(again.values(), values)).isTrue();
  }

  @Test
  void topologyAloneIsAStoreToo() throws IOException {
    CsrGraph graph = NamedGraphs.edges(work, 4);
    GraphData data =
        new GraphData(
            "bare",
            "test",
            graph,
            new BuildAccount(0, 0, 0, 0),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            new NodeIds.Same(4));
    GraphData read = GraphFiles.read(write("bare", data), work);
    assertThat(read.graph().arcCount()).isZero();
    assertThat(read.features()).isEmpty();
    assertThat(read.split()).isEmpty();
    assertThat(read.ids()).isEqualTo(new NodeIds.Same(4));
  }

  @Test
  void severalSplitsManyLabelsTimesAndNamesAreReadBackUnchanged() throws IOException {
    MultiLabels labels = MultiLabels.none(5, 66);
    labels.set(0, 65);
    labels.set(4, 0);
    NameTable names = new NameTable();
    for (String name : new String[] {"ada", "", "Zoë", "x y", "e"}) {
      names.intern(name);
    }
    List<Split> splits =
        List.of(
            new Split(new int[] {0}, new int[] {1}, new int[] {2}),
            new Split(new int[] {4}, new int[] {}, new int[] {0, 1}),
            new Split(new int[] {1, 2}, new int[] {3}, new int[] {}));
    GraphData data =
        new GraphData(
            "rich",
            "test",
            NamedGraphs.g5(work),
            new BuildAccount(5, 0, 0, 5),
            Optional.empty(),
            Optional.empty(),
            Optional.of(labels),
            splits,
            Optional.of(new int[] {2015, 2016, 2017, 2018, -1}),
            true,
            names.ids());
    Path store = write("rich", data);
    GraphData read = GraphFiles.read(store, work);
    assertThat(read.multiLabels().orElseThrow()).usingRecursiveComparison().isEqualTo(labels);
    assertThat(read.labels()).isEmpty();
    assertThat(read.splits()).usingRecursiveComparison().isEqualTo(splits);
    assertThat(read.split().orElseThrow().train()).containsExactly(0);
    assertThat(read.times().orElseThrow()).containsExactly(2015, 2016, 2017, 2018, -1);
    assertThat(read.inductive()).isTrue();
    NodeIds.Names ids = (NodeIds.Names) read.ids();
    assertThat(IntStream.range(0, 5).mapToObj(ids::name))
        .containsExactly("ada", "", "Zoë", "x y", "e");
    assertThat(ids.find("Zoë")).isEqualTo(2);

    poke(store.resolve("ids-offsets.npy"), 16, 1);
    refused(store, "name");
  }

  @Test
  void manyLabelsOfAnotherShapeAreRefused() throws IOException {
    GraphData data =
        new GraphData(
                "many",
                "test",
                NamedGraphs.g5(work),
                new BuildAccount(0, 0, 0, 0),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                new NodeIds.Same(5))
            .withMultiLabels(MultiLabels.none(5, 3));
    Path store = write("shape", data);
    Path manifest = store.resolve("manifest.json");
    String text = Files.readString(manifest);
    Files.writeString(manifest, text.replace("\"classes\": 3", "\"classes\": 2"));
    refused(store, "multi-labels.npy holds |u1 of shape (5, 3); |u1 of shape (5, 2) is needed");
  }

  @Test
  void theSameGraphGivesTheSameBytes() throws IOException {
    Path one = write("one", g5(NamedGraphs.g5(work), dense()));
    Path two = write("two", g5(NamedGraphs.g5(work), dense()));
    assertThat(Files.readString(one.resolve("manifest.json")))
        .isEqualTo(Files.readString(two.resolve("manifest.json")));
  }

  private void refused(Path store, String message) {
    assertThatThrownBy(() -> GraphFiles.read(store, work))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(store.toString())
        .hasMessageContaining(message);
  }

  private static void poke(Path file, long fromEnd, int value) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      ByteBuffer bytes = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN);
      channel.write(bytes.putInt(value).flip(), channel.size() - fromEnd);
    }
  }

  @Test
  void damageIsNamed() throws IOException {
    GraphData data = g5(NamedGraphs.g5(work), dense());
    Path store = write("cut", data);
    Files.delete(store.resolve("targets.npy"));
    refused(store, "targets.npy is missing, although the manifest lists it");

    store = write("short", data);
    try (FileChannel channel =
        FileChannel.open(store.resolve("targets.npy"), StandardOpenOption.WRITE)) {
      channel.truncate(channel.size() - 4);
    }
    refused(store, "the manifest lists");

    store = write("range", data);
    poke(store.resolve("targets.npy"), 4, 5);
    refused(store, "row 4 lists node 5 after -1, with 5 nodes");

    store = write("asymmetric", data);
    poke(store.resolve("targets.npy"), 4, 0);
    refused(store, "has no reverse");

    store = write("offsets", data);
    poke(store.resolve("offsets.npy"), 16, 1 << 30);
    refused(store, "offsets of node");

    store = write("nan", data);
    poke(store.resolve("features.npy"), 8, 0x7FC00000);
    refused(store, "the feature in row 4, column 0 is NaN");

    store = write("label", data);
    poke(store.resolve("labels.npy"), 4, 7);
    refused(store, "node 4 has label 7, with 7 classes");

    store = write("split", data);
    poke(store.resolve("split-train.npy"), 4, 5);
    refused(store, "train part lists node 5, with 5 nodes");
  }

  @Test
  void aManifestThatLiesIsRefused() throws IOException {
    Path store = write("m", g5(NamedGraphs.g5(work), dense()));
    Path manifest = store.resolve("manifest.json");
    String text = Files.readString(manifest);
    Files.writeString(manifest, text.replace("\"nodes\": 5", "\"nodes\": 4"));
    refused(store, "offsets.npy holds <i8 of shape (6); <i8 of length 5 is needed");
    Files.writeString(manifest, text.replace("\"nodes\": 5", "\"nodes\": \"5\""));
    refused(store, "'nodes' must be a whole number from 0 on, got 5");
    Files.writeString(manifest, text.replace("\"formatVersion\": 1", "\"formatVersion\": 2"));
    refused(store, "format version 2; version 1 is read");
    Files.writeString(manifest, "[]");
    refused(store, "no JSON object");
    Files.writeString(manifest, text.substring(0, 40));
    refused(store, "manifest.json, line ");
  }

  @Test
  void aNumberThatIsNotFiniteIsFoundFarInsideAFile() throws IOException {
    DenseFeatures wide = new DenseFeatures(5, 300_000, work.allocateFloats(1_500_000));
    Path store = write("wide", g5(NamedGraphs.g5(work), wide));
    poke(store.resolve("features.npy"), 4L * 100_000, 0xFF800000);
    refused(store, "the feature in row 4, column 200000 is -Infinity");
  }

  @Test
  void featuresWithAnotherNumberOfRowsAreRefused() throws IOException {
    Path store = write("rows", g5(NamedGraphs.g5(work), dense()));
    Path file = store.resolve("features.npy");
    Files.delete(file);
    NpyWriter.write(file, "<f4", new long[] {10, 1}, MemorySegment.ofArray(new float[10]));
    refused(store, "features.npy has 10 rows, the graph has 5 nodes");
  }

  @Test
  void featuresThatAreNotFiniteAreNotWritten() {
    DenseFeatures features = dense();
    features.data().set(ValueLayout.JAVA_FLOAT_UNALIGNED, features.at(3, 1), Float.NaN);
    assertThatThrownBy(() -> write("bad", g5(NamedGraphs.g5(work), features)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("row 3, column 1 is NaN");
    assertThat(folder.resolve("bad")).doesNotExist();
    assertThat(folder).isEmptyDirectory();
  }
}
