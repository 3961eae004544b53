package io.atp.cli.command;

import io.atp.core.runtime.Require;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/// What can be exported: a graph, or a part of what a run computed.
enum RunPart {
  GRAPH("manifest.json"),
  COEFFICIENTS("coefficients.npy"),
  HOPS("hop-0.npy"),
  OPERATOR("operator.npz"),
  PREDICTIONS("");

  private final String file;

  RunPart(String file) {
    this.file = file;
  }

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// What the user says, else what is there: the graph of anything but the folder of a run.
  static RunPart of(String word, Path path) {
    for (RunPart part : values()) {
      if (part.word().equals(word)) {
        Require.that(
            part == GRAPH || part == PREDICTIONS || part.in(path),
            "%s holds no %s; atp %s writes it",
            path,
            part == HOPS ? "hop-0.npy or features.npy" : part.file,
            part == COEFFICIENTS
                ? "encode"
                : part == HOPS ? "propagate" : "propagate --materialise");
        return part;
      }
    }
    Require.that(
        word == null,
        "--what must be graph, coefficients, hops, operator or predictions, got '%s'",
        word);
    boolean run =
        Files.isRegularFile(path.resolve("run.json")) && !Files.exists(path.resolve(GRAPH.file));
    for (RunPart part : values()) {
      if (run && part != GRAPH && part != PREDICTIONS && part.in(path)) {
        return part;
      }
    }
    return GRAPH;
  }

  private boolean in(Path path) {
    return Files.isRegularFile(path.resolve(file))
        || this == HOPS && Files.isRegularFile(path.resolve(RunTables.COMBINED));
  }
}
