package io.atp.webgraph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.graph.BuildAccount;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.GraphAssert;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.Labels;
import io.atp.io.dataset.NodeIds;
import io.atp.io.export.ExportPart;
import io.atp.io.format.GraphFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WebGraphTest {
  @TempDir Path folder;
  private final Workspace work = Workspace.open(2);

  @AfterEach
  void close() {
    work.close();
  }

  private GraphData data(CsrGraph graph) {
    return new GraphData(
        "g",
        "test",
        graph,
        new BuildAccount(0, 0, 0, 0),
        Optional.empty(),
        Optional.of(new Labels(1, new int[graph.nodeCount()])),
        Optional.empty(),
        new NodeIds.Same(graph.nodeCount()));
  }

  private Path written(CsrGraph graph, String name) throws IOException {
    Path out = folder.resolve(name);
    WebGraphExport.write(data(graph), out);
    return out;
  }

  @Test
  void whatIsWrittenIsReadBackTheSame() throws IOException {
    for (CsrGraph graph :
        new CsrGraph[] {
          NamedGraphs.edges(work, 4, 0, 1),
          NamedGraphs.star(work, 50),
          NamedGraphs.clique(work, 30),
          NamedGraphs.cycle(work, 99),
          NamedGraphs.skewed(work, 500, 3000, 7)
        }) {
      Path out = written(graph, "g" + graph.arcCount());
      for (Path path :
          new Path[] {
            out, out.resolve("graph"), out.resolve("graph.graph"), out.resolve("graph.properties")
          }) {
        GraphData read = GraphFiles.read(path, work);
        assertThat(read.format()).isEqualTo("bvgraph");
        GraphAssert.assertSame(GraphAssert.assertGraph(read.graph()), graph);
      }
    }
  }

  @Test
  void theSameGraphGivesTheSameBytesAndTheReportWhatIsLeftOut() throws IOException {
    CsrGraph graph = NamedGraphs.skewed(work, 300, 900, 3);
    Path first = written(graph, "a");
    assertThat(WebGraphExport.write(data(graph), folder.resolve("b")).leftOut())
        .containsExactly(ExportPart.LABELS);
    for (String name : new String[] {"graph.graph", "graph.offsets", "graph.properties"}) {
      assertThat(Files.mismatch(first.resolve(name), folder.resolve("b").resolve(name)))
          .isEqualTo(-1);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "nodes=300, nodes=2000000000, 'nodes'",
    "nodes=300, nodes=299, graph.graph",
    "nodes=300, nodes=-1, 'nodes'",
    "arcs=, arcs=9, the properties say",
    "windowsize=7, windowsize=1000000000, 'windowsize'",
    "zetak=3, zetak=0, 'zetak'",
    "it.unimi.dsi.webgraph.BVGraph, java.lang.Runtime, cannot load",
    "compressionflags=, compressionflags=OUTDEGREES_BANANA, graph.graph",
  })
  void propertiesThatLieAreRefused(String from, String to, String message) throws IOException {
    Path out = written(NamedGraphs.skewed(work, 300, 900, 3), "g");
    Path file = out.resolve("graph.properties");
    String text = Files.readString(file);
    assertThat(text).contains(from);
    Files.writeString(file, text.replace(from, to));
    assertThatThrownBy(() -> GraphFiles.read(out, work))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(message.replace("'", ""));
  }

  @Test
  void damagedBitsAreOneExceptionOrAnotherGraph() throws IOException {
    Path out = written(NamedGraphs.skewed(work, 300, 900, 3), "g");
    Path file = out.resolve("graph.graph");
    byte[] bytes = Files.readAllBytes(file);
    int refused = 0;
    int starved = 0;
    for (int i = 0; i < 600; i++) {
      byte[] damaged = bytes.clone();
      int at = (int) Math.floorMod(StatelessHash.mix(i + 1), (long) damaged.length);
      damaged[at] = (byte) StatelessHash.mix(i + 1000);
      damaged = i % 5 == 0 ? Arrays.copyOf(damaged, at) : damaged;
      Files.write(file, damaged);
      try {
        GraphAssert.assertGraph(GraphFiles.read(out, work).graph());
      } catch (IOException e) {
        assertThat(e).hasMessageContaining(out.toString());
        refused++;
        starved += e.getCause() instanceof OutOfMemoryError ? 1 : 0;
      }
    }
    assertThat(refused).isGreaterThan(200);
    assertThat(starved).as("decoder asked for more than the heap").isLessThan(refused / 20);
    Files.write(file, new byte[] {0, 0, 0, 0});
    assertThatThrownBy(() -> GraphFiles.read(out, work)).isInstanceOf(IOException.class);
  }
}
