package io.atp.lab.cell;

import io.atp.core.encode.EncodingConfig;
import io.atp.core.encode.EncodingConfig.Weights;
import io.atp.learn.plan.OperatorPlan;
import io.atp.learn.plan.OperatorPlan.Kernel;
import java.util.Locale;
import java.util.Optional;

/// What is taken out of a whole ATP, or put in its place.
public enum AtpPart {
  /// No mask; encodings of the whole graph.
  WITHOUT_CORRECTION,
  /// Degree and clustering only.
  WITHOUT_EIGENVECTOR,
  /// Neither mask nor eigenvector.
  WITHOUT_CORRECTION_AND_EIGENVECTOR,
  /// The mask, with r = ½ for all.
  WITHOUT_COEFFICIENTS,
  /// PageRank in the eigenvector's place.
  PAGERANK,
  /// Katz in the eigenvector's place.
  KATZ,
  /// Both in its place.
  PAGERANK_AND_KATZ;

  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /// The one whose [#text] this is.
  static AtpPart named(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  /// @param whole a plan with a mask and node-wise coefficients
  public OperatorPlan of(OperatorPlan whole) {
    return switch (this) {
      case WITHOUT_CORRECTION -> uncorrected(whole);
      case WITHOUT_EIGENVECTOR -> withSubstitutes(whole, 0, 0);
      case WITHOUT_CORRECTION_AND_EIGENVECTOR -> withSubstitutes(uncorrected(whole), 0, 0);
      case WITHOUT_COEFFICIENTS -> new OperatorPlan(whole.correction(), new Kernel.Constant(0.5));
      case PAGERANK -> withSubstitutes(whole, 1, 0);
      case KATZ -> withSubstitutes(whole, 0, 1);
      case PAGERANK_AND_KATZ -> withSubstitutes(whole, 1, 1);
    };
  }

  private static OperatorPlan uncorrected(OperatorPlan whole) {
    return new OperatorPlan(Optional.empty(), whole.kernel());
  }

  private static OperatorPlan withSubstitutes(OperatorPlan whole, double pageRank, double katz) {
    EncodingConfig encoding =
        whole.kernel() instanceof Kernel.NodeWise(EncodingConfig own)
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
    return new OperatorPlan(whole.correction(), new Kernel.NodeWise(changed));
  }
}
