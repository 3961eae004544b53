package io.atp.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.Labels;
import io.atp.io.store.OutputFolder;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TableExportTest {
  private final Workspace work = Workspace.open(2);
  @TempDir private Path folder;

  @AfterEach
  void close() {
    work.close();
  }

  private ImportedTables small() throws IOException {
    Path in = Files.createDirectory(folder.resolve("in"));
    TestTables.text(
        in.resolve("edges.csv"), "src,dst", "z,\"a,\"\"b\"", "007,z", "é,z", "z,007", "z,z");
    TestTables.text(
        in.resolve("nodes.csv"),
        "id,label,split,f0,f1",
        "lone,10,test,0.1,1e-30",
        "\"a,\"\"b\",9,train,3.4028235e38,-7",
        "z,,,0,16777217",
        "007,10,val,0.3333333,2",
        "é,9,train,5,6");
    return TestTables.read(in, work);
  }

  @ParameterizedTest
  @EnumSource
  void importExportImportIsTheIdentity(TableFormat format) throws IOException {
    ImportedTables first = small();
    Path out = folder.resolve("out");
    TableExport.edges(out.resolve("edges" + format.extension()), format, first.data());
    TableExport.nodes(out.resolve("nodes" + format.extension()), format, first.data());
    ImportedTables second = TestTables.read(out, work);
    GraphData a = first.data();
    GraphData b = second.data();
    assertThat(b.graph().targets().mismatch(a.graph().targets())).isEqualTo(-1);
    assertThat(b.graph().offsets().mismatch(a.graph().offsets())).isEqualTo(-1);
    for (int node = 0; node < a.ids().count(); node++) {
      assertThat(b.ids().name(node)).isEqualTo(a.ids().name(node));
    }
    assertThat(second.report().classNames()).containsExactly("9", "10");
    assertThat(b.labels().orElseThrow().values()).isEqualTo(a.labels().orElseThrow().values());
    assertThat(b.split().orElseThrow().train()).isEqualTo(a.split().orElseThrow().train());
    assertThat(b.split().orElseThrow().validation()).containsExactly(0);
    assertThat(b.split().orElseThrow().test()).isEqualTo(a.split().orElseThrow().test());
    assertThat(floats(b)).isEqualTo(floats(a));
    assertThat(out).isDirectoryNotContaining(path -> path.getFileName().toString().startsWith("."));
  }

  @Test
  void classesKeepTheirNumbersAlsoThoseThatNoNodeHas() throws IOException {
    GraphData data = small().data();
    Labels labels = new Labels(4, new int[] {2, 0, -1, 2, 0});
    List<String> names = List.of("z", "no node", "1", "a");
    GraphData named =
        new GraphData(
            data.name(),
            data.format(),
            data.graph(),
            data.account(),
            data.features(),
            Optional.of(labels.named(names)),
            data.split(),
            data.ids());
    try (OutputFolder out = OutputFolder.create(folder.resolve("out"))) {
      assertThat(TableExport.graph(out, TableFormat.PARQUET, named).leftOut()).isEmpty();
      out.commit();
    }
    Labels read = TestTables.read(folder.resolve("out"), work).data().labels().orElseThrow();
    assertThat(read.values()).isEqualTo(labels.values());
    assertThat(read.classNames()).contains(names);
    Files.writeString(folder.resolve("out/classes.csv"), "class\nz\n");
    assertThatThrownBy(() -> TestTables.read(folder.resolve("out"), work))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("label '1' is")
        .hasMessageContaining("classes.csv");
  }

  @Test
  void negativeLabelsAreNoneAndThreePointZeroIsThree() throws IOException {
    Path in = Files.createDirectory(folder.resolve("in"));
    TestTables.text(in.resolve("edges.csv"), "src,dst", "a,b", "b,c", "c,d");
    TestTables.text(in.resolve("nodes.csv"), "id,label", "a,10.0", "b,-1", "c,3", "d,3.0");
    Labels labels = TestTables.read(in, work).data().labels().orElseThrow();
    assertThat(labels.values()).containsExactly(1, -1, 0, 0);
    assertThat(labels.classNames()).contains(List.of("3", "10"));
  }

  private static float[] floats(GraphData data) {
    DenseFeatures x = (DenseFeatures) data.features().orElseThrow();
    return x.data().toArray(ValueLayout.JAVA_FLOAT);
  }

  @Test
  void theOperatorIsWrittenWithItsDiagonal() throws IOException {
    Path file = TestTables.text(folder.resolve("path.csv"), "src,dst", "5,7", "7,9");
    GraphData data = TestTables.read(file, work).data();
    Path out = folder.resolve("operator.csv");
    TableExport.operator(
        out, TableFormat.CSV, PropagationOperator.classic(data.graph(), 0), data.ids());
    assertThat(Files.readAllLines(out))
        .containsExactly(
            "src,dst,weight",
            "5,5,0.5",
            "5,7,0.5",
            "7,7,0.3333333333333333",
            "7,5,0.3333333333333333",
            "7,9,0.3333333333333333",
            "9,9,0.5",
            "9,7,0.5");
  }

  @Test
  void columnsOfEveryKindAreWritten() throws Exception {
    Path file = folder.resolve("all.parquet");
    int rows = 5000; // more than two of DuckDB's chunks
    var matrix = new DenseFeatures(rows, 2, work.allocateFloats(2L * rows));
    for (int row = 0; row < rows; row++) {
      matrix.data().setAtIndex(ValueLayout.JAVA_FLOAT, 2L * row + 1, row);
    }
    TableWriter.write(
        file,
        TableFormat.PARQUET,
        List.of(
            new Column.Longs("l", row -> -row),
            new Column.Doubles("d", row -> row / 4.0),
            new Column.Floats("f", row -> row / 2f),
            new Column.Texts("t", row -> row % 2 == 0 ? null : "row " + row),
            new Column.Matrix("x", matrix)),
        rows);
    Path sums = folder.resolve("sums.csv");
    TestTables.write(
        sums,
        "SELECT count(*), sum(l), sum(d), sum(f), count(t), min(t), sum(x0), sum(x1), max(l + x1)"
            + " FROM"
            + " '%s'".formatted(file));
    assertThat(Files.readAllLines(sums).getLast())
        .isEqualTo("5000,-12497500,3124375.0,6248750.0,2500,row 1,0.0,12497500.0,0.0");
  }

  @Test
  void theSameColumnsGiveTheSameBytes() throws IOException {
    for (String name : List.of("one.parquet", "two.parquet")) {
      TableWriter.write(
          folder.resolve(name),
          TableFormat.PARQUET,
          List.of(new Column.Texts("t", row -> "node " + row % 100)),
          3000);
    }
    assertThat(folder.resolve("two.parquet")).hasSameBinaryContentAs(folder.resolve("one.parquet"));
  }

  @Test
  void aColumnThatFailsLeavesNothingBehind() {
    List<Column> columns =
        List.of(
            new Column.Longs(
                "l",
                row -> {
                  if (row == 3000) {
                    throw new IllegalStateException("no such row");
                  }
                  return row;
                }));
    assertThatThrownBy(
            () -> TableWriter.write(folder.resolve("l.csv"), TableFormat.CSV, columns, 9000))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("no such row");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aFileThatIsThereStays() throws IOException {
    Path file = Files.writeString(folder.resolve("mine.csv"), "precious");
    List<Column> columns = List.of(new Column.Longs("l", row -> row));
    assertThatThrownBy(() -> TableWriter.write(file, TableFormat.CSV, columns, 1))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("mine.csv exists already");
    assertThat(file).hasContent("precious");
  }

  @Test
  void twoColumnsOfOneNameAreRefused() {
    List<Column> columns =
        List.of(new Column.Longs("id", row -> row), new Column.Texts("ID", row -> "x"));
    assertThatThrownBy(
            () -> TableWriter.write(folder.resolve("x.csv"), TableFormat.CSV, columns, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a table cannot have two columns 'ID'");
  }
}
