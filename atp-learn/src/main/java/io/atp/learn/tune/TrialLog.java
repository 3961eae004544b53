package io.atp.learn.tune;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Runs that are done. Both families try the classic operators, and a search that was stopped tries
/// all its candidates again: they ask here first, and are charged for what they find as if they had
/// trained.
public interface TrialLog {
  /// Some repeats of a candidate.
  ///
  /// @param candidate digest of its operator and recipe
  record Asked(String candidate, int firstRepeat, int repeats) {}

  /// @param scores of validation, one per repeat; a single 0 where training diverged
  /// @param seconds that the training took
  record Done(double[] scores, double removedShare, boolean diverged, double seconds) {}

  Optional<Done> find(Asked asked);

  void add(Asked asked, Done done);

  /// Forgets all with the process.
  static TrialLog inMemory() {
    Map<Asked, Done> all = new HashMap<>();
    return new TrialLog() {
      @Override
      public Optional<Done> find(Asked asked) {
        return Optional.ofNullable(all.get(asked));
      }

      @Override
      public void add(Asked asked, Done done) {
        all.put(asked, done);
      }
    };
  }
}
