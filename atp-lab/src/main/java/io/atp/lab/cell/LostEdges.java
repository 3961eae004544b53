package io.atp.lab.cell;

import io.atp.core.correct.CorrectionConfig;
import io.atp.core.correct.MaskBudget;
import io.atp.core.correct.NodeChoice;
import java.util.Locale;

/// Which edges a graph is left without.
public enum LostEdges {
  /// Those that the correction hides with the paper's settings.
  CORRECTION,
  /// As many, each with the same probability.
  UNIFORM;

  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// The one whose [#text] this is.
  static LostEdges named(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }

  /// @param removedShare of the edges, where each is as likely as another
  CorrectionConfig mask(double removedShare, long seed) {
    CorrectionConfig paper = CorrectionConfig.defaults();
    return switch (this) {
      case CORRECTION -> paper.withSeed(seed);
      case UNIFORM ->
          new CorrectionConfig(
              new NodeChoice.TopAndSampled(1, 0),
              new MaskBudget.RemovedShare(removedShare),
              paper.by(),
              paper.order(),
              seed);
    };
  }
}
