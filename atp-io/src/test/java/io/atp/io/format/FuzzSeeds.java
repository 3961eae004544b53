package io.atp.io.format;

import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphReader;
import io.atp.io.export.ExportFormat;
import io.atp.io.export.GraphExport;
import io.atp.io.npy.NpyWriter;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// Small right files of every format, each in a folder of its own.
record FuzzSeeds(GraphReader reader, Path target) {
  private static final String GRAPHML =
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <graphml><key id="w" for="node" attr.name="w" attr.type="double"><default>3</default></key>
      <key id="c" for="node" attr.name="class" attr.type="string"/>
      <key id="n" for="graph" attr.name="classNames" attr.type="string"/>
      <key id="s" for="all" attr.name="split" attr.type="string"/>
      <graph edgedefault="directed"><data key="n">["blue &amp; A", "red"]</data>
      <edge source="b" target="a"/>
      <node id="a"><data key="w">1.5</data><data key="c">red</data><data key="s">val</data></node>
      <node id="b"><data key="c">blue &amp; &#x41;</data><!-- c --></node>
      </graph></graphml>
      """;
  private static final String MTX =
      "%%MatrixMarket matrix coordinate real general\n% c\n3 3 2\n1 2 0.5\n3 2 -1\n";

  /// Writes all of them below a folder.
  static List<FuzzSeeds> all(Path folder) throws IOException {
    Maker make = new Maker(folder);
    make.archives();
    make.pickles();
    make.ogb();
    make.graphSaint();
    make.texts();
    make.folders();
    return make.seeds;
  }

  private static final class Maker {
    private final Path root;
    private final List<FuzzSeeds> seeds = new ArrayList<>();

    private Maker(Path root) {
      this.root = root;
    }

    private Path folder() throws IOException {
      return Files.createDirectories(root.resolve("seed" + seeds.size()));
    }

    private void seed(GraphReader reader, Path target) {
      seeds.add(new FuzzSeeds(reader, target));
    }

    private Path packed(Path file, String text) throws IOException {
      Files.createDirectories(file.getParent());
      return Files.write(file, Mutations.gzip(text.getBytes(StandardCharsets.US_ASCII)));
    }

    private static NpzFixture path() {
      return new NpzFixture()
          .with("indices", new int[] {1, 0, 2, 1})
          .with("indptr", new int[] {0, 1, 3, 4})
          .with("format", "csr")
          .with("shape", new long[] {3, 3})
          .with("data", new float[] {1, 1, 1, 1});
    }

    private void archives() throws IOException {
      seed(new ScipyReader(), path().write(folder().resolve("s.npz")));
      NpzFixture heterophilous =
          new NpzFixture()
              .with("node_features", new float[] {1, 2, 3, 4, 5, 6}, 3, 2)
              .with("node_labels", new long[] {0, 1, 0})
              .with("edges", new long[] {0, 1, 1, 2}, 2, 2)
              .with("train_masks", new boolean[] {true, false, false}, 1, 3)
              .with("val_masks", new boolean[] {false, true, false}, 1, 3)
              .with("test_masks", new boolean[] {false, false, true}, 1, 3);
      seed(new HeterophilousReader(), heterophilous.write(folder().resolve("h.npz")));
      NpzFixture benchmark =
          new NpzFixture()
              .with("adj_data", new float[] {1, 2, 1})
              .with("adj_indices", new int[] {1, 2, 2})
              .with("adj_indptr", new int[] {0, 1, 2, 3})
              .with("adj_shape", new long[] {3, 3})
              .with("attr_matrix", new float[] {1, 2, 3}, 3, 1)
              .with("labels", new int[] {7, 3, 7});
      seed(new GnnBenchmarkReader(), benchmark.write(folder().resolve("g.npz")));
    }

    private void pickles() throws IOException {
      Path planetoid = folder();
      int[] rows = {0, 1, 2, 3};
      pickle(planetoid, "x", PickleFixture.csr(1, 2, new int[] {0, 1}, 0));
      pickle(planetoid, "allx", PickleFixture.csr(3, 2, rows, 0, 1, 0));
      pickle(planetoid, "tx", PickleFixture.csr(2, 2, new int[] {0, 1, 2}, 1, 0));
      pickle(planetoid, "y", PickleFixture.matrix(1, 2, 1, 0));
      pickle(planetoid, "ally", PickleFixture.matrix(3, 2, 1, 0, 0, 1, 1, 0));
      pickle(planetoid, "ty", PickleFixture.matrix(2, 2, 0, 1, 1, 0));
      String lists = "(dI0\n(lI1\naI3\nasI1\n(lI0\nasI3\n(lI0\nasI4\n(lI4\nas";
      pickle(planetoid, "graph", lists);
      Files.writeString(planetoid.resolve("ind.fuzz.test.index"), "4\n3\n");
      seed(new PlanetoidReader(), planetoid);

      Path archive = folder().resolve("p.npz");
      try (var zip = new ZipOutputStream(Files.newOutputStream(archive))) {
        zip.putNextEntry(new ZipEntry("adj_matrix.npy"));
        zip.write(object(PickleFixture.csr(3, 3, rows, 1, 2, 0)));
        zip.putNextEntry(new ZipEntry("node_attr.npy"));
        zip.write(object(PickleFixture.csr(3, 2, rows, 1, 0, 1)));
        zip.putNextEntry(new ZipEntry("metadata.npy"));
        zip.write(object("(dS'class_names'\n(lS'a'\naS'b'\nas"));
      }
      seed(new PickledNpzReader(), archive);
    }

    private static void pickle(Path folder, String part, String pickle) throws IOException {
      Files.write(folder.resolve("ind.fuzz." + part), PickleFixture.bytes(pickle));
    }

    private static byte[] object(String pickle) {
      String header = "{'descr': '|O', 'fortran_order': False, 'shape': (), }";
      String padded = header + " ".repeat(117 - header.length()) + "\n";
      return ("\u0093NUMPY\u0001\0v\0" + padded + "(l" + pickle + "a.")
          .getBytes(StandardCharsets.ISO_8859_1);
    }

    private void ogb() throws IOException {
      Path text = folder();
      packed(text.resolve("raw/num-node-list.csv.gz"), "3\n");
      packed(text.resolve("raw/num-edge-list.csv.gz"), "3\n");
      packed(text.resolve("raw/edge.csv.gz"), "0,1\n1,2\n2,2\n");
      packed(text.resolve("raw/node-feat.csv.gz"), "0.5,-1e-3\n2,3\n4,5.25\n");
      packed(text.resolve("raw/node-label.csv.gz"), "4\nnan\n2\n");
      packed(text.resolve("raw/node_year.csv.gz"), "2015\n2016\n2019\n");
      splits(text);
      seed(new OgbReader(), text);
      Path binary = folder();
      splits(binary);
      Files.createDirectories(binary.resolve("raw"));
      new NpzFixture()
          .with("edge_index", new long[] {0, 1, 2, 1, 2, 2}, 2, 3)
          .with("node_feat", new float[] {0.5f, -0.001f, 2, 3, 4, 5.25f}, 3, 2)
          .with("node_year", new long[] {2015, 2016, 2019}, 3, 1)
          .with("num_nodes_list", new long[] {3})
          .write(binary.resolve("raw/data.npz"));
      new NpzFixture()
          .with("node_label", new float[] {4, Float.NaN, 2}, 3, 1)
          .write(binary.resolve("raw/node-label.npz"));
      seed(new OgbReader(), binary);
    }

    private void splits(Path folder) throws IOException {
      packed(folder.resolve("split/time/train.csv.gz"), "0\n");
      packed(folder.resolve("split/time/valid.csv.gz"), "1\n");
      packed(folder.resolve("split/time/test.csv.gz"), "2\n");
    }

    private void graphSaint() throws IOException {
      Path folder = folder();
      path().write(folder.resolve("adj_full.npz"));
      path().write(folder.resolve("adj_train.npz"));
      Files.writeString(folder.resolve("class_map.json"), "{\"0\": [1, 0], \"2\": [0, 1]}");
      Files.writeString(folder.resolve("role.json"), "{\"tr\": [0], \"va\": [1], \"te\": [2]}");
      double[] feats = {1, 2, 3};
      NpyWriter.write(
          folder.resolve("feats.npy"), "<f8", new long[] {3, 1}, MemorySegment.ofArray(feats));
      seed(new GraphSaintReader(), folder);
    }

    private void texts() throws IOException {
      seed(new MatrixMarketReader(), Files.writeString(folder().resolve("m.mtx"), MTX));
      seed(new MatrixMarketReader(), packed(folder().resolve("m.mtx.gz"), MTX));
      seed(new JlgReader(), packed(folder().resolve("g.jlg"), "3,2,u,graph\n1,2\n2,3\n"));
      seed(new EdgeListReader(), packed(folder().resolve("e.txt.gz"), "# c\n1 2\n2 3\n"));
      seed(
          new EdgeListReader(),
          Files.writeString(folder().resolve("e.tsv"), "# c\n4294967296\t2\r\n2\t3\r\n7\t3\r\n"));
      seed(new GraphMlReader(), Files.writeString(folder().resolve("g.graphml"), GRAPHML));
      seed(new GraphMlReader(), packed(folder().resolve("g.graphml.gz"), GRAPHML));
    }

    /// As our own exports write them, and as Neo4j does.
    private void folders() throws IOException {
      Path tables = folder();
      Files.writeString(
          tables.resolve("nodes.csv"),
          "id,label,split,f0,f1\nx,red,train,1,2\n\"y,z\",1,val,,1e-3\nw,,,-4,0\n");
      Files.writeString(tables.resolve("edges.csv"), "src,dst\nx,\"y,z\"\nw,x\n");
      Files.writeString(tables.resolve("classes.csv"), "class\n0\nred\n2\n");
      seed(new CsvFolderReader(), tables);
      for (ExportFormat format : List.of(ExportFormat.ONDISK, ExportFormat.NPY)) {
        Path out = root.resolve("seed" + seeds.size());
        try (Workspace work = Workspace.open(1)) {
          GraphExport.write(GraphFiles.read(tables, work), format, out, work);
        }
        seed(format == ExportFormat.NPY ? new NativeStoreReader() : new OnDiskReader(), out);
      }
      Path neo4j = folder();
      Files.writeString(
          neo4j.resolve("m.csv"),
          "id:ID(M),year:int,emb:float[],seen:boolean,:LABEL\n"
              + "1,1999,0.5;1,true,A;B\n"
              + "2,3,1;2,false,C\n");
      Files.writeString(neo4j.resolve("r-header.csv"), ":START_ID(M),:END_ID(M),:TYPE\n");
      Files.writeString(neo4j.resolve("r.csv"), "1,2,NEXT\n");
      seed(new CsvFolderReader(), neo4j);
    }
  }
}
