package io.atp.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.cli.Cli;
import io.atp.cli.Main;
import io.atp.cli.StringKeyed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FsckCommandTest {
  @TempDir Path folder;
  private Path store;

  @BeforeEach
  void make() throws IOException {
    store = folder.resolve("store");
    Cli.succeed("import", StringKeyed.folder(folder), store, "--quiet");
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.list(store)) {
      return all.sorted().toList();
    }
  }

  @Test
  void aSoundFolderIsSound() throws IOException {
    Map<String, Object> told = Cli.succeed("fsck", store, "--json").json();
    assertThat(told).containsEntry("sound", true).containsEntry("files", files().size() - 1L);
  }

  /// Every kind of file: graph, features, labels, names, ids, split, the manifest, the record.
  @Test
  void oneFlippedBitIsFoundInEveryFile() throws IOException {
    assertThat(files()).hasSizeGreaterThan(10);
    for (Path file : files()) {
      byte[] good = Files.readAllBytes(file);
      for (int at : new int[] {0, good.length / 2, good.length - 1}) {
        byte[] bad = good.clone();
        bad[at] ^= 4;
        Files.write(file, bad);
        Cli told = Cli.run("fsck", store, "--json");
        assertThat(told.exit()).as("%s, byte %d", file, at).isEqualTo(Main.BAD_INPUT);
        String name = file.getFileName().toString();
        assertThat(told.json().get("damages").toString()).contains("file=" + name);
        boolean list = name.endsWith(".json") && !name.startsWith("class");
        if (!list) {
          assertThat(told.out()).contains("block 0, bytes 0 to " + good.length);
        }
      }
      Files.write(file, good);
    }
    Cli.succeed("fsck", store);
  }

  @Test
  void theBlockOfALargeFileIsNamed() throws IOException {
    Path big = folder.resolve("big");
    Cli.succeed(
        "generate", "--nodes", 20000, "--edges", 20000, "--features", 128, "--out", big, "--quiet");
    Path file = big.resolve("features.npy");
    byte[] bytes = Files.readAllBytes(file);
    bytes[5 << 20] ^= 1;
    Files.write(file, bytes);
    Cli told = Cli.run("fsck", big);
    assertThat(told.exit()).isEqualTo(Main.BAD_INPUT);
    assertThat(told.out())
        .contains("damaged: features.npy is damaged in block 1, bytes 4194304 to 8388608")
        .doesNotContain("block 0");
  }

  @Test
  void aFileCutShortAMissingOneAndAnExtraOneAreTold() throws IOException {
    Path file = store.resolve("labels.npy");
    byte[] good = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(good, good.length - 3));
    Cli cut = Cli.run("fsck", store);
    assertThat(cut.exit()).isEqualTo(Main.BAD_INPUT);
    assertThat(cut.out())
        .contains(
            "labels.npy has %d bytes, %d were written".formatted(good.length - 3, good.length));
    Files.delete(file);
    assertThat(Cli.run("fsck", store).out()).contains("damaged: labels.npy is missing");
    Files.write(file, good);
    Files.writeString(store.resolve("notes.txt"), "mine");
    assertThat(Cli.succeed("fsck", store).out()).contains("extra: no list names notes.txt");
    assertThat(Cli.run("fsck", folder).err()).contains("neither manifest.json nor run.json");
  }
}
