package io.atp.learn.tune;

import io.atp.core.runtime.Workspace;
import io.atp.learn.evaluate.Paired;
import io.atp.learn.evaluate.Spread;
import io.atp.learn.experiment.Experiment;
import io.atp.learn.experiment.ExperimentConfig;
import io.atp.learn.experiment.ExperimentResult;
import io.atp.learn.experiment.LabelledData;
import io.atp.learn.model.MemoryNeed;
import io.atp.learn.model.Recipe;
import io.atp.learn.plan.OperatorPlan;
import java.util.List;

/// Finds the best classic operator and the best of ATP's for a backbone on a data set, under one
/// budget each, then reads test once for both.
///
/// ATP is advised only where validation prefers it by more than the standard error of the paired
/// difference: a search that tries many masks finds a lucky one on any graph, and turning ATP on
/// should not cost accuracy.
public final class Tuner {
  /// Bytes of results that candidates share.
  private static final long MOST_SHARED = 1L << 29;

  private Tuner() {}

  /// One family's winner.
  ///
  /// @param validation over all repeats; what it was chosen by
  /// @param trials of the family's own search
  public record Winner<S extends Record>(
      Candidate<S> candidate,
      Spread validation,
      double removedShare,
      List<Trial> trials,
      ExperimentResult result) {}

  /// @param difference of validation, ATP minus baseline, repeat by repeat
  /// @param adviseAtp whether ATP's winner is the one to use
  public record TuneResult<S extends Record>(
      Winner<S> baseline, Winner<S> adaptive, Paired difference, boolean adviseAtp) {
    public Winner<S> advised() {
      return adviseAtp ? adaptive : baseline;
    }
  }

  /// @param base the experiment whose plan and recipe are searched
  public static <S extends Record, I> TuneResult<S> tune(
      LabelledData data, ExperimentConfig<S, I> base, TuneConfig config, Workspace work) {
    return tune(data, base, config, TrialLog.inMemory(), work);
  }

  /// @param log what an earlier search, stopped before its end, left of the same one
  public static <S extends Record, I> TuneResult<S> tune(
      LabelledData data,
      ExperimentConfig<S, I> base,
      TuneConfig config,
      TrialLog log,
      Workspace work) {
    try (Workspace sharing = sharing(data, base, work)) {
      return search(data, base, config, log, new FinishedRuns(work), sharing);
    }
  }

  /// One family alone, to the same numbers as beside another.
  public static <S extends Record, I> Winner<S> winner(
      LabelledData data,
      ExperimentConfig<S, I> base,
      TuneConfig config,
      Family family,
      TrialLog log,
      Workspace work) {
    try (Workspace sharing = sharing(data, base, work)) {
      return winner(data, base, config, family, log, new FinishedRuns(work), sharing);
    }
  }

  /// Memory in which candidates find what earlier ones computed of the graph: half of what a
  /// candidate leaves free.
  private static <S extends Record, I> Workspace sharing(
      LabelledData data, ExperimentConfig<S, I> base, Workspace work) {
    Workspace own = work.scratch();
    if (work.shared().isEmpty()) {
      Recipe<S> recipe = base.recipe();
      long need =
          MemoryNeed.bytes(
              base.backbone(),
              recipe.settings(),
              recipe.nodeWise().isEmpty(),
              recipe.scaling(),
              data.graph(),
              data.features(),
              data.targets().outputs());
      own.shareResults(Math.clamp((work.room() - need) / 2, 0, MOST_SHARED));
    }
    return own;
  }

  private static <S extends Record, I> TuneResult<S> search(
      LabelledData data,
      ExperimentConfig<S, I> base,
      TuneConfig config,
      TrialLog log,
      FinishedRuns finished,
      Workspace work) {
    Winner<S> baseline = winner(data, base, config, Family.CLASSIC, log, finished, work);
    Winner<S> adaptive =
        atLeast(baseline, winner(data, base, config, Family.ADAPTIVE, log, finished, work));
    Paired difference =
        adaptive.result().validation().against(baseline.result().validation(), config.seed());
    boolean advise = advises(adaptive.candidate().plan(), difference);
    return new TuneResult<>(baseline, adaptive, difference, advise);
  }

  /// The baseline's winner is among ATP's candidates, too: its operator is one of theirs, and its
  /// settings may be drawn. So validation of ATP is never below that of the baseline.
  private static <S extends Record> Winner<S> atLeast(Winner<S> baseline, Winner<S> adaptive) {
    if (adaptive.validation().mean() >= baseline.validation().mean()) {
      return adaptive;
    }
    return new Winner<>(
        baseline.candidate(),
        baseline.validation(),
        baseline.removedShare(),
        adaptive.trials(),
        baseline.result());
  }

  /// Whether ATP's winner is the one to use.
  ///
  /// @param difference on validation, run by run
  public static boolean advises(OperatorPlan adaptive, Paired difference) {
    return !adaptive.isClassic() && difference.meanDifference() > difference.standardError();
  }

  private static <S extends Record, I> Winner<S> winner(
      LabelledData data,
      ExperimentConfig<S, I> base,
      TuneConfig config,
      Family family,
      TrialLog log,
      FinishedRuns finished,
      Workspace work) {
    var search = new FamilySearch<>(data, base, config, family, log, finished, work);
    FamilySearch.Entry<S> best = search.run();
    Candidate<S> candidate = best.candidate();
    ExperimentResult result =
        Experiment.run(
            data,
            base.withPlan(candidate.plan())
                .withRecipe(candidate.recipe())
                .withRepeats(0, config.repeats()),
            work,
            finished.of(candidate.digest()));
    return new Winner<>(
        candidate, best.trial().validation(), best.removedShare(), search.trials(), result);
  }
}
