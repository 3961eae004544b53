package io.atp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.io.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/// Runs command lines in this process and remembers what they said.
public record Cli(int exit, String out, String err) {
  public static Cli run(Object... args) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    String[] line = Stream.of(args).map(Object::toString).toArray(String[]::new);
    int exit =
        Main.run(
            line,
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8));
    return new Cli(
        exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /// As [#run], for a line that has to succeed.
  public static Cli succeed(Object... args) {
    Cli result = run(args);
    assertThat(result.exit).as(result.err).isZero();
    return result;
  }

  /// The one JSON object on standard output.
  public Map<String, Object> json() {
    return object(out, "standard output");
  }

  public static Map<String, Object> jsonFile(Path file) throws IOException {
    return object(Files.readString(file), file.toString());
  }

  private static Map<String, Object> object(String text, String source) {
    try {
      @SuppressWarnings("unchecked")
      var map = (Map<String, Object>) Json.parse(text, source);
      return map;
    } catch (IOException e) {
      throw new AssertionError(text, e);
    }
  }

  /// The checksums of a run record, by file.
  public static Map<String, Object> checksums(Map<String, Object> record) {
    Map<String, Object> sums = new TreeMap<>();
    ((Map<?, ?>) record.get("files"))
        .forEach((name, file) -> sums.put(name.toString(), ((Map<?, ?>) file).get("sha256")));
    return sums;
  }

  public List<String> errorLines() {
    return err.lines().toList();
  }

  /// A real data set, or the test is skipped by name.
  public static Path data(String name) {
    Path path = Path.of(System.getProperty("atp.data", "absent"), name);
    Assumptions.assumeTrue(Files.exists(path), "skipped: " + name + " is not in atp.data");
    return path;
  }

  /// A text file of arcs.
  public static Path edgeList(Path folder, String name, String... lines) throws IOException {
    return Files.writeString(folder.resolve(name), String.join("\n", lines) + "\n");
  }

  /// A small generated store with features, classes and a split.
  public static Path store(Path folder) {
    Path store = folder.resolve("store");
    succeed(
        "generate",
        "--nodes",
        300,
        "--edges",
        1500,
        "--features",
        20,
        "--classes",
        3,
        "--out",
        store,
        "--quiet");
    return store;
  }
}
