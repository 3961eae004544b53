package io.atp.tables;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.GraphAssert;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.NodeIds;
import io.atp.tables.TableImportConfig.Columns;
import io.atp.tables.TableImportConfig.Missing;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableImportTest {
  private final Workspace work = Workspace.open(2);
  @TempDir private Path folder;

  @AfterEach
  void close() {
    work.close();
  }

  private static List<String> names(GraphData data) {
    return IntStream.range(0, data.ids().count()).mapToObj(data.ids()::name).toList();
  }

  /// `a-b` for every edge, once.
  private static List<String> edges(GraphData data) {
    CsrGraph graph = data.graph();
    List<String> edges = new ArrayList<>();
    for (int node = 0; node < graph.nodeCount(); node++) {
      for (long at = graph.offset(node); at < graph.offset(node + 1); at++) {
        if (node <= graph.target(at)) {
          edges.add(data.ids().name(node) + "-" + data.ids().name(graph.target(at)));
        }
      }
    }
    return edges;
  }

  @ParameterizedTest
  @ValueSource(strings = {".csv", ".tsv", ".csv.gz", ".parquet", ".jsonl", ".json", ".jsonl.gz"})
  void everyFormatGivesTheSameGraph(String extension) throws Exception {
    TestTables.write(
        folder.resolve("edges" + extension),
        "SELECT * FROM (VALUES ('zoe', 'bob'), ('bob', 'ann'), ('ann', 'bob')) e(\"from\","
            + " \"to\")");
    TestTables.write(
        folder.resolve("nodes" + extension),
        "SELECT * FROM (VALUES (1.5::DOUBLE, 'zoe', 'red', 'test', 2), (0.25, 'ann', NULL, 'train',"
            + " 3), (-1, 'bob', 'blue', 'val', 4)) n(f0, node_id, class, split, f1)");
    ImportedTables read = TestTables.read(folder, work);
    GraphData data = read.data();
    GraphAssert.assertGraph(data.graph());
    assertThat(names(data)).containsExactly("ann", "bob", "zoe");
    assertThat(edges(data)).containsExactly("ann-bob", "bob-zoe");
    assertThat(data.account().duplicatesRemoved()).isZero();
    assertThat(data.account().reversesAdded()).isEqualTo(1);
    assertThat(data.labels().orElseThrow().values()).containsExactly(-1, 0, 1);
    assertThat(read.report().classNames()).containsExactly("blue", "red");
    assertThat(data.split().orElseThrow().train()).containsExactly(0);
    assertThat(data.split().orElseThrow().validation()).containsExactly(1);
    assertThat(data.split().orElseThrow().test()).containsExactly(2);
    DenseFeatures x = (DenseFeatures) data.features().orElseThrow();
    assertThat(x.data().toArray(ValueLayout.JAVA_FLOAT)).containsExactly(0.25f, 3, -1, 4, 1.5f, 2);
    assertThat(read.report().featureNames()).containsExactly("f0", "f1");
    assertThat(read.report().nodeRows()).isEqualTo(3);
    assertThat(read.report().edgeRows()).isEqualTo(3);
  }

  @Test
  void everyInferenceIsReported() throws IOException {
    TestTables.text(folder.resolve("edges.csv"), "weight,To,FROM", "1,a,b");
    TestTables.text(folder.resolve("nodes.csv"), "age,Node ID,note", "7,a,x", "8,b,y");
    assertThat(TestTables.read(folder, work).report().decisions())
        .extracting(Object::toString)
        .containsExactly(
            "edges.src ← column 'FROM' (inferred from its name)",
            "edges.dst ← column 'To' (inferred from its name)",
            "edges.ignored ← 'weight' (nothing here uses them)",
            "nodes.id ← column 'Node ID' (inferred from its name)",
            "nodes.features ← 'age' (inferred from their type, all numbers that are left)",
            "nodes.ignored ← 'note' (nothing here uses them)",
            "nodes ← 0 … n−1 in the order of their ids (whatever the order of rows)");
  }

  @Test
  void givenColumnsWinOverNames() throws IOException {
    TestTables.text(folder.resolve("edges.csv"), "src,dst,a,b", "x,x,p,q");
    TestTables.text(
        folder.resolve("nodes.csv"),
        "id,who,label,kind,g1,g2,f1",
        "9,p,0,cat,1,2,3",
        "8,q,0,dog,4,5,6");
    var columns =
        new Columns(
            Optional.of("who"),
            Optional.of("a"),
            Optional.of("B"),
            Optional.of("kind"),
            Optional.empty(),
            Optional.of("g*"));
    var config = TableImportConfig.defaults().withColumns(columns);
    ImportedTables read = TestTables.read(folder, config, work);
    assertThat(names(read.data())).containsExactly("p", "q");
    assertThat(edges(read.data())).containsExactly("p-q");
    assertThat(read.report().classNames()).containsExactly("cat", "dog");
    assertThat(read.report().featureNames()).containsExactly("g1", "g2");
    assertThat(read.report().decisions().getFirst().toString())
        .isEqualTo("edges.src ← column 'a' (as given)");
  }

  @Test
  void aListWithoutNamesIsReadByPlace() throws IOException {
    Path file = TestTables.text(folder.resolve("friends.csv"), "# a comment", "ann;bob", "bob;cid");
    ImportedTables read = TestTables.read(file, work);
    assertThat(edges(read.data())).containsExactly("ann-bob", "bob-cid");
    assertThat(read.data().name()).isEqualTo("friends");
    assertThat(read.report().decisions().getFirst().toString())
        .isEqualTo("edges.columns ← column0, column1, … (its first row is no row of names)");
  }

  @Test
  void numbersAreOrderedByValueAndTextsByTheirBytes() throws Exception {
    Path numbers =
        TestTables.write(
            folder.resolve("n.parquet"), "SELECT * FROM (VALUES (10, 9), (9, -3)) e(src, dst)");
    assertThat(names(TestTables.read(numbers, work).data())).containsExactly("-3", "9", "10");
    Path written = TestTables.text(folder.resolve("n.csv"), "src,dst", "10,9", "9,-3");
    assertThat(TestTables.read(written, work).data().ids()).isInstanceOf(NodeIds.Numbers.class);
    Path mixed = TestTables.text(folder.resolve("m.csv"), "src,dst", "10,9", "9,x", "Ä,é", "z,😀");
    assertThat(names(TestTables.read(mixed, work).data()))
        .containsExactly("10", "9", "x", "z", "Ä", "é", "😀");
  }

  @Test
  void marksOfOtherSystemsAreNoPartOfTheText() throws IOException {
    Path file = folder.resolve("dos.csv");
    Files.writeString(file, "\uFEFFsrc,dst\r\na,b\r\nb,c\r\n");
    ImportedTables read = TestTables.read(file, work);
    assertThat(edges(read.data())).containsExactly("a-b", "b-c");
    assertThat(read.report().decisions().getFirst().toString())
        .isEqualTo("edges.src ← column 'src' (inferred from its name)");
    Files.writeString(file, "\uFEFFann,bob\r\nbob,cid");
    assertThat(edges(TestTables.read(file, work).data())).containsExactly("ann-bob", "bob-cid");
  }

  @Test
  void namesThatRepeatAreTakenByPlace() throws IOException {
    Path file = TestTables.text(folder.resolve("r.csv"), "id,ID,", "a,b,1", "b,c,2");
    assertThat(edges(TestTables.read(file, work).data())).containsExactly("a-b", "b-c");
  }

  @Test
  void leadingZerosArePartOfAnId() throws IOException {
    Path file = TestTables.text(folder.resolve("zip.csv"), "src,dst", "007,7", "7,08");
    assertThat(names(TestTables.read(file, work).data())).containsExactly("007", "08", "7");
  }

  @Test
  void idsMayLieBeyondIntAndBeyondLong() throws Exception {
    Path wide =
        TestTables.write(
            folder.resolve("wide.parquet"),
            "SELECT * FROM (VALUES (9223372036854775807, 5000000000)) e(src, dst)");
    assertThat(names(TestTables.read(wide, work).data()))
        .containsExactly("5000000000", "9223372036854775807");
    Path huge = TestTables.text(folder.resolve("huge.csv"), "src,dst", "92233720368547758070,1");
    assertThat(names(TestTables.read(huge, work).data()))
        .containsExactly("1", "92233720368547758070");
  }

  @Test
  void uuidsAreKept() throws Exception {
    String a = "f81d4fae-7dec-11d0-a765-00a0c91e6bf6";
    String b = "00000000-0000-4000-8000-000000000001";
    Path file =
        TestTables.write(
            folder.resolve("uuid.parquet"),
            "SELECT UUID '%s' AS src, UUID '%s' AS dst".formatted(a, b));
    assertThat(names(TestTables.read(file, work).data())).containsExactly(b, a);
  }

  @Test
  void wholeNumbersThatBecameFloatingPointAreThemselvesAgain() throws Exception {
    TestTables.write(folder.resolve("edges.parquet"), "SELECT 1::DOUBLE AS src, 12::DOUBLE AS dst");
    TestTables.write(
        folder.resolve("nodes.parquet"),
        "SELECT * FROM (VALUES (1, 2::DOUBLE), (12, 'NaN'), (3, 10)) n(id, label)");
    ImportedTables read = TestTables.read(folder, work);
    assertThat(names(read.data())).containsExactly("1", "3", "12");
    assertThat(read.report().nodesAdded()).isZero();
    assertThat(read.report().classNames()).containsExactly("2", "10");
    assertThat(read.data().labels().orElseThrow().values()).containsExactly(0, 1, -1);
  }

  @Test
  void contiguousNumbersStayAsTheyAre() throws Exception {
    Path file =
        TestTables.write(
            folder.resolve("e.parquet"), "SELECT i AS src, i + 1 AS dst FROM range(5) t(i)");
    GraphData data = TestTables.read(file, work).data();
    assertThat(data.ids()).isEqualTo(new NodeIds.Same(6));
    assertThat(edges(data)).containsExactly("0-1", "1-2", "2-3", "3-4", "4-5");
  }

  @Test
  void nodesOnlyInEdgesAreAddedAndCounted() throws IOException {
    TestTables.text(folder.resolve("edges.csv"), "src,dst", "a,b", "b,c", "c,d");
    TestTables.text(folder.resolve("nodes.csv"), "id,f1", "b,1", "a,2", "lone,3");
    ImportedTables read = TestTables.read(folder, work);
    assertThat(names(read.data())).containsExactly("a", "b", "c", "d", "lone");
    assertThat(read.report().nodesAdded()).isEqualTo(2);
    assertThat(read.report().edgesWithAddedNodes()).isEqualTo(2);
    assertThat(((DenseFeatures) read.data().features().orElseThrow()).get(3, 0)).isZero();
  }

  @Test
  void featuresMayBeListsOrTruths() throws Exception {
    TestTables.text(folder.resolve("edges.csv"), "src,dst", "a,b");
    TestTables.write(
        folder.resolve("nodes.parquet"),
        "SELECT * FROM (VALUES ('b', [1.5, 2]), ('a', [3, 4])) n(id, embedding)");
    ImportedTables read = TestTables.read(folder, work);
    assertThat(((DenseFeatures) read.data().features().orElseThrow()).get(1, 0)).isEqualTo(1.5f);
    assertThat(read.report().featureNames()).containsExactly("embedding[0]", "embedding[1]");
    Files.delete(folder.resolve("nodes.parquet"));
    TestTables.text(folder.resolve("nodes.csv"), "id,old,rich", "a,true,1", "b,false,0");
    DenseFeatures x = (DenseFeatures) TestTables.read(folder, work).data().features().orElseThrow();
    assertThat(x.data().toArray(ValueLayout.JAVA_FLOAT)).containsExactly(1, 1, 0, 0);
  }

  @Test
  void emptyFeaturesAreZeroWhenAskedFor() throws IOException {
    TestTables.text(folder.resolve("edges.csv"), "src,dst", "a,b");
    TestTables.text(folder.resolve("nodes.csv"), "id,f1,f2", "a,,1", "b,2,");
    var config = TableImportConfig.defaults().withMissing(Missing.ZERO);
    ImportedTables read = TestTables.read(folder, config, work);
    assertThat(read.report().missingFeatures()).isEqualTo(2);
    assertThat(((DenseFeatures) read.data().features().orElseThrow()).get(0, 0)).isZero();
  }

  @Test
  void threadsAndOrderOfRowsChangeNothing() throws Exception {
    String edges =
        "SELECT 'n' || (hash(i) %% 900) AS src, 'n' || (hash(-i) %% 900) AS dst FROM"
            + " range(20000) t(i) ORDER BY %s";
    Path one = TestTables.write(folder.resolve("one.parquet"), edges.formatted("i"));
    Path two = TestTables.write(folder.resolve("two.csv"), edges.formatted("hash(i + 7)"));
    List<String> wanted = edges(TestTables.read(one, work).data());
    for (int threads : new int[] {1, 7}) {
      try (Workspace other = Workspace.open(threads)) {
        assertThat(edges(TestTables.read(two, other).data())).isEqualTo(wanted);
      }
    }
  }

  @Test
  void oddPathsAndColumnNamesAreTakenAsTheyAre() throws Exception {
    Path odd = Files.createDirectory(folder.resolve("it's [1] *{x}?"));
    Path quoted = odd.resolve("a'b\"c;--[2].parquet");
    TestTables.write(
        folder.resolve("plain.parquet"), "SELECT 'x' AS \"s'r\"\"c\", 'y' AS \"d%s; DROP\"");
    Files.move(folder.resolve("plain.parquet"), quoted);
    assertThat(edges(TestTables.read(quoted, work).data())).containsExactly("x-y");
    Path text = TestTables.text(odd.resolve("t[1].csv"), "src,\"d,\"\"st\"", "x,\"p,\"\"q\"");
    assertThat(edges(TestTables.read(text, work).data())).containsExactly("p,\"q-x");
  }

  @Test
  void nothingIsLeftInTheTemporaryFolder() throws IOException {
    Path temporary = Files.createDirectory(folder.resolve("tmp"));
    Path leftover =
        Files.createDirectory(temporary.resolve(".tables.atp-" + host() + "-999999999-1"));
    Path file = TestTables.text(folder.resolve("e.csv"), "src,dst", "a,b");
    TestTables.read(file, TableImportConfig.defaults().withTemporary(temporary), work);
    assertThat(leftover).doesNotExist();
    assertThat(temporary).isEmptyDirectory();
  }

  private static String host() throws IOException {
    Path name = Path.of("/proc/sys/kernel/hostname");
    return Files.isReadable(name)
        ? Files.readString(name).strip().replaceAll("[^A-Za-z0-9]", "_")
        : "host";
  }
}
