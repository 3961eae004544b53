package io.atp.lab.cell;

import io.atp.core.correct.CorrectionConfig;
import io.atp.core.correct.MaskBudget;
import io.atp.core.correct.MaskBy;
import io.atp.core.correct.MaskOrder;
import io.atp.core.correct.NodeChoice;
import io.atp.core.encode.EncodingConfig;
import io.atp.core.encode.EncodingConfig.Weights;
import io.atp.learn.plan.OperatorPlan;
import io.atp.learn.plan.OperatorPlan.Kernel;
import java.util.Locale;
import java.util.Optional;

/// What is taken out of a full ATP, or put in its place.
public enum AtpPart {
  /// Nothing.
  FULL,
  /// No mask; encodings of the whole graph.
  WITHOUT_CORRECTION,
  /// Degree and clustering only.
  WITHOUT_EIGENVECTOR,
  /// The mask, with r = ½ for all.
  WITHOUT_COEFFICIENTS,
  /// As many edges gone as by the mask, each with the same probability, and r = ½.
  UNIFORM_SAMPLING,
  /// PageRank in the eigenvector's place.
  PAGERANK,
  /// Katz in the eigenvector's place.
  KATZ,
  /// Both in its place.
  PAGERANK_AND_KATZ;

  /// Whether a plan has all parts, so that each can be taken out.
  static boolean isFull(OperatorPlan plan) {
    return plan.correction().isPresent()
        && plan.kernel() instanceof Kernel.NodeWise(EncodingConfig encoding)
        && encoding.weights().eigenvector() != 0;
  }

  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /// The one whose [#text] this is.
  static AtpPart named(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  /// @param full a plan with a mask and node-wise coefficients
  /// @param removedShare of the edges, by its mask
  public OperatorPlan of(OperatorPlan full, double removedShare) {
    Kernel half = new Kernel.Constant(0.5);
    return switch (this) {
      case FULL -> full;
      case WITHOUT_CORRECTION -> new OperatorPlan(Optional.empty(), full.kernel());
      case WITHOUT_EIGENVECTOR -> withSubstitutes(full, 0, 0);
      case WITHOUT_COEFFICIENTS -> new OperatorPlan(full.correction(), half);
      case UNIFORM_SAMPLING ->
          new OperatorPlan(
              Optional.of(
                  new CorrectionConfig(
                      new NodeChoice.TopAndSampled(1, 0),
                      new MaskBudget.RemovedShare(removedShare),
                      MaskBy.EDGES,
                      MaskOrder.RANDOM,
                      0)),
              half);
      case PAGERANK -> withSubstitutes(full, 1, 0);
      case KATZ -> withSubstitutes(full, 0, 1);
      case PAGERANK_AND_KATZ -> withSubstitutes(full, 1, 1);
    };
  }

  private static OperatorPlan withSubstitutes(OperatorPlan full, double pageRank, double katz) {
    EncodingConfig encoding =
        full.kernel() instanceof Kernel.NodeWise(EncodingConfig own)
            ? own
            : EncodingConfig.defaults();
    Weights weights = encoding.weights();
    var changed =
        new EncodingConfig(
            new Weights(weights.degree(), weights.clustering(), 0, pageRank, katz),
            encoding.profile(),
            encoding.coefficientScale(),
            encoding.clustering(),
            encoding.stop(),
            encoding.tolerance(),
            encoding.maxIterations());
    return new OperatorPlan(full.correction(), new Kernel.NodeWise(changed));
  }
}
