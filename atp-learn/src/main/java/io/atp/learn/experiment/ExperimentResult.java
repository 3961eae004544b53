package io.atp.learn.experiment;

import io.atp.core.correct.CorrectionAccount;
import io.atp.core.encode.NodeCoefficients;
import io.atp.core.feature.FittedScaling;
import io.atp.core.nodewise.NodeWiseAccount;
import io.atp.learn.evaluate.Spread;
import io.atp.learn.model.input.Lessons;
import io.atp.learn.model.layer.ParameterStore;
import java.util.List;
import java.util.Optional;

/// All repeats of an experiment.
///
/// @param bestRun index of the repeat validation likes best, the earliest of equals
/// @param weights of that repeat
/// @param lessons that repeat was trained with in its last stage
/// @param scaling of the features in that repeat
/// @param account what the correction removed, where there was one
/// @param coefficients r or r̃ of every node, in the last repeat
/// @param nodeWise what node-wise hops cost in the last preparation
/// @param correctSeconds of the last preparation
/// @param encodeSeconds of the last preparation
/// @param propagateSeconds of all preparations
public record ExperimentResult(
    List<RunResult> runs,
    int bestRun,
    ParameterStore.Snapshot weights,
    Lessons lessons,
    FittedScaling scaling,
    Optional<CorrectionAccount> account,
    NodeCoefficients coefficients,
    Optional<NodeWiseAccount> nodeWise,
    double correctSeconds,
    double encodeSeconds,
    double propagateSeconds) {
  public ExperimentResult {
    runs = List.copyOf(runs);
  }

  public Spread validation() {
    return Spread.of(runs.stream().mapToDouble(RunResult::validation).toArray());
  }

  public Spread test() {
    return Spread.of(runs.stream().mapToDouble(RunResult::test).toArray());
  }

  public double trainSeconds() {
    return runs.stream().mapToDouble(RunResult::trainSeconds).sum();
  }
}
