package io.atp.io.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.feature.SparseFeatures;
import io.atp.core.graph.GraphAssert;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.NodeIds;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GraphMlReaderTest {
  private static final String HEAD =
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <graphml xmlns="http://graphml.graphdrawing.org/xmlns">
      """;
  private static final String KEYS =
      """
      <key id="d0" for="node" attr.name="weight" attr.type="double"/>
      <key id="d1" for="node" attr.name="Class" attr.type="string"/>
      <key id="d2" for="node" attr.name="on" attr.type="boolean"/>
      <key id="d3" for="node" attr.name="split" attr.type="string"/>
      <key id="d4" for="edge" attr.name="cost" attr.type="double"/>
      <key id="d5" for="node" attr.name="title" attr.type="string"/>
      """;

  @TempDir Path folder;
  private final Workspace work = Workspace.open(2);

  @AfterEach
  void close() {
    work.close();
  }

  private GraphData read(String text) throws IOException {
    return read("g.graphml", text);
  }

  private GraphData read(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.writeString(file, text);
    GraphData data = GraphFiles.read(file, work);
    GraphAssert.assertGraph(data.graph());
    return data;
  }

  private static String graph(String inside) {
    return HEAD + "<graph edgedefault=\"undirected\">" + inside + "</graph></graphml>";
  }

  private static final String WHOLE =
      HEAD
          + KEYS
          + """
          <graph id="G" edgedefault="directed">
            <edge source="b" target="a"><data key="d4">3.5</data></edge>
            <node id="a"><data key="d2">true</data><data key="d0">1.5</data>
              <data key="d1">red</data><data key="d3">train</data></node>
            <node id="ü &amp; b"><data key="d0">-2</data><data key="d2">false</data>
              <data key="d1">blue</data><data key="d3">val</data><data key="d5">x</data></node>
            <node id="b"><data key="d0">1e-3</data><data key="d2">0</data>
              <data key="d1"/><data key="d3"/></node>
            <edge source="a" target="b" directed="false"/>
            <edge source="a" target="a"/>
          </graph>
          </graphml>
          """;

  @Test
  void keysBecomeFeaturesClassesAndSplit() throws IOException {
    GraphData data = read(WHOLE);
    assertThat(data.format()).isEqualTo("graphml");
    assertThat(data.name()).isEqualTo("g");
    assertThat(data.ids()).isInstanceOf(NodeIds.Names.class);
    assertThat(data.ids().name(0)).isEqualTo("a");
    assertThat(data.ids().name(1)).isEqualTo("ü & b");
    assertThat(data.ids().name(2)).isEqualTo("b");
    assertThat(data.graph().arcCount()).isEqualTo(2);
    assertThat(data.graph().hasArc(0, 2)).isTrue();
    assertThat(data.account().arcsRead()).isEqualTo(3);
    assertThat(data.account().selfLoopsRemoved()).isEqualTo(1);
    DenseFeatures x = (DenseFeatures) data.features().orElseThrow();
    assertThat(new float[] {x.get(0, 0), x.get(1, 0), x.get(2, 0)})
        .containsExactly(1.5f, -2f, 1e-3f);
    assertThat(new float[] {x.get(0, 1), x.get(1, 1), x.get(2, 1)}).containsExactly(1f, 0f, 0f);
    assertThat(data.labels().orElseThrow().values()).containsExactly(1, 0, -1);
    assertThat(data.split().orElseThrow().train()).containsExactly(0);
    assertThat(data.split().orElseThrow().validation()).containsExactly(1);
  }

  @Test
  void gzippedTextAndXmlNamesAreTheSame() throws IOException {
    Path file = folder.resolve("g.graphml.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(WHOLE.getBytes(StandardCharsets.UTF_8));
    }
    assertThat(GraphFiles.read(file, work).graph().arcCount()).isEqualTo(2);
    assertThat(read("g.xml", WHOLE).format()).isEqualTo("graphml");
  }

  @Test
  void aCellThatIsNotGivenHasTheDefaultElseNothing() throws IOException {
    GraphData data =
        read(
            HEAD
                + """
                <key id="x" for="node" attr.name="x" attr.type="int"><default>7</default></key>
                <key id="z" for="all" attr.name="z" attr.type="float"><default>0</default></key>
                <key id="e" attr.name="e" attr.type="float"/>
                <graph><node id="0"><data key="x">1</data></node><node id="1"/>
                <node id="2"><data key="z">4</data></node></graph></graphml>
                """);
    assertThat(data.ids()).isEqualTo(new NodeIds.Same(3));
    SparseFeatures x = (SparseFeatures) data.features().orElseThrow();
    assertThat(x.width()).isEqualTo(3);
    assertThat(x.entries()).isEqualTo(4);
    assertThat(x.value(1)).isEqualTo(7);
    assertThat(x.value(3)).isEqualTo(4);
    assertThat(x.column(3)).isEqualTo(1);
  }

  @Test
  void wholeIdsThatRiseAreNumbers() throws IOException {
    GraphData data = read(graph("<node id='-3'/><node id='5'/><edge source='5' target='-3'/>"));
    assertThat(((NodeIds.Numbers) data.ids()).values()).containsExactly(-3, 5);
    data = read(graph("<node id='5'/><node id='03'/>"));
    assertThat(data.ids().name(1)).isEqualTo("03");
  }

  @Test
  void labelsThatAllDifferAreNamesOfNodes() throws IOException {
    String key = "<key id='l' for='node' attr.name='label' attr.type='string'/>";
    String named = "<graph><node id='0'><data key='l'>%s</data></node>";
    String rest = "<node id='1'><data key='l'>u</data></node><node id='2'><data key='l'>v</data>";
    assertThat(
            read(HEAD + key + named.formatted("t") + rest + "</node></graph></graphml>").labels())
        .isEmpty();
    assertThat(
            read(HEAD + key + named.formatted("u") + rest + "</node></graph></graphml>")
                .labels()
                .orElseThrow()
                .values())
        .containsExactly(0, 0, 1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "<node id='a'/><node id='a'/>|is declared before",
        "<edge source='a' target='b'/>|line 3",
        "<edge source='a'/>|has no attribute 'target'",
        "<node/>|has no attribute 'id'",
        "<node id='a'><data key='x'>1</data></node>|no <key> 'x'",
        "<node id='a'><graph/></node>|inside a <node>",
        "<hyperedge/>|hyperedge",
        "<vertex id='a'/>|is no element of GraphML",
        "<node id='a'>|well formed",
        "<node id='&lol;'/>|well formed",
        "<node id='a'><data key='&lol;'/></node>|well formed",
        "</graph><graph>|a second <graph>",
        "</graph><key id='late'/><graph>|follows the <graph>",
      })
  void mistakesAreNamedWithTheirLine(String inside, String message) {
    assertThatThrownBy(() -> read(graph(inside)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("g.graphml, line ")
        .hasMessageContaining(message)
        .hasMessageNotContaining("\n");
  }

  @ParameterizedTest
  @CsvSource({"NaN", "1e40", "abc", "0x10", "1f", "''"})
  void aFeatureMustBeAFiniteNumber(String text) {
    String bad = WHOLE.replace(">1.5<", ">" + text + "<");
    assertThatThrownBy(() -> read(bad)).hasMessageContaining("is no finite 32-bit number");
  }

  @Test
  void aSplitHasThreeParts() {
    assertThatThrownBy(() -> read(WHOLE.replace(">val<", ">held out<")))
        .hasMessageContaining("'held out' is no part of a split");
  }

  @Test
  void noEntityIsEverOpened() throws IOException {
    Path secret = Files.writeString(folder.resolve("secret"), "top secret");
    String external =
        """
        <?xml version="1.0"?>
        <!DOCTYPE graphml [<!ENTITY s SYSTEM "%s">]>
        <graphml><graph><node id="&s;"/></graph></graphml>
        """
            .formatted(secret.toUri());
    assertThatThrownBy(() -> read(external))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("DOCTYPE")
        .hasMessageNotContaining("top secret");
    StringBuilder laughs = new StringBuilder("<!DOCTYPE graphml [<!ENTITY l0 \"ha\">");
    for (int i = 1; i < 30; i++) {
      laughs.append("<!ENTITY l%d \"%s\">".formatted(i, "&l%d;".formatted(i - 1).repeat(10)));
    }
    laughs.append("]><graphml><graph><node id=\"&l29;\"/></graph></graphml>");
    assertThatThrownBy(() -> read(laughs.toString()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("DOCTYPE");
    assertThatThrownBy(
            () -> read("<!DOCTYPE graphml SYSTEM \"http://127.0.0.1:1/x.dtd\"><graphml/>"))
        .hasMessageContaining("DOCTYPE");
  }

  @Test
  void depthAndLengthHaveBounds() {
    assertThatThrownBy(() -> read(graph("<desc>" + "<a>".repeat(100_000))))
        .hasMessageContaining("nested deeper than 64");
    assertThatThrownBy(() -> read(graph("<node id='" + "a".repeat(2 << 20) + "'/>")))
        .hasMessageContaining("between two tags");
    assertThatThrownBy(() -> read(graph("<node id='a'/><!--" + " ".repeat(2 << 20) + "-->")))
        .hasMessageContaining("between two tags");
  }

  @Test
  void defaultsDoNotMultiply() {
    StringBuilder text = new StringBuilder(HEAD);
    for (int i = 0; i < 5000; i++) {
      text.append("<key id='k%d' attr.name='k%d' attr.type='int'>".formatted(i, i));
      text.append("<default>1</default></key>");
    }
    text.append("<graph>");
    for (int i = 0; i < 5000; i++) {
      text.append("<node id='%d'/>".formatted(i));
    }
    assertThatThrownBy(() -> read(text + "</graph></graphml>"))
        .hasMessageContaining("fill more than 16,777,216 values");
  }

  @Test
  void textThatIsNotUtf8IsRefused() throws IOException {
    Path file = folder.resolve("g.graphml");
    byte[] bytes = graph("<node id='a'/>").getBytes(StandardCharsets.UTF_8);
    bytes[bytes.length - 20] = (byte) 0xFF;
    Files.write(file, bytes);
    assertThatThrownBy(() -> GraphFiles.read(file, work))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("g.graphml")
        .hasMessageContaining("are no text");
    assertThatThrownBy(() -> read(WHOLE.replace("UTF-8", "Shift_JIS")))
        .hasMessageContaining("encoding SHIFT_JIS is not read");
    Files.write(file, WHOLE.replace("UTF-8", "UTF-16").getBytes(StandardCharsets.UTF_16));
    assertThat(GraphFiles.read(file, work).ids().name(1)).isEqualTo("ü & b");
  }
}
