package io.atp.learn.tune;

import io.atp.core.runtime.Workspace;
import io.atp.learn.evaluate.Spread;
import io.atp.learn.experiment.ExperimentConfig;
import io.atp.learn.experiment.LabelledData;
import io.atp.learn.experiment.ValidationRuns;
import io.atp.learn.plan.OperatorPlan;
import io.atp.learn.train.Diverged;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The search in one [Family]: many candidates get one run, every other one drawn near the best so
/// far; the better third get two more, the best up to three all repeats.
///
/// Half the budget goes to the first look, more where that would leave hardly any candidate beside
/// the classic ones; three tenths to the second, the rest to the finalists, who are judged by the
/// mean over all repeats. However small the budget, the best three get their second look, and the
/// best of them and the recipe as it is all repeats: what looked best on one split may be worse
/// than what everybody starts with. A run counts once whatever it costs, and also where its scores
/// are known already.
final class FamilySearch<S extends Record, I> {
  private static final double FIRST_SHARE = 0.5;
  private static final double SECOND_SHARE = 0.8;
  private static final int SECOND_RUNS = 3;
  private static final int FINALISTS = 3;

  /// The number of the recipe as it is.
  private static final int RECIPE = 0;

  private final LabelledData data;
  private final ExperimentConfig<S, I> base;
  private final TuneConfig config;
  private final Workspace work;
  private final Family family;
  private final TrialLog log;
  private final FinishedRuns finished;
  private final SearchSpace<S> space;
  private final List<Candidate<S>> opening;
  private final List<Entry<S>> entries = new ArrayList<>();
  private long start = System.nanoTime();
  private int runs;

  /// A candidate with the scores it has so far.
  record Entry<S extends Record>(
      Candidate<S> candidate, List<Double> scores, double removedShare, boolean diverged) {
    double mean() {
      return scores.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    }

    Trial trial() {
      double[] values = scores.stream().mapToDouble(Double::doubleValue).toArray();
      return new Trial(
          candidate.plan(), candidate.changes(), Spread.of(values), removedShare, diverged);
    }
  }

  FamilySearch(
      LabelledData data,
      ExperimentConfig<S, I> base,
      TuneConfig config,
      Family family,
      TrialLog log,
      FinishedRuns finished,
      Workspace work) {
    this.data = data;
    this.log = log;
    this.finished = finished;
    this.base = base;
    this.config = config;
    this.family = family;
    this.work = work;
    this.space = new SearchSpace<>(base.recipe(), base.operatorUse(), config.seed());
    this.opening = space.opening(family);
  }

  /// The winner; ties go to the earlier candidate, and so to the recipe itself.
  Entry<S> run() {
    int least = space.classic().size() + config.leastOthers();
    for (int number = 0; number < least || within(FIRST_SHARE); number++) {
      Candidate<S> candidate = space.candidate(family, number, best());
      entries.add(extended(new Entry<>(candidate, List.of(), 0, false), 1));
    }
    int second = Math.min(SECOND_RUNS, config.repeats());
    extendBest(Math.max(FINALISTS, entries.size() / 3), FINALISTS, second, SECOND_SHARE);
    extendBest(FINALISTS, 1, config.repeats(), 1);
    entries.set(RECIPE, extended(entries.get(RECIPE), config.repeats()));
    int most = entries.stream().mapToInt(entry -> entry.scores().size()).max().orElse(0);
    return entries.stream()
        .filter(entry -> entry.scores().size() == most && !entry.diverged())
        .max(Comparator.comparingDouble(Entry::mean)) // the first of equals, the stream is ordered
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "training diverged with every one of %d candidates".formatted(entries.size())));
  }

  private Optional<Candidate<S>> best() {
    return entries.stream()
        .filter(entry -> !entry.diverged())
        .max(Comparator.comparingDouble(Entry::mean))
        .map(Entry::candidate);
  }

  List<Trial> trials() {
    return entries.stream().map(Entry::trial).toList();
  }

  /// @param sure how many in any case, others while the share of the budget lasts
  private void extendBest(int count, int sure, int scores, double share) {
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < entries.size(); i++) {
      order.add(i);
    }
    order.sort(Comparator.comparingDouble(i -> -entries.get(i).mean()));
    for (int place = 0; place < Math.min(count, order.size()); place++) {
      if (place >= sure && !within(share)) {
        return;
      }
      int at = order.get(place);
      entries.set(at, extended(entries.get(at), scores));
    }
  }

  private boolean within(double share) {
    boolean byRuns = config.runs() == 0 || runs < share * config.runs();
    boolean byTime = config.seconds() == 0 || seconds() < share * config.seconds();
    return byRuns && byTime;
  }

  private double seconds() {
    return (System.nanoTime() - start) * 1e-9;
  }

  private Entry<S> extended(Entry<S> entry, int scores) {
    int have = entry.scores().size();
    if (entry.diverged() || have >= scores) {
      return entry;
    }
    runs += scores - have;
    report();
    var asked = new TrialLog.Asked(entry.candidate().digest(), have, scores - have);
    Optional<TrialLog.Done> before = log.find(asked);
    TrialLog.Done done = before.isPresent() ? before.get() : train(asked, entry);
    if (before.isPresent()) {
      start -= (long) (done.seconds() * 1e9);
    } else {
      log.add(asked, done);
    }
    List<Double> all = new ArrayList<>(entry.scores());
    for (double score : done.scores()) {
      all.add(score);
    }
    return new Entry<>(entry.candidate(), all, done.removedShare(), done.diverged());
  }

  private TrialLog.Done train(TrialLog.Asked asked, Entry<S> entry) {
    var experiment =
        base.withPlan(entry.candidate().plan())
            .withRecipe(entry.candidate().recipe())
            .withRepeats(asked.firstRepeat(), asked.repeats());
    double before = seconds();
    try {
      ValidationRuns seen =
          ValidationRuns.of(data, experiment, finished.of(asked.candidate()), next(entry), work);
      return new TrialLog.Done(seen.scores(), seen.removedShare(), false, seconds() - before);
    } catch (Diverged e) {
      return new TrialLog.Done(new double[] {0}, entry.removedShare(), true, seconds() - before);
    }
  }

  /// Operators that are sure to be tried with the settings of this candidate.
  private List<OperatorPlan> next(Entry<S> entry) {
    return opening.stream()
        .filter(candidate -> candidate.changes().equals(entry.candidate().changes()))
        .map(Candidate::plan)
        .toList();
  }

  private void report() {
    String name = "search " + family.label();
    if (config.runs() > 0) {
      work.progress().report(name, Math.min(runs, config.runs()), config.runs());
    } else {
      work.progress().report(name, (long) seconds(), (long) Math.ceil(config.seconds()));
    }
  }
}
