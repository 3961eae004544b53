package io.atp.cli.command;

import io.atp.cli.Text;
import io.atp.core.correct.CorrectedGraph;
import io.atp.core.correct.CorrectionAccount;
import io.atp.core.correct.CorrectionConfig;
import io.atp.core.correct.HighBiasCorrection;
import io.atp.core.encode.EncodingConfig;
import io.atp.core.encode.Encodings;
import io.atp.core.encode.NodeCoefficients;
import io.atp.core.graph.CsrGraph;
import io.atp.core.operator.PropagationOperator;
import io.atp.io.dataset.GraphData;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

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
    run.record().result("correction", told);
    return corrected;
  }

  private static String outcome(CorrectionAccount account) {
    return "%s nodes lose %s of all edges; largest degree %s → %s, %s isolated"
        .formatted(
            Text.count(account.nodesChosen()),
            Text.share(account.removedShare()),
            Text.count(account.maxDegreeBefore()),
            Text.count(account.maxDegreeAfter()),
            Text.count(account.nodesIsolated()));
  }

  static Encodings encode(Run run, CsrGraph graph, EncodingConfig config) throws IOException {
    return null;
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

  private static double smallest(double[] values) {
    return Arrays.stream(values).min().orElse(Double.NaN);
  }

  private static double largest(double[] values) {
    return Arrays.stream(values).max().orElse(Double.NaN);
  }
}
