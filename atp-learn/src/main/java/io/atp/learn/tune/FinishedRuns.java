package io.atp.learn.tune;

import io.atp.core.runtime.Workspace;
import io.atp.learn.train.Checkpoints;
import io.atp.learn.train.TrainingState;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

/// Weights of runs that a search has trained, so that its winner's need not be trained again when
/// test is asked.
///
/// Some bytes of them and no more: the oldest give way, and their runs are trained again where they
/// are wanted, to the same bytes.
final class FinishedRuns {
  private static final long MOST_BYTES = 64 << 20;

  /// Of the memory that is left.
  private static final int ROOM_SHARE = 8;

  private static final int LAST_STAGE = -1;

  private final Workspace work;
  private final Map<Key, Kept> runs = new LinkedHashMap<>();
  private long bytes;

  FinishedRuns(Workspace work) {
    this.work = work;
  }

  /// @param stage of training, all before the last by number
  private record Key(String candidate, int repeat, int stage) {}

  private record Kept(TrainingState state, double seconds, long bytes) {}

  /// By repeat.
  ///
  /// @param candidate digest of its operator and recipe
  IntFunction<Checkpoints> of(String candidate) {
    return repeat -> new Run(new Key(candidate, repeat, LAST_STAGE), null);
  }

  private void keep(Key key, TrainingState state, double seconds) {
    long size = 0;
    for (float[][] rows : state.values().values()) {
      size += rows.length == 0 ? 0 : (long) rows.length * rows[0].length * Float.BYTES;
    }
    Kept before = runs.put(key, new Kept(state, seconds, size));
    bytes += size - (before == null ? 0 : before.bytes());
    long most = Math.min(MOST_BYTES, work.room() / ROOM_SHARE);
    for (Iterator<Kept> oldest = runs.values().iterator(); bytes > most; oldest.remove()) {
      bytes -= oldest.next().bytes();
    }
  }

  /// The place of one run, or of an early stage of it.
  private final class Run implements Checkpoints {
    private final Key key;
    private final Run whole;
    private long start;
    private double spent;

    /// @param whole the run this is a stage of, or none
    Run(Key key, Run whole) {
      this.key = key;
      this.whole = whole == null ? this : whole;
    }

    @Override
    public Optional<TrainingState> load() {
      start = System.nanoTime();
      Kept kept = runs.get(key);
      if (kept != null) {
        whole.spent += kept.seconds();
      }
      return Optional.ofNullable(kept).map(Kept::state);
    }

    @Override
    public boolean due(int epoch) {
      return false;
    }

    /// Only at the end: see [#due].
    @Override
    public void save(TrainingState state) {
      keep(key, state, (System.nanoTime() - start) * 1e-9);
    }

    @Override
    public Checkpoints stage(int number) {
      return new Run(new Key(key.candidate(), key.repeat(), number), whole);
    }

    @Override
    public double spentSeconds() {
      return spent;
    }
  }
}
