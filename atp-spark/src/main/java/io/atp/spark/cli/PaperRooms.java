package io.atp.spark.cli;

import io.atp.core.correct.CorrectionAccount;
import io.atp.core.correct.CorrectionConfig;
import io.atp.core.encode.EncodingConfig;
import io.atp.core.propagate.PropagationConfig;
import io.atp.learn.plan.OperatorPlan;
import io.atp.learn.plan.OperatorPlan.Kernel;
import io.atp.spark.SparkEncodings;
import io.atp.spark.SparkGraph;
import io.atp.spark.SparkHops;
import io.atp.spark.room.BlockCorrection;
import io.atp.spark.room.BlockEncoding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// Rooms that several commands enter.
final class PaperRooms {
  private PaperRooms() {}

  /// Refuses what Spark does not do before a session is opened.
  static void requireSupported(OperatorPlan plan) {
    plan.correction().ifPresent(BlockCorrection::requireSupported);
    if (plan.kernel() instanceof Kernel.NodeWise(EncodingConfig config)) {
      BlockEncoding.requireSupported(config);
    }
  }

  static SparkGraph correct(SparkRun run, SparkGraph graph, Optional<CorrectionConfig> mask) {
    if (mask.isEmpty()) {
      return graph;
    }
    SparkGraph corrected = run.room("correct", () -> graph.correct(mask.get()), PaperRooms::hidden);
    run.corrected(corrected);
    return corrected;
  }

  static String hidden(SparkGraph corrected) {
    CorrectionAccount account = corrected.correction().orElseThrow();
    return "%,d of %,d arcs hidden".formatted(account.arcsRemoved(), account.arcsBefore());
  }

  static SparkEncodings encode(SparkRun run, SparkGraph graph, Kernel kernel) {
    return switch (kernel) {
      case Kernel.Constant(double r) -> graph.constant(r);
      case Kernel.NodeWise(EncodingConfig config) -> encode(run, graph, config);
    };
  }

  static SparkEncodings encode(SparkRun run, SparkGraph graph, EncodingConfig config) {
    SparkEncodings encoded =
        run.room("encode", () -> graph.encode(config), found -> "r of every node");
    encoded
        .convergences()
        .forEach(
            (encoding, end) -> {
              String name = encoding.name().toLowerCase(Locale.ROOT);
              run.record().result(name + "Iterations", end.iterations());
              run.record().result(name + "Residual", end.residual());
              run.record().result(name + "Converged", end.converged());
            });
    return encoded;
  }

  static SparkHops propagate(SparkRun run, SparkEncodings encoded, PropagationConfig config) {
    return run.room("propagate", () -> encoded.propagate(config), _ -> config.hopCount() + " hops");
  }

  /// A temporary folder and what is in it.
  static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
