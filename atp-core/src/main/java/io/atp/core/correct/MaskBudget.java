package io.atp.core.correct;

import io.atp.core.runtime.Require;

/// How many edges go.
public sealed interface MaskBudget {
  /// Each chosen node gives up this share (M) of its edges.
  record MaskedShare(double share) implements MaskBudget {
    public MaskedShare {
      Require.share("maskedShare", share);
    }
  }

  /// M is derived so that this share of all arcs of the graph goes.
  record RemovedShare(double share) implements MaskBudget {
    public RemovedShare {
      Require.share("removedShare", share);
    }
  }
}
