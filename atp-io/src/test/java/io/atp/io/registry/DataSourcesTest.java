package io.atp.io.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.runtime.Progress;
import io.atp.io.RealData;
import io.atp.io.store.Sha256;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(30)
class DataSourcesTest {
  private static final DownloadConfig BRIEF =
      new DownloadConfig(Duration.ofSeconds(5), Duration.ofSeconds(10), 2, Duration.ofMillis(5));

  @TempDir Path folder;

  private DataSources sources(Registry registry, boolean offline, Path... searched) {
    List<Path> all = new ArrayList<>(List.of(searched));
    Path cache = folder.resolve("cache/atp");
    all.add(cache);
    return new DataSources(
        registry, new DataFolders(all, cache), offline, new Download(BRIEF, Progress.NONE));
  }

  private DataSources offline(Path... searched) {
    return sources(Registry.builtIn(), true, searched);
  }

  @ParameterizedTest
  @CsvSource({
    "cora, cora/ind.cora",
    "CiteSeer, citeseer/ind.citeseer",
    "pubmed, pubmed/ind.pubmed",
    "photo, amazon-photo/amazon_photo.plain.npz",
    "computers, amazon-computers/amazon_cs.plain.npz",
    "cs, coauthor-cs/coauthor_cs.plain.npz",
    "physics, coauthor-physics/coauthor_phy.plain.npz",
    "flickr-small, flickr-small/flickr.plain.npz",
    "polblogs, polblogs/polblogs.plain.npz",
    "minesweeper, heterophilous/minesweeper.npz",
    "actor, heterophilous/actor.npz",
    "squirrel, heterophilous/squirrel.npz",
    "squirrel-filtered, heterophilous/squirrel_filtered.npz",
    "chameleon, heterophilous/chameleon.npz",
    "chameleon_filtered, heterophilous/chameleon_filtered.npz",
    "cornell, heterophilous/cornell.npz",
    "texas, heterophilous/texas.npz",
    "wisconsin, heterophilous/wisconsin.npz",
    "wiki-vote, topology/wiki-Vote.txt",
  })
  void everySetAtHandIsFoundByName(String name, String path) throws IOException {
    Path data = RealData.path("");
    DataSources.Found found = offline(data).find(name);
    assertThat(found.path()).isEqualTo(data.resolve(path));
    assertThat(found.dataSet()).isPresent();
    assertThat(found.downloaded()).isFalse();
  }

  @Test
  void aPartialSetIsNotMistakenForTheWhole() {
    Path data = RealData.path("");
    assertThatThrownBy(() -> offline(data).find("ogbn-arxiv"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("ogbn-arxiv is in none of " + data);
  }

  @Test
  void aPathThatExistsWinsOverAName() throws IOException {
    Path mine = Files.writeString(folder.resolve("cora"), "0 1\n");
    DataSources.Found found = offline().find(mine.toString());
    assertThat(found.path()).isEqualTo(mine);
    assertThat(found.dataSet()).isEmpty();
  }

  @Test
  void theBeginningOfSeveralFilesIsAPath() throws IOException {
    Files.createFile(folder.resolve("ind.mine.graph"));
    Path prefix = folder.resolve("ind.mine");
    assertThat(offline().find(prefix.toString()).path()).isEqualTo(prefix);
  }

  @Test
  void aStoreUnderTheNameOfASetIsFoundFirst() throws IOException {
    Path store = Files.createDirectories(folder.resolve("data/cora"));
    Files.writeString(store.resolve("manifest.json"), "{}");
    Files.createFile(store.resolve("ind.cora.graph"));
    assertThat(offline(folder.resolve("data")).find("cora").path()).isEqualTo(store);
  }

  @Test
  void foldersAreSearchedInOrder() throws IOException {
    for (String name : List.of("a", "b")) {
      Files.createDirectories(folder.resolve(name).resolve("cora"));
    }
    Files.createFile(folder.resolve("b/cora/cora.plain.npz"));
    DataSources both = offline(folder.resolve("a"), folder.resolve("b"));
    assertThat(both.find("cora").path()).isEqualTo(folder.resolve("b/cora/cora.plain.npz"));
    Files.createFile(folder.resolve("a/cora/cora.plain.npz"));
    assertThat(both.find("cora").path()).isEqualTo(folder.resolve("a/cora/cora.plain.npz"));
  }

  @Test
  void offlineSaysWhereItLookedAndWhereItWouldComeFrom() {
    assertThatThrownBy(() -> offline(folder).find("cora"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(folder.toString())
        .hasMessageContaining("https://github.com/kimiyoung/planetoid")
        .hasMessageContaining("--offline");
  }

  @Test
  void anUnknownNameIsGuessedOrAnsweredWithTheList() {
    assertThatThrownBy(() -> offline().find("coar")).hasMessageContaining("did you mean cora?");
    assertThatThrownBy(() -> offline().find("mygraph"))
        .hasMessageContaining("'mygraph' is neither")
        .hasMessageContaining("ogbn-arxiv, ogbn-products");
  }

  @Test
  void foldersComeFromTheOptionTheEnvironmentAndTheHome() {
    Path home = Path.of("/home/u");
    assertThat(DataFolders.of(Optional.empty(), Map.of(), home).searched())
        .containsExactly(Path.of("/home/u/.cache/atp"));
    DataFolders all =
        DataFolders.of(
            Optional.of(Path.of("mine")),
            Map.of("ATP_DATA", "/a" + File.pathSeparator + "/b", "XDG_CACHE_HOME", "/c"),
            home);
    assertThat(all.searched())
        .containsExactly(Path.of("mine"), Path.of("/a"), Path.of("/b"), Path.of("/c/atp"));
    assertThat(all.cache()).isEqualTo(Path.of("/c/atp"));
    assertThat(DataFolders.of(Optional.empty(), Map.of("XDG_CACHE_HOME", "rel"), home).cache())
        .isEqualTo(Path.of("/home/u/.cache/atp"));
  }

  private DataSet like(DataSet set, List<DataFile> files) {
    return new DataSet(
        set.name(),
        set.aliases(),
        set.title(),
        set.paper(),
        set.home(),
        set.licence(),
        set.split(),
        set.counts(),
        set.largestComponent(),
        set.places(),
        files);
  }

  private static DataFile from(DataFile file, URI url) {
    return new DataFile(
        file.name(), url, file.bytes(), file.mostBytes(), file.sha256(), file.unpack());
  }

  @Test
  void aSetOfSeveralFilesIsThereWhenItsLastOneIs() throws IOException {
    Path real = RealData.path("cora");
    try (FileServer server = new FileServer()) {
      server.at(
          "/cora/",
          (exchange, request) -> {
            String name = exchange.getRequestURI().getPath().substring("/cora/".length());
            if (request == 5) {
              exchange.sendResponseHeaders(404, -1);
            } else {
              FileServer.whole(exchange, Files.readAllBytes(real.resolve(name)));
            }
          });
      DataSet cora = Registry.builtIn().find("cora").orElseThrow();
      DataSet local =
          like(
              cora,
              cora.files().stream()
                  .map(file -> from(file, server.address("/cora/" + file.name())))
                  .toList());
      DataSources sources = sources(new Registry(List.of(local)), false);
      assertThatThrownBy(() -> sources.find("cora")).hasMessageContaining("answers 404");
      assertThat(folder.resolve("cache/atp/cora")).doesNotExist();
      DataSources.Found found = sources.find("cora");
      assertThat(found.downloaded()).isTrue();
      assertThat(found.path()).isEqualTo(folder.resolve("cache/atp/cora/ind.cora"));
      assertThat(server.ranges()).as("files that had come are not asked for again").hasSize(9);
      assertThat(sources.find("cora").downloaded()).isFalse();
      assertThat(folder.resolve("cache/atp")).isDirectoryNotContaining("glob:**.arriving");
    }
  }

  @Test
  void aZippedSetIsUnpackedAndTheArchiveGoes() throws IOException {
    Path archive = folder.resolve("arxiv.zip");
    try (var out = new ZipOutputStream(Files.newOutputStream(archive))) {
      for (String name : List.of("arxiv/raw/edge.csv.gz", "arxiv/split/time/train.csv.gz")) {
        out.putNextEntry(new ZipEntry(name));
        out.write(1);
        out.closeEntry();
      }
    }
    byte[] bytes = Files.readAllBytes(archive);
    try (FileServer server = new FileServer()) {
      server.at("/arxiv.zip", (exchange, _) -> FileServer.whole(exchange, bytes));
      DataFile zip =
          new DataFile(
              "arxiv.zip",
              server.address("/arxiv.zip"),
              OptionalLong.of(bytes.length),
              bytes.length,
              Optional.of(Sha256.summary(archive).sha256()),
              true);
      DataSet local = like(Registry.builtIn().find("arxiv").orElseThrow(), List.of(zip));
      Path found = sources(new Registry(List.of(local)), false).find("ogbn-arxiv").path();
      assertThat(found).isEqualTo(folder.resolve("cache/atp/ogbn-arxiv/arxiv"));
      assertThat(found.resolve("split/time/train.csv.gz")).isRegularFile();
      assertThat(found.resolveSibling("arxiv.zip")).doesNotExist();
    }
  }

  @Test
  void aDownloadThatBringsNothingLeavesNothing() throws IOException {
    try (FileServer server = new FileServer()) {
      server.at("/", (exchange, _) -> exchange.sendResponseHeaders(404, -1));
      DataSet texas = Registry.builtIn().find("texas").orElseThrow();
      DataSet local = like(texas, List.of(from(texas.files().getFirst(), server.address("/x"))));
      assertThatThrownBy(() -> sources(new Registry(List.of(local)), false).find("texas"))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("texas is in none of")
          .hasMessageContaining("answers 404");
      assertThat(folder.resolve("cache/atp")).isEmptyDirectory();
    }
  }

  @Test
  void aFolderInTheWayIsNotTouched() throws IOException {
    Path mine = Files.createDirectories(folder.resolve("cache/atp/cora")).resolve("notes.txt");
    Files.writeString(mine, "mine");
    assertThatThrownBy(() -> sources(Registry.builtIn(), false).find("cora"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("move it away");
    assertThat(mine).hasContent("mine");
  }
}
