package io.atp.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.cli.Cli;
import io.atp.cli.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerifyCommandTest {
  @TempDir Path folder;
  private Path store;

  @BeforeEach
  void make() {
    store = folder.resolve("store");
    Cli.succeed(
        "generate",
        "--nodes",
        300,
        "--edges",
        900,
        "--features",
        8,
        "--classes",
        3,
        "--out",
        store);
  }

  private void assertSame(Path run) throws IOException {
    assertThat(Cli.succeed("verify", run, "--json").json()).containsEntry("same", true);
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).allMatch(path -> !path.getFileName().toString().startsWith("."));
    }
  }

  @Test
  void everyKindOfRunGivesTheSameBytesAgain() throws IOException {
    assertSame(store);
    Path hops = folder.resolve("hops");
    Cli.succeed("propagate", store, "--hops", 2, "--out", hops, "--threads", 1);
    assertSame(hops);
    Path run = folder.resolve("run");
    Cli.succeed(
        "train",
        store,
        "--model",
        "gcn",
        "--seeds",
        2,
        "--set",
        "epochs=5",
        "--out",
        run,
        "--json");
    assertSame(run);
    Path copy = folder.resolve("copy");
    Cli.succeed("import", store, copy);
    assertSame(copy);
  }

  @Test
  void anotherResultIsNamed() throws IOException {
    Path record = store.resolve("run.json");
    Files.writeString(
        record, Files.readString(record).replace("\"--nodes\", \"300\"", "\"--nodes\", \"301\""));
    Cli result = Cli.run("verify", store);
    assertThat(result.exit()).isEqualTo(Main.BAD_INPUT);
    assertThat(result.out()).contains("differs: offsets.npy has other bytes");
  }

  @Test
  void measurementsOfAReproductionAreComparedNumberByNumber() throws IOException {
    Path data = Cli.data("cora").getParent();
    Path lab = folder.resolve("lab");
    Cli.succeed(
        "reproduce",
        "weights",
        "--data",
        "cora",
        "--seeds",
        1,
        "--quick",
        "--data-dir",
        data,
        "--out",
        lab);
    var json = Cli.succeed("verify", lab, "--data-dir", data, "--json").json();
    assertThat(json).containsEntry("same", true);
    Path record;
    try (Stream<Path> records = Files.list(lab.resolve("records"))) {
      record = records.findFirst().orElseThrow();
    }
    String text = Files.readString(record);
    Files.writeString(record, text.replaceFirst("(\"decile 3\": *\\[\\s*)[0-9.E-]+", "$10.125"));
    assertThat(Files.readString(record)).isNotEqualTo(text);
    Cli result = Cli.run("verify", lab, "--data-dir", data);
    assertThat(result.exit()).isEqualTo(Main.BAD_INPUT);
    assertThat(result.out()).contains("differs: " + record.getFileName() + ": series was");
  }

  @Test
  void whatIsNoRunIsRefused() {
    Cli result = Cli.run("verify", folder);
    assertThat(result.exit()).isEqualTo(Main.BAD_INPUT);
    assertThat(result.errorLines()).hasSize(1).first().asString().contains("has no run.json");
  }
}
