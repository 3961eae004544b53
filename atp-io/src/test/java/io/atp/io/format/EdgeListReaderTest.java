package io.atp.io.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.graph.GraphAssert;
import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.NodeIds;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EdgeListReaderTest {
  @TempDir Path folder;
  private final Workspace work = Workspace.open(2);

  @AfterEach
  void close() {
    work.close();
  }

  private GraphData read(String text) throws IOException {
    return read("g.txt", text.getBytes(StandardCharsets.UTF_8));
  }

  private GraphData read(String name, byte[] bytes) throws IOException {
    Path file = folder.resolve(name);
    Files.write(file, bytes);
    GraphData data = new EdgeListReader().read(file, work);
    GraphAssert.assertGraph(data.graph());
    return data;
  }

  private static byte[] gzip(String text) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0 1\n1 2\n",
        "0\t1\n1\t2",
        "0,1\r\n1,2\r\n",
        "# from to\n% more\n\n  0 , 1 \n\t1   2 0.5 extra\n   \n#end",
        "\uFEFF0 1\n1 2\n",
        "0 1\r1 2\r"
      })
  void everySpellingGivesTheSamePath(String text) throws IOException {
    GraphData data = read(text);
    assertThat(data.name()).isEqualTo("g");
    assertThat(data.ids()).isEqualTo(new NodeIds.Same(3));
    assertThat(data.graph().arcCount()).isEqualTo(4);
    assertThat(data.graph().hasArc(1, 0) && data.graph().hasArc(2, 1)).isTrue();
    assertThat(data.account().arcsRead()).isEqualTo(2);
    assertThat(data.account().reversesAdded()).isEqualTo(2);
  }

  @Test
  void gzippedTextIsTheSame() throws IOException {
    GraphData data = read("g.txt.gz", gzip("0 1\n1 2\n"));
    assertThat(data.name()).isEqualTo("g");
    assertThat(data.graph().arcCount()).isEqualTo(4);
  }

  @Test
  void idsWithGapsKeepTheirOrderAndNames() throws IOException {
    GraphData data = read("30 7\n7 1000000\n0000008 30\n");
    assertThat(((NodeIds.Numbers) data.ids()).values()).containsExactly(7, 8, 30, 1000000);
    assertThat(data.graph().hasArc(2, 0)).isTrue();
    assertThat(data.graph().hasArc(0, 3)).isTrue();
    assertThat(data.graph().hasArc(1, 2)).isTrue();
    assertThat(data.graph().arcCount()).isEqualTo(6);
  }

  @Test
  void idsBeyondAnIntAreKept() throws IOException {
    GraphData data = read("9223372036854775807 5\n5 3000000000\n");
    assertThat(((NodeIds.Numbers) data.ids()).values())
        .containsExactly(5, 3000000000L, Long.MAX_VALUE);
    assertThat(data.graph().hasArc(0, 2) && data.graph().hasArc(1, 0)).isTrue();
    GraphData sparse = read("2000000000 1\n");
    assertThat(((NodeIds.Numbers) sparse.ids()).values()).containsExactly(1, 2000000000);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 1\\n-4 2\\n | line 2: node id -4 is negative",
        "0 1\\n# c\\n\\n1 -2 | line 4: node id -2 is negative",
        "0 1.5\\n | line 1: '1.5' is not a whole number",
        "1e3 2\\n | line 1: '1e3' is not a whole number",
        "0 1\\nsource,target\\n | line 2: 'source' is not a whole number",
        "0 1\\n7\\n2 3 | line 2: a second node id is missing in '7'",
        "0 1\\n7 | line 2: a second node id is missing in '7'",
        "0 1\\n7,\\n | line 2: a second node id is missing in '7,'",
        "0;1\\n | line 1: '0;1' is not a whole number",
        "+1 2\\n | line 1: '+1' is not a whole number",
        "0x1 2\\n | line 1: '0x1' is not a whole number",
        "1 9223372036854775808 | line 1: node id 9223372036854775808 is larger than 2^63 - 1",
        "99999999999999999999999 1 | line 1: node id 99999999999999999999999 is larger",
      })
  void aLineThatIsNoEdgeIsNamed(String text, String message) {
    assertThatThrownBy(() -> read(text.replace("\\n", "\n")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("g.txt, " + message);
  }

  @Test
  void longNonsenseIsShortened() {
    assertThatThrownBy(() -> read("1 " + "x".repeat(5000)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("x".repeat(40) + "…")
        .message()
        .hasSizeLessThan(300);
  }

  @Test
  void noEdgesAtAllIsRefused() {
    for (String text : new String[] {"", "\n\n", "# only a comment"}) {
      assertThatThrownBy(() -> read(text)).hasMessageContaining("holds no edges");
    }
  }

  @Test
  void brokenGzipIsRefused() throws IOException {
    byte[] whole = gzip("0 1\n".repeat(1000));
    byte[] cut = Arrays.copyOf(whole, whole.length - 12);
    assertThatThrownBy(() -> read("g.txt.gz", cut))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cut short");
    assertThatThrownBy(() -> read("h.txt.gz", "0 1\n".getBytes(StandardCharsets.UTF_8)))
        .hasMessageContaining("is no gzip file");
  }

  /// Longer than several pieces, with lines across every cut.
  private static String longText(int lines) {
    StringBuilder text = new StringBuilder("# made\n");
    for (int i = 0; i < lines; i++) {
      text.append(StatelessHash.below(StatelessHash.of(1, i, 0), 50_000)).append('\t');
      text.append(StatelessHash.below(StatelessHash.of(1, i, 1), 50_000)).append("\r\n");
    }
    return text.toString();
  }

  @Test
  void piecesAndThreadsDoNotChangeTheGraph() throws IOException {
    int lines = 800_000;
    Path file = folder.resolve("long.txt");
    Files.writeString(file, longText(lines));
    assertThat(Files.size(file)).isGreaterThan(2L * EdgeText.PIECE_BYTES);
    Path zipped = folder.resolve("long.txt.gz");
    Files.write(zipped, gzip(Files.readString(file)));
    GraphData first = new EdgeListReader().read(file, work);
    assertThat(first.account().arcsRead()).isEqualTo(lines);
    for (int threads : new int[] {1, 7}) {
      try (Workspace other = Workspace.open(threads)) {
        GraphData again = new EdgeListReader().read(threads == 1 ? zipped : file, other);
        assertThat(again.account()).isEqualTo(first.account());
        assertThat(again.graph().targets().mismatch(first.graph().targets())).isEqualTo(-1);
        assertThat(again.graph().offsets().mismatch(first.graph().offsets())).isEqualTo(-1);
      }
    }
  }

  @Test
  void theFirstOfSeveralBadLinesIsNamedHoweverManyThreads() throws IOException {
    String[] lines = longText(800_000).split("\r\n"); // the first holds the comment as well
    lines[350_000] = "1 two";
    lines[799_000] = "three 4";
    Path file = folder.resolve("bad.txt");
    Files.writeString(file, String.join("\n", lines));
    assertThatThrownBy(() -> new EdgeListReader().read(file, work))
        .hasMessageContaining("bad.txt, line 350002: 'two'");
  }

  @Test
  void aLineWithoutEndIsRefused() throws IOException {
    Path file = folder.resolve("line.txt");
    Files.writeString(file, "0 1 " + "x".repeat(3 * EdgeText.PIECE_BYTES));
    assertThatThrownBy(() -> new EdgeListReader().read(file, work))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("a line of more than");
  }
}
