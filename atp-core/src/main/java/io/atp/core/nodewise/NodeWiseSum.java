package io.atp.core.nodewise;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.feature.Features;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.propagate.PropagationConfig;
import io.atp.core.propagate.RowOrigin;
import io.atp.core.push.SparseRows;
import io.atp.core.runtime.Workspace;

/// The sum of [NodeWisePropagation] as a map of its own: W in `Z = W·Y`, for any Y.
///
/// For backbones that spread what they have learned, or mix a few rows anew in every batch: there
/// is nothing yet that could travel beforehand. Where nodes stop is found on the features, as in
/// [NodeWisePropagation]. SCARA's push and NDM's sampled walks estimate `W·X` for an X that is
/// known; of W itself nothing is left out, and no column is standardised.
public sealed interface NodeWiseSum permits HopSum, MatrixSum {
  /// @param form what the backbone's own sum would be
  static NodeWiseSum of(
      PropagationOperator operator,
      Features features,
      NodeWise choice,
      PropagationConfig form,
      Workspace work) {
    try (Workspace scratch = work.scratch()) {
      var steps = NodeWisePropagation.steps(operator, features, choice, form, scratch);
      if (choice.entry() instanceof FeatureEntry.Diffusion(var kept)) {
        return MatrixSum.of(operator, choice.weights(), steps, kept, form, scratch);
      }
      return HopSum.of(operator, choice.weights(), steps, form);
    }
  }

  /// `W·Y`, into memory of the workspace.
  DenseFeatures times(Features y, Workspace work);

  /// Rows of W, each cut to its largest entries.
  ///
  /// @param cut where W is a sum of hops, rows are pushed
  SparseRows rows(int[] sources, RowCut cut, Workspace work);

  /// What the row of one node in `W·Y` is made of.
  RowOrigin origin(Features y, int node);

  /// What one product costs, by column.
  NodeWiseAccount account();

  /// How rows are cut.
  ///
  /// @param threshold of the push, as in [io.atp.core.push.LevelPushConfig]
  /// @param keep entries of a row
  /// @param keepRowScale whether pushed rows have the operator's row factor
  record RowCut(double threshold, int keep, boolean keepRowScale) {}
}
