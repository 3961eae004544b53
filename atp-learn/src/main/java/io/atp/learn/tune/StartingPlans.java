package io.atp.learn.tune;

import io.atp.core.correct.CorrectionConfig;
import io.atp.core.correct.MaskBudget;
import io.atp.core.correct.MaskBy;
import io.atp.core.correct.MaskOrder;
import io.atp.core.correct.NodeChoice;
import io.atp.core.encode.EncodingConfig;
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
        .filter(plan -> !symmetric || plan.correction().stream().noneMatch(StartingPlans::rows))
        .distinct()
        .toList();
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

  private static boolean rows(CorrectionConfig mask) {
    return mask.by() == MaskBy.ROWS;
  }
}
