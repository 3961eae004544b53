package io.atp.cli.command;

import io.atp.cli.Cli;
import io.atp.cli.Main;
import io.atp.io.store.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Commands in processes of their own, to be killed or starved, and what they leave behind.
final class Faults {
  private Faults() {}

  /// @param before shell commands that come first, like `ulimit -f 20;`
  static Process start(Path log, String before, Object... line) throws IOException {
    List<String> all = new ArrayList<>(List.of("bash", "-c", before + " exec \"$@\"", "atp"));
    all.addAll(command(line));
    return new ProcessBuilder(all).redirectErrorStream(true).redirectOutput(log.toFile()).start();
  }

  static List<String> command(Object... line) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-Xms64m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "--add-modules=jdk.incubator.vector",
            "--enable-native-access=ALL-UNNAMED",
            "-Datp.kernels=scalar",
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName()));
    Stream.of(line).map(Object::toString).forEach(command::add);
    return command;
  }

  /// Checksums of a finished run, by file.
  static Map<String, Object> sums(Path run) throws IOException {
    return Cli.checksums(Cli.jsonFile(run.resolve("run.json")));
  }

  static int count(Path folder, String glob) throws IOException {
    if (!Files.isDirectory(folder)) {
      return 0;
    }
    try (var files = Files.newDirectoryStream(folder, glob)) {
      int count = 0;
      for (Path _ : files) {
        count++;
      }
      return count;
    }
  }

  static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    try (var files = Files.newDirectoryStream(from)) {
      for (Path file : files) {
        Files.copy(file, to.resolve(file.getFileName().toString()));
      }
    }
  }

  /// Puts a copy back in place of what is there.
  static void restore(Path kept, Path parts) throws IOException {
    if (Files.exists(parts)) {
      TemporaryFolder.delete(parts);
    }
    copy(kept, parts);
  }

  static void flip(Path file) throws IOException {
    flip(file, (int) (Files.size(file) / 2));
  }

  static void flip(Path file, int at) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[at] ^= 1;
    Files.write(file, bytes);
  }
}
