package io.atp.cli.command;

import io.atp.cli.Text;
import io.atp.core.correct.CorrectedGraph;
import io.atp.core.correct.CorrectionAccount;
import io.atp.core.correct.CorrectionConfig;
import io.atp.core.correct.HighBiasCorrection;
import io.atp.core.encode.Encoding;
import io.atp.core.encode.EncodingConfig;
import io.atp.core.encode.Encodings;
import io.atp.core.encode.LocalNodeContext;
import io.atp.core.encode.NodeCoefficients;
import io.atp.core.graph.CsrGraph;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.spectral.Convergence;
import io.atp.io.dataset.GraphData;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// The rooms that several commands pass through, each timed, told and recorded the same way.
final class PaperRooms {
  private PaperRooms() {}

  static CorrectedGraph correct(Run run, GraphData data, CorrectionConfig config)
      throws IOException {
    CorrectedGraph corrected =
        run.room(
            "correct",
            () ->
                data.features().isPresent()
                    ? HighBiasCorrection.apply(
                        data.graph(), data.features().get(), config, run.work())
                    : HighBiasCorrection.apply(data.graph(), config, run.work()),
            result -> outcome(result.account()));
    CorrectionAccount account = corrected.account();
    Map<String, Object> told = new LinkedHashMap<>();
    told.put("nodesChosen", account.nodesChosen());
    told.put("maskedShare", account.maskedShare());
    told.put("arcsBefore", account.arcsBefore());
    told.put("arcsRemoved", account.arcsRemoved());
    told.put("removedShare", account.removedShare());
    told.put("maxDegreeBefore", account.maxDegreeBefore());
    told.put("maxDegreeAfter", account.maxDegreeAfter());
    told.put("nodesIsolated", account.nodesIsolated());
    told.put("converged", account.converged());
    run.record().result("correction", told);
    if (corrected.graph() != data.graph()) {
      release(data.graph().targets());
      release(data.graph().offsets());
    }
    return corrected;
  }

  /// Nobody reads the graph before correction again: its mapped pages need not stay.
  private static void release(MemorySegment mapped) {
    if (mapped.isMapped()) {
      mapped.unload();
    }
  }

  private static String outcome(CorrectionAccount account) {
    return "%s nodes lose %s of all edges; top degree %s → %s, %s isolated"
        .formatted(
            Text.count(account.nodesChosen()),
            Text.share(account.removedShare()),
            Text.count(account.maxDegreeBefore()),
            Text.count(account.maxDegreeAfter()),
            Text.count(account.nodesIsolated()));
  }

  /// What a node is like, and the coefficient that follows from it.
  record NodeContext(Encodings encodings, NodeCoefficients coefficients) {}

  /// Only the encodings that have a weight.
  static NodeContext encode(Run run, CsrGraph graph, EncodingConfig config) throws IOException {
    return encode(run, graph, config, LocalNodeContext.weighted(config));
  }

  static NodeContext encode(Run run, CsrGraph graph, EncodingConfig config, Set<Encoding> wanted)
      throws IOException {
    NodeContext context =
        run.room(
            "encode",
            () -> {
              Encodings encodings = LocalNodeContext.describe(graph, config, wanted, run.work());
              return new NodeContext(encodings, LocalNodeContext.combine(encodings, config));
            },
            PaperRooms::outcome);
    Map<String, Object> told = new LinkedHashMap<>();
    context
        .encodings()
        .largestEigenvalue()
        .ifPresent(value -> told.put("largestEigenvalue", value));
    for (Encoding encoding : wanted) {
      context
          .encodings()
          .convergence(encoding)
          .ifPresent(end -> told.put(name(encoding), convergence(end)));
    }
    double[] r = context.coefficients().values();
    told.put("smallestCoefficient", smallest(r));
    told.put("meanCoefficient", mean(r));
    told.put("largestCoefficient", largest(r));
    run.record().result("encoding", told);
    return context;
  }

  static String name(Encoding encoding) {
    return encoding.name().toLowerCase(Locale.ROOT);
  }

  private static Map<String, Object> convergence(Convergence end) {
    Map<String, Object> told = new LinkedHashMap<>();
    told.put("iterations", end.iterations());
    told.put("residual", Double.isFinite(end.residual()) ? end.residual() : null);
    told.put("converged", end.converged());
    return told;
  }

  private static String outcome(NodeContext context) {
    double[] r = context.coefficients().values();
    String names =
        context.encodings().values().keySet().stream()
            .sorted()
            .map(PaperRooms::name)
            .collect(Collectors.joining(", "));
    return String.format(
        Locale.ROOT, "%s → r %.3f to %.3f, mean %.3f", names, smallest(r), largest(r), mean(r));
  }

  static PropagationOperator operator(Run run, CsrGraph graph, NodeCoefficients coefficients)
      throws IOException {
    return run.room(
        "operator",
        () -> PropagationOperator.of(graph, coefficients),
        operator ->
            "left %s to %s, right %s to %s"
                .formatted(
                    Text.decimal(smallest(operator.left())),
                    Text.decimal(largest(operator.left())),
                    Text.decimal(smallest(operator.right())),
                    Text.decimal(largest(operator.right()))));
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElse(Double.NaN);
  }

  private static double smallest(double[] values) {
    return Arrays.stream(values).min().orElse(Double.NaN);
  }

  private static double largest(double[] values) {
    return Arrays.stream(values).max().orElse(Double.NaN);
  }
}
