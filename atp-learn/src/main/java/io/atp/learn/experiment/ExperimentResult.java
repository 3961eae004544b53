package io.atp.learn.experiment;

import io.atp.learn.evaluate.Spread;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.plan.BuiltOperator;
import java.util.List;

/// All repeats of an experiment.
///
/// @param bestRun the repeat validation likes best, the earliest of equals
/// @param weights of that repeat
/// @param built the operator of the last repeat; the same for all unless the protocol is inductive
public record ExperimentResult(
    List<RunResult> runs,
    int bestRun,
    ParameterStore.Snapshot weights,
    BuiltOperator built,
    double prepareSeconds) {
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
