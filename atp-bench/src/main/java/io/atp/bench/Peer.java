package io.atp.bench;

import io.atp.io.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// A peer is a process of its own that ends with one JSON line: its version, and per task the
/// seconds of every trial and a checksum.
final class Peer {
  private static final int MINUTES = 15;

  private Peer() {}

  /// What the process answered, or why there is no answer.
  ///
  /// @param version name and version of the peer
  /// @param failure null when all went well
  record Answer(String name, String version, Map<?, ?> tasks, String failure) {
    static Answer none(String name, String reason) {
      return new Answer(name, name, Map.of(), reason);
    }

    Outcome outcome(String task) {
      if (failure != null) {
        return new Outcome.Skipped(name, failure);
      }
      Map<?, ?> found = (Map<?, ?>) tasks.get(task);
      double[] seconds =
          ((List<?>) found.get("seconds"))
              .stream().mapToDouble(value -> ((Number) value).doubleValue()).toArray();
      double checksum = ((Number) found.get("checksum")).doubleValue();
      return new Outcome.Measured(version, new Timing(seconds), checksum);
    }
  }

  /// Runs the command with `threads` OpenMP threads and reads its last line of output.
  static Answer run(String name, int threads, Path log, List<String> command) {
    try {
      ProcessBuilder builder = new ProcessBuilder(command);
      builder.environment().put("OMP_NUM_THREADS", Integer.toString(threads));
      builder.environment().put("OPENBLAS_NUM_THREADS", Integer.toString(threads));
      builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
      Path out = Path.of(log + ".out");
      Process process = builder.redirectError(log.toFile()).redirectOutput(out.toFile()).start();
      if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
        process.destroyForcibly();
        return Answer.none(name, "no answer after %d minutes".formatted(MINUTES));
      }
      if (process.exitValue() != 0) {
        return Answer.none(name, "exit code %d: %s".formatted(process.exitValue(), reason(log)));
      }
      Map<?, ?> answer = (Map<?, ?>) Json.parse(lastLine(out), name);
      return new Answer(
          name, (String) answer.get("version"), (Map<?, ?>) answer.get("tasks"), null);
    } catch (IOException e) {
      return Answer.none(name, e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Answer.none(name, "interrupted");
    }
  }

  /// What the process died of: the line of a Java exception, or the last one it wrote.
  private static String reason(Path log) throws IOException {
    return Files.readString(log)
        .lines()
        .filter(line -> line.startsWith("Exception in thread"))
        .findFirst()
        .orElse(lastLine(log));
  }

  private static String lastLine(Path file) throws IOException {
    return Files.readString(file).strip().lines().reduce("", (_, line) -> line);
  }

  /// Whether a command exists and ends well; its output is thrown away.
  static boolean succeeds(List<String> command) {
    try {
      return new ProcessBuilder(command)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
