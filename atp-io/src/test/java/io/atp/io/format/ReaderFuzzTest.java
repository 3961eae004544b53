package io.atp.io.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphReader;
import io.atp.io.export.ExportFormat;
import io.atp.io.export.GraphExport;
import io.atp.io.npy.NpyWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Small right files of every format here, damaged in a seeded way: a reader gives a graph or an
/// `IOException`, soon, and nothing else.
class ReaderFuzzTest {
  private static final int ROUNDS = Integer.getInteger("atp.fuzz", 30);
  private static final long MAX_NANOS = 5_000_000_000L;
  private static final byte[][] WORDS =
      Stream.of("-1", "0", "99999999999999999999", "2147483647", "nan", "1e999", ",", "\n", "|O")
          .map(word -> word.getBytes(StandardCharsets.US_ASCII))
          .toArray(byte[][]::new);

  @TempDir Path folder;
  private final SplittableRandom random = new SplittableRandom(20240513);

  private final Logger warnings = Logger.getLogger("io.atp");

  @BeforeEach
  void quiet() {
    warnings.setLevel(Level.OFF);
  }

  @AfterEach
  void loud() {
    warnings.setLevel(null);
  }

  private void mutate(GraphReader reader, Path target) throws IOException {
    List<Path> files = new ArrayList<>();
    try (Stream<Path> all = Files.walk(target)) {
      all.filter(Files::isRegularFile).sorted().forEach(files::add);
    }
    int refused = 0;
    for (Path file : files) {
      byte[] good = Files.readAllBytes(file);
      for (int round = 0; round < ROUNDS; round++) {
        Files.write(file, damaged(good, round));
        long start = System.nanoTime();
        try (Workspace work = Workspace.open(1)) {
          reader.read(target, work);
        } catch (IOException e) {
          refused++;
          if (e.getMessage() == null || !e.getMessage().contains(folder.toString())) {
            throw new AssertionError("%s does not name %s".formatted(e, file), e);
          }
        } catch (Throwable e) {
          throw new AssertionError("%s, %s, round %d".formatted(reader.format(), file, round), e);
        }
        assertThat(System.nanoTime() - start).isLessThan(MAX_NANOS);
      }
      Files.write(file, good);
    }
    assertThat(refused).isPositive();
  }

  /// Most damage to a gzip file is done to the text inside it.
  private byte[] damaged(byte[] good, int round) throws IOException {
    boolean packed = good.length > 2 && good[0] == 0x1f && (good[1] & 0xFF) == 0x8b;
    if (!packed || round % 8 == 0) {
      return damage(good);
    }
    try (var in = new GZIPInputStream(new ByteArrayInputStream(good))) {
      return gzip(damage(in.readAllBytes()));
    }
  }

  private byte[] damage(byte[] good) {
    byte[] bytes = good.clone();
    for (int times = 1 + random.nextInt(3); times > 0 && bytes.length > 0; times--) {
      int at = random.nextInt(bytes.length);
      switch (random.nextInt(6)) {
        case 0 -> bytes[at] = (byte) random.nextInt(256);
        case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
        case 2 -> bytes = Arrays.copyOf(bytes, at);
        case 3 -> bytes = spliced(bytes, at, WORDS[random.nextInt(WORDS.length)], at);
        case 4 -> {
          int to = Math.min(bytes.length, at + 1 + random.nextInt(16));
          bytes = spliced(bytes, at, new byte[0], to);
        }
        default -> {
          byte[] word = WORDS[random.nextInt(WORDS.length)];
          bytes = spliced(bytes, at, word, Math.min(bytes.length, at + word.length));
        }
      }
    }
    return bytes;
  }

  private static byte[] spliced(byte[] bytes, int from, byte[] with, int to) {
    byte[] result = Arrays.copyOf(bytes, bytes.length - (to - from) + with.length);
    System.arraycopy(with, 0, result, from, with.length);
    System.arraycopy(bytes, to, result, from + with.length, bytes.length - to);
    return result;
  }

  private static byte[] gzip(byte[] text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text);
    }
    return bytes.toByteArray();
  }

  private Path packed(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.write(file, gzip(text.getBytes(StandardCharsets.US_ASCII)));
  }

  private static NpzFixture path() {
    return new NpzFixture()
        .with("indices", new int[] {1, 0, 2, 1})
        .with("indptr", new int[] {0, 1, 3, 4})
        .with("format", "csr")
        .with("shape", new long[] {3, 3})
        .with("data", new float[] {1, 1, 1, 1});
  }

  @Test
  void npzFilesOfEveryLayout() throws IOException {
    mutate(new ScipyReader(), path().write(folder.resolve("s.npz")));
    NpzFixture heterophilous =
        new NpzFixture()
            .with("node_features", new float[] {1, 2, 3, 4, 5, 6}, 3, 2)
            .with("node_labels", new long[] {0, 1, 0})
            .with("edges", new long[] {0, 1, 1, 2}, 2, 2)
            .with("train_masks", new boolean[] {true, false, false}, 1, 3)
            .with("val_masks", new boolean[] {false, true, false}, 1, 3)
            .with("test_masks", new boolean[] {false, false, true}, 1, 3);
    mutate(new HeterophilousReader(), heterophilous.write(folder.resolve("h.npz")));
    NpzFixture benchmark =
        new NpzFixture()
            .with("adj_data", new float[] {1, 2, 1})
            .with("adj_indices", new int[] {1, 2, 2})
            .with("adj_indptr", new int[] {0, 1, 2, 3})
            .with("adj_shape", new long[] {3, 3})
            .with("attr_matrix", new float[] {1, 2, 3}, 3, 1)
            .with("labels", new int[] {7, 3, 7});
    mutate(new GnnBenchmarkReader(), benchmark.write(folder.resolve("g.npz")));
  }

  @Test
  void ogbFolders() throws IOException {
    packed("raw/num-node-list.csv.gz", "3\n");
    packed("raw/num-edge-list.csv.gz", "3\n");
    packed("raw/edge.csv.gz", "0,1\n1,2\n2,2\n");
    packed("raw/node-feat.csv.gz", "0.5,-1e-3\n2,3\n4,5.25\n");
    packed("raw/node-label.csv.gz", "4\nnan\n2\n");
    packed("raw/node_year.csv.gz", "2015\n2016\n2019\n");
    packed("split/time/train.csv.gz", "0\n");
    packed("split/time/valid.csv.gz", "1\n");
    packed("split/time/test.csv.gz", "2\n");
    mutate(new OgbReader(), folder);
    new NpzFixture()
        .with("edge_index", new long[] {0, 1, 2, 1, 2, 2}, 2, 3)
        .with("node_feat", new float[] {0.5f, -0.001f, 2, 3, 4, 5.25f}, 3, 2)
        .with("node_year", new long[] {2015, 2016, 2019}, 3, 1)
        .with("num_nodes_list", new long[] {3})
        .write(folder.resolve("raw/data.npz"));
    new NpzFixture()
        .with("node_label", new float[] {4, Float.NaN, 2}, 3, 1)
        .write(folder.resolve("raw/node-label.npz"));
    mutate(new OgbReader(), folder);
  }

  @Test
  void graphSaintFolders() throws IOException {
    path().write(folder.resolve("adj_full.npz"));
    path().write(folder.resolve("adj_train.npz"));
    Files.writeString(folder.resolve("class_map.json"), "{\"0\": [1, 0], \"2\": [0, 1]}");
    Files.writeString(folder.resolve("role.json"), "{\"tr\": [0], \"va\": [1], \"te\": [2]}");
    double[] feats = {1, 2, 3};
    NpyWriter.write(
        folder.resolve("feats.npy"), "<f8", new long[] {3, 1}, MemorySegment.ofArray(feats));
    mutate(new GraphSaintReader(), folder);
  }

  @Test
  void matrixMarketAndJlg() throws IOException {
    String text = "%%MatrixMarket matrix coordinate real general\n% c\n3 3 2\n1 2 0.5\n3 2 -1\n";
    mutate(new MatrixMarketReader(), Files.writeString(folder.resolve("m.mtx"), text));
    mutate(new MatrixMarketReader(), packed("m.mtx.gz", text));
    mutate(new JlgReader(), packed("g.jlg", "3,2,u,graph\n1,2\n2,3\n"));
    mutate(new EdgeListReader(), packed("e.txt.gz", "# c\n1 2\n2 3\n"));
  }

  @Test
  void graphMl() throws IOException {
    String text =
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <graphml><key id="w" for="node" attr.name="w" attr.type="double"><default>3</default></key>
        <key id="c" for="node" attr.name="class" attr.type="string"/>
        <key id="s" for="all" attr.name="split" attr.type="string"/>
        <graph edgedefault="directed"><edge source="b" target="a"/>
        <node id="a"><data key="w">1.5</data><data key="c">red</data><data key="s">val</data></node>
        <node id="b"><data key="c">blue &amp; &#x41;</data><!-- c --></node>
        </graph></graphml>
        """;
    mutate(new GraphMlReader(), Files.writeString(folder.resolve("g.graphml"), text));
    mutate(new GraphMlReader(), packed("g.graphml.gz", text));
  }

  /// As our own exports write them, and as Neo4j does.
  @Test
  void csvAndOnDiskFolders() throws IOException {
    Path tables = Files.createDirectory(folder.resolve("tables"));
    Files.writeString(
        tables.resolve("nodes.csv"),
        "id,label,split,f0,f1\nx,0,train,1,2\n\"y,z\",1,val,,1e-3\nw,,,-4,0\n");
    Files.writeString(tables.resolve("edges.csv"), "src,dst\nx,\"y,z\"\nw,x\n");
    Files.writeString(tables.resolve("classes.csv"), "class\n0\n1\n2\n");
    mutate(new CsvFolderReader(), tables);
    for (ExportFormat format : List.of(ExportFormat.ONDISK, ExportFormat.NPY)) {
      Path out = folder.resolve(format.word());
      try (Workspace work = Workspace.open(1)) {
        GraphExport.write(GraphFiles.read(tables, work), format, out, work);
      }
      mutate(format == ExportFormat.NPY ? new NativeStoreReader() : new OnDiskReader(), out);
    }
    Path neo4j = Files.createDirectory(folder.resolve("neo4j"));
    Files.writeString(
        neo4j.resolve("m.csv"),
        "id:ID(M),year:int,emb:float[],seen:boolean,:LABEL\n"
            + "1,1999,0.5;1,true,A;B\n"
            + "2,3,1;2,false,C\n");
    Files.writeString(neo4j.resolve("r-header.csv"), ":START_ID(M),:END_ID(M),:TYPE\n");
    Files.writeString(neo4j.resolve("r.csv"), "1,2,NEXT\n");
    mutate(new CsvFolderReader(), neo4j);
  }
}
