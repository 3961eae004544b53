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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CsvFolderReaderTest {
  @TempDir Path folder;
  private final Workspace work = Workspace.open(2);

  @AfterEach
  void close() {
    work.close();
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }

  private GraphData read() throws IOException {
    GraphData data = GraphFiles.read(folder, work);
    GraphAssert.assertGraph(data.graph());
    return data;
  }

  @Test
  void neo4jTablesBecomeAGraph() throws IOException {
    write(
        "movies.csv",
        """
        movieId:ID,title,year:int,emb:float[],seen:boolean,split:string,:LABEL
        m1,"The ""Matrix"", I",1999,0.5;1,true,train,Movie;SciFi
        m2,Plain,2003,1;2,false,test,Series
        "m,3","two
        lines",2005,-1;0,true,,Movie
        """);
    write("roles.csv", ":START_ID,role,:END_ID,:TYPE\nm1,a,m2,NEXT\n\"m,3\",b,m1,NEXT\n");
    GraphData data = read();
    assertThat(data.format()).isEqualTo("csv folder");
    assertThat(data.ids().name(0)).isEqualTo("m,3");
    assertThat(data.graph().hasArc(1, 2) && data.graph().hasArc(0, 1)).isTrue();
    assertThat(data.graph().arcCount()).isEqualTo(4);
    DenseFeatures x = (DenseFeatures) data.features().orElseThrow();
    float[] row = {x.get(1, 0), x.get(1, 1), x.get(1, 2), x.get(1, 3)};
    assertThat(x.width()).isEqualTo(4);
    assertThat(row).containsExactly(1999, 1, 0.5f, 1);
    assertThat(data.labels().orElseThrow().values()).containsExactly(0, 0, 1);
    assertThat(data.labels().get().classNames()).contains(List.of("Movie", "Series"));
    assertThat(data.split().orElseThrow().train()).containsExactly(1);
    assertThat(data.split().orElseThrow().test()).containsExactly(2);
  }

  @Test
  void headersMayLieApartAndIdSpacesMayOverlap() throws IOException {
    write("person-header.csv", "id:ID(Person)\tage:int\n");
    write("person-1.csv", "1\t30\n2\t\n");
    write("person-2.csv", "3\t10\n");
    write("city_header.csv", ":ID(City),size:double\n");
    write("city.csv", "1,2e6\n");
    write("lives-header.csv", ":START_ID(Person),:END_ID(City)\n");
    write("lives.csv", "1,1\n3,1\n");
    GraphData data = read();
    assertThat(data.graph().nodeCount()).isEqualTo(4);
    assertThat(data.ids().name(0)).isEqualTo("City:1");
    assertThat(data.ids().name(1)).isEqualTo("Person:1");
    assertThat(data.graph().hasArc(0, 1) && data.graph().hasArc(0, 3)).isTrue();
    SparseFeatures x = (SparseFeatures) data.features().orElseThrow();
    assertThat(x.width()).isEqualTo(2);
    assertThat(x.entries()).isEqualTo(3);
    assertThat(data.labels()).isEmpty();
  }

  @Test
  void plainNamesAreKnownToo() throws IOException {
    write("nodes.csv", "id,label,split,f0,f1\n7,a,train,1,2\n9,b,val,3,4\n12,,,5,6\n");
    write("edges.csv", "source,target,weight\n7,12,0.5\n");
    write("classes.csv", "class\nz\nb\na\n");
    GraphData data = read();
    assertThat(((NodeIds.Numbers) data.ids()).values()).containsExactly(7, 9, 12);
    assertThat(data.labels().orElseThrow().classCount()).isEqualTo(3);
    assertThat(data.labels().get().classNames()).contains(List.of("z", "b", "a"));
    assertThat(data.labels().orElseThrow().values()).containsExactly(2, 1, -1);
    assertThat(data.features().orElseThrow()).isInstanceOf(DenseFeatures.class);
    assertThat(data.split().orElseThrow().validation()).containsExactly(1);
  }

  @Test
  void nodesAreNumberedByTheirIdsWhateverTheOrderOfRows() throws IOException {
    write("nodes.csv", "id,label,split,f0\n10,b,train,1\n9,a,val,2\n-1,b,test,3\n");
    write("edges.csv", "src,dst\n10,-1\n");
    GraphData data = read();
    assertThat(((NodeIds.Numbers) data.ids()).values()).containsExactly(-1, 9, 10);
    assertThat(data.labels().orElseThrow().values()).containsExactly(1, 0, 1);
    assertThat(((DenseFeatures) data.features().orElseThrow()).get(0, 0)).isEqualTo(3);
    assertThat(data.split().orElseThrow().train()).containsExactly(2);
    assertThat(data.graph().hasArc(0, 2)).isTrue();
  }

  @Test
  void aPlainColumnOfTextsIsNoFeature() throws IOException {
    write("nodes.csv", "title,id,f0,age\nOn graphs,b,1,30\nOn trees,a,2,40\n");
    write("edges.csv", "src,dst\na,b\n");
    DenseFeatures x = (DenseFeatures) read().features().orElseThrow();
    assertThat(x.width()).isEqualTo(2);
    assertThat(new float[] {x.get(0, 0), x.get(0, 1)}).containsExactly(2, 40);
    write("nodes.csv", "id,f0\na,1\nb,one\n");
    assertThatThrownBy(this::read).hasMessageContaining("nodes.csv, line 3: 'one' is no finite");
    write("nodes.csv", "id,f0\na,nan\nb,1\n");
    assertThatThrownBy(this::read).hasMessageContaining("nodes.csv, line 2: 'nan' is no finite");
  }

  @Test
  void oneTypeOfNodeIsNoClass() throws IOException {
    write("n.csv", ":ID,:LABEL\n1,A\n2,A\n");
    assertThat(read().labels()).isEmpty();
    write("n.csv", ":ID,:LABEL\n1,A\n2,B\n");
    assertThat(read().labels().orElseThrow().values()).containsExactly(0, 1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        ":ID,x:float/1,a|nodes.csv, line 2: 'a' is no finite",
        ":ID,x:float/1,1e99|nodes.csv, line 2: '1e99' is no finite",
        ":ID,x:float[]/1,1;2/2,1|nodes.csv, line 3: the list 'x' has 1 values",
        ":ID,x:float/1|nodes.csv, line 2: 1 fields, the header has 2",
        ":ID,x:float/1,2/1,3|nodes.csv, line 3: node '1' is declared before",
        ":ID,x:float/,2|nodes.csv, line 2: an id is empty",
        ":ID,:ID/1,2|nodes.csv, line 1: the header has 2 ids",
        "a,b/1,2|nodes.csv, line 1: the header has 0 ids",
        ":ID,split/1,half|nodes.csv, line 2: 'half' is no part",
        ":ID/1|edges.csv, line 2: an edge names node '2'",
      })
  void mistakesAreNamedWithTheirLine(String nodes, String message) throws IOException {
    write("nodes.csv", nodes.replace('/', '\n') + "\n");
    write("edges.csv", "src,dst\n1,2\n");
    assertThatThrownBy(this::read).isInstanceOf(IOException.class).hasMessageContaining(message);
  }
}
