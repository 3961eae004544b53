package io.atp.learn.tune;

import io.atp.learn.evaluate.Spread;
import io.atp.learn.plan.OperatorPlan;
import java.util.Map;

/// A candidate and what validation said of it.
///
/// @param validation of the repeats it was given; a candidate that diverged has score 0
/// @param removedShare of the arcs, by its mask
/// @param diverged whether training left the numbers
public record Trial(
    OperatorPlan plan,
    Map<String, String> changes,
    Spread validation,
    double removedShare,
    boolean diverged) {}
