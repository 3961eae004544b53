package io.atp.bench;

import io.atp.core.runtime.Require;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/// What to compare, and on how large a graph.
///
/// @param nodes of the generated graph, with ten edges a node
/// @param width features a node
/// @param threads for us and for every peer that can use them
/// @param trials timed runs of each task of ours
/// @param only names of the parts to run; empty for all
/// @param growth whether to measure time per arc at 1, 4 and 16 times as many nodes
/// @param sources where the peers' sources are
/// @param data where real graphs are
/// @param out folder for `compare.md` and `compare.json`
record CompareOptions(
    int nodes,
    int width,
    int threads,
    int trials,
    Set<String> only,
    boolean growth,
    Path sources,
    Path data,
    Path out) {
  private static final List<String> PARTS =
      List.of(
          "hop",
          "encode",
          "pipeline",
          "import",
          "tables",
          "binary",
          "gemm",
          "partition",
          "mlp",
          "epoch");

  static final String USAGE =
"""
      bench/run [--nodes 1000000] [--width 128] [--threads 2] [--trials 5]
                [--only %s]
                [--growth] [--data DIR] [--out DIR]
"""
          .formatted(String.join(",", PARTS));

  CompareOptions {
    Require.atLeast("nodes", nodes, 100);
    Require.atLeast("width", width, 1);
    Require.atLeast("threads", threads, 1);
    Require.atLeast("trials", trials, 1);
    for (String part : only) {
      Require.that(
          PARTS.contains(part), "--only takes %s, got '%s'", String.join(", ", PARTS), part);
    }
  }

  static CompareOptions defaults() {
    return new CompareOptions(
        1_000_000,
        128,
        2,
        5,
        Set.of(),
        false,
        Path.of("atp-bench", "src", "main"),
        Path.of("..", "shared", "data"),
        Path.of("atp-bench", "target", "compare"));
  }

  /// @throws IllegalArgumentException naming an option that is not known or lacks its value
  static CompareOptions parse(String... arguments) {
    CompareOptions options = defaults();
    for (int i = 0; i < arguments.length; i++) {
      String name = arguments[i];
      if (name.equals("--growth")) {
        options = options.with(name, "true");
        continue;
      }
      Require.that(i + 1 < arguments.length, "option %s needs a value", name);
      options = options.with(name, arguments[++i]);
    }
    return options;
  }

  private CompareOptions with(String name, String value) {
    boolean known =
        Set.of(
                "--nodes",
                "--width",
                "--threads",
                "--trials",
                "--only",
                "--growth",
                "--sources",
                "--data",
                "--out")
            .contains(name);
    Require.that(known, "%s is no option; usage: %s", name, USAGE);
    return new CompareOptions(
        name.equals("--nodes") ? Integer.parseInt(value) : nodes,
        name.equals("--width") ? Integer.parseInt(value) : width,
        name.equals("--threads") ? Integer.parseInt(value) : threads,
        name.equals("--trials") ? Integer.parseInt(value) : trials,
        name.equals("--only") ? Set.of(value.split(",")) : only,
        name.equals("--growth") || growth,
        name.equals("--sources") ? Path.of(value) : sources,
        name.equals("--data") ? Path.of(value) : data,
        name.equals("--out") ? Path.of(value) : out);
  }

  boolean wants(String part) {
    return only.isEmpty() || only.contains(part);
  }
}
