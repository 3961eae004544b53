package io.atp.learn.experiment;

import io.atp.core.runtime.Progress;
import io.atp.learn.optimise.StoppingRule;
import io.atp.learn.train.Trainer;

/// Epochs of all repeats as one step, so that its time left is that of all of them.
///
/// Where training may stop early, its bound on epochs says nothing about when it ends, so that only
/// whole repeats count.
final class RepeatProgress implements Progress {
  private final Progress told;
  private final int repeats;
  private final int epochs;
  private final boolean endsAtItsBound;
  private int run;

  RepeatProgress(Progress told, int repeats, int epochs, StoppingRule stopping) {
    this.told = told;
    this.repeats = repeats;
    this.epochs = epochs;
    this.endsAtItsBound = !stopping.stopsEarly();
  }

  @Override
  public void report(String step, long done, long total) {
    if (!step.equals(Trainer.STEP)) {
      told.report(step, done, total);
      return;
    }
    String now = "repeat %d of %d, epoch %,d".formatted(run + 1, repeats, done);
    // The last epoch is followed by what ends a repeat.
    long counted = endsAtItsBound ? Math.min(done, epochs - 1L) : 0;
    told.report(Trainer.STEP, now, (long) run * epochs + counted, (long) repeats * epochs);
  }

  void ended() {
    run++;
    told.report(Trainer.STEP, (long) run * epochs, (long) repeats * epochs);
  }
}
