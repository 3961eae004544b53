package io.atp.learn.tune;

import io.atp.core.correct.CorrectionConfig;
import io.atp.core.correct.MaskBudget;
import io.atp.core.correct.MaskBy;
import io.atp.core.correct.MaskOrder;
import io.atp.core.correct.NodeChoice;
import io.atp.core.encode.EncodingConfig;
import io.atp.core.runtime.Require;
import io.atp.learn.plan.OperatorPlan;
import io.atp.learn.plan.OperatorPlan.Kernel;
import io.atp.learn.plan.OperatorUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Operators of ATP that a search looks at before it draws any, the most promising first: half the
/// edges of a tenth of the nodes hidden, with equal encodings; three quarters hidden and r = 0;
/// half hidden and the backbone's own r; equal encodings alone; ATP's defaults.
///
/// The first two are what did best on dense graphs with hubs.
final class StartingPlans {
  private static final double TOP = 0.1;

  private StartingPlans() {}

  /// @param r the backbone's own
  /// @param use of the operator; plans that come to the same for it are there once
  /// @param symmetric whether rows may not be masked alone
  static List<OperatorPlan> of(double r, OperatorUse use, boolean symmetric) {
    var equal = new Kernel.NodeWise(EncodingConfig.defaults());
    List<OperatorPlan> plans = new ArrayList<>();
    plans.add(new OperatorPlan(edges(0.5), equal));
    plans.add(new OperatorPlan(edges(0.75), new Kernel.Constant(0)));
    plans.add(new OperatorPlan(edges(0.5), new Kernel.Constant(r)));
    plans.add(new OperatorPlan(Optional.empty(), equal));
    plans.add(OperatorPlan.adaptive());
    return plans.stream()
        .map(plan -> plan.restrictedTo(use, r))
        .filter(plan -> !plan.isClassic())
        .filter(plan -> !symmetric || !masksRows(plan))
        .distinct()
        .toList();
  }

  /// With all parts of ATP: half, a quarter and three quarters of the edges of a tenth of the nodes
  /// hidden, with equal encodings; ATP's defaults.
  static List<OperatorPlan> whole(OperatorUse use, boolean symmetric) {
    Require.that(
        use == OperatorUse.WEIGHTS,
        "of ATP only the correction acts in this backbone, so that it has no other part to take"
            + " out");
    var equal = new Kernel.NodeWise(EncodingConfig.defaults());
    List<OperatorPlan> plans = new ArrayList<>();
    for (double masked : new double[] {0.5, 0.25, 0.75}) {
      plans.add(new OperatorPlan(edges(masked), equal));
    }
    plans.add(OperatorPlan.adaptive());
    return plans.stream().filter(plan -> !symmetric || !masksRows(plan)).toList();
  }

  private static Optional<CorrectionConfig> edges(double masked) {
    return Optional.of(
        new CorrectionConfig(
            new NodeChoice.TopAndSampled(TOP, 0),
            new MaskBudget.MaskedShare(masked),
            MaskBy.EDGES,
            MaskOrder.RANDOM,
            0));
  }

  private static boolean masksRows(OperatorPlan plan) {
    return plan.correction().stream().anyMatch(mask -> mask.by() == MaskBy.ROWS);
  }
}
