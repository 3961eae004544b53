package io.atp.learn.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.runtime.Workspace;
import io.atp.learn.experiment.LabelledData;
import io.atp.learn.experiment.SmallExperiment;
import io.atp.learn.model.Sgc;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrialFileTest {
  @TempDir Path folder;

  /// Counts what is trained, and ends the process, as it were, after so many.
  private static final class Counted implements TrialLog {
    private final TrialLog log;
    private final int most;
    private final Set<Asked> asked = new HashSet<>();
    private int found;

    Counted(TrialLog log, int most) {
      this.log = log;
      this.most = most;
    }

    @Override
    public Optional<Done> find(Asked what) {
      Optional<Done> done = log.find(what);
      found += done.isPresent() ? 1 : 0;
      return done;
    }

    @Override
    public void add(Asked what, Done done) {
      assertThat(asked.add(what)).as("trained once").isTrue();
      log.add(what, done);
      if (asked.size() == most) {
        throw new IllegalStateException("killed");
      }
    }
  }

  private static Tuner.TuneResult<Sgc.Settings> tune(TrialLog log) {
    try (Workspace work = Workspace.open(1)) {
      return Tuner.tune(
          LabelledData.of(SmallExperiment.graph(work)),
          SmallExperiment.config(new Sgc(), 3, "epochs", "5"),
          new TuneConfig(16, 0, 3, 5),
          log,
          work);
    }
  }

  @Test
  void bothFamiliesShareTheClassicOperators() {
    var log = new Counted(TrialLog.inMemory(), Integer.MAX_VALUE);
    tune(log);
    assertThat(log.found).isGreaterThanOrEqualTo(5);
  }

  @Test
  void aSearchThatWasStoppedGoesOnToTheSameResult() throws IOException {
    var whole = new Counted(TrialLog.inMemory(), Integer.MAX_VALUE);
    Tuner.TuneResult<Sgc.Settings> expected = tune(whole);
    Path file = folder.resolve("of/trials");
    for (int most : new int[] {3, 9}) {
      try (var log = new TrialFile(file, "search")) {
        assertThatThrownBy(() -> tune(new Counted(log, most))).hasMessage("killed");
      }
    }
    try (var log = new TrialFile(file, "search")) {
      var rest = new Counted(log, Integer.MAX_VALUE);
      Tuner.TuneResult<Sgc.Settings> result = tune(rest);
      assertThat(rest.asked).hasSize(whole.asked.size() - 12);
      assertThat(result.adaptive().trials()).isEqualTo(expected.adaptive().trials());
      assertThat(result.adaptive().result().test()).isEqualTo(expected.adaptive().result().test());
      assertThat(result.adviseAtp()).isEqualTo(expected.adviseAtp());
    }
  }

  private static final TrialLog.Asked ONE = new TrialLog.Asked("a", 0, 1);
  private static final TrialLog.Asked TWO = new TrialLog.Asked("b", 1, 2);

  private Path written() throws IOException {
    Path file = folder.resolve("trials");
    try (var log = new TrialFile(file, "search")) {
      log.add(ONE, new TrialLog.Done(new double[] {0.1}, 0.25, false, 3));
      log.add(TWO, new TrialLog.Done(new double[] {1 / 3.0, 0.5}, 0, false, 0.5));
    }
    return file;
  }

  @Test
  void numbersComeBackToTheBit() throws IOException {
    try (var log = new TrialFile(written(), "search")) {
      assertThat(log.find(TWO).orElseThrow().scores()).containsExactly(1 / 3.0, 0.5);
      assertThat(log.find(ONE).orElseThrow().removedShare()).isEqualTo(0.25);
      assertThat(log.find(ONE).orElseThrow().seconds()).isEqualTo(3);
      assertThat(log.find(new TrialLog.Asked("a", 0, 2))).isEmpty();
    }
  }

  /// Cut or changed at any byte, lines before the damage stand and those after it do not.
  @Test
  void aDamagedLineAndAllAfterItAreNotUsed() throws IOException {
    byte[] good = Files.readAllBytes(written());
    int last = new String(good).lastIndexOf('\n', good.length - 2) + 1;
    for (int at = last; at < good.length; at++) {
      byte[] cut = Arrays.copyOf(good, at);
      byte[] flipped = good.clone();
      flipped[at] ^= 1;
      for (byte[] bytes : new byte[][] {cut, flipped}) {
        Path file = folder.resolve("damaged");
        Files.write(file, bytes);
        try (var log = new TrialFile(file, "search")) {
          assertThat(log.find(ONE)).isPresent();
          assertThat(log.find(TWO)).isEmpty();
          log.add(TWO, new TrialLog.Done(new double[] {0, 0}, 0, true, 1));
        }
        try (var again = new TrialFile(file, "search")) {
          assertThat(again.find(TWO).orElseThrow().diverged()).isTrue();
        }
      }
    }
  }

  @Test
  void anotherSearchBeginsAnew() throws IOException {
    Path file = written();
    try (var log = new TrialFile(file, "other")) {
      assertThat(log.find(ONE)).isEmpty();
    }
    try (var log = new TrialFile(file, "other")) {
      log.add(ONE, new TrialLog.Done(new double[] {0}, 0, true, 1));
    }
    assertThat(Files.readString(file)).startsWith("other ").doesNotContain("search");
  }
}
