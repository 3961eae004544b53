package io.atp.core.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.core.encode.Encoding;
import io.atp.core.runtime.Workspace;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NeedsTest {
  private static final Workload PAPERS = new Workload(111_059_956, 3_228_123_868L, 128, 3, 2);
  private static final Set<Encoding> CHEAP =
      EnumSet.of(Encoding.DEGREE, Encoding.CLUSTERING, Encoding.PAGERANK);

  @Test
  void papers100MFitsWhereTheIssueWantsIt() {
    assertThat(Needs.build("import", PAPERS).leastBytes()).isLessThan(8L << 30);
    assertThat(Needs.correct(PAPERS, false).leastBytes()).isLessThan(6L << 30);
    assertThat(Needs.encode(PAPERS, CHEAP, true).leastBytes()).isLessThan(10L << 30);
    assertThat(Needs.propagate(PAPERS).leastBytes()).isLessThan(12L << 30);
    assertThat(PAPERS.topologyBytes()).isBetween(12L << 30, 14L << 30);
  }

  @Test
  void whatIsNotAskedForCostsNothing() {
    long cheap = Needs.encode(PAPERS, CHEAP, true).leastBytes();
    long exact = Needs.encode(PAPERS, CHEAP, false).leastBytes();
    long all = Needs.encode(PAPERS, EnumSet.allOf(Encoding.class), true).leastBytes();
    assertThat(cheap).isLessThanOrEqualTo(exact);
    assertThat(exact).isLessThan(all);
    assertThat(Needs.correct(PAPERS, true).leastBytes())
        .isGreaterThan(Needs.correct(PAPERS, false).leastBytes());
  }

  @Test
  void everyNeedGrowsWithItsSizes() {
    Workload small = new Workload(1_000, 10_000, 10, 2, 1);
    Workload large = new Workload(2_000, 30_000, 20, 3, 1);
    for (List<Need> pair :
        List.of(
            List.of(Needs.build("import", small), Needs.build("import", large)),
            List.of(Needs.correct(small, true), Needs.correct(large, true)),
            List.of(Needs.encode(small, CHEAP, false), Needs.encode(large, CHEAP, false)),
            List.of(Needs.propagate(small), Needs.propagate(large)))) {
      Need less = pair.get(0);
      Need more = pair.get(1);
      assertThat(more.memory().low()).isGreaterThanOrEqualTo(less.memory().low());
      assertThat(more.memory().high()).isGreaterThan(less.memory().high());
      assertThat(less.memory().high()).isGreaterThan(less.memory().low());
      assertThat(more.leastBytes()).isGreaterThan(less.leastBytes());
      assertThat(more.diskBytes()).isGreaterThan(less.diskBytes());
      assertThat(less.memory().holds(less.leastBytes())).as(less.room()).isTrue();
    }
  }

  @Test
  void speedsAreMeasuredInTwoSecondsOrSoAndMakeTimesThatGrow(@TempDir Path folder) {
    try (Workspace work = Workspace.open(2)) {
      MachineSpeed speed = MachineSpeed.measure(work, folder);
      assertThat(speed.sortedArcs()).isBetween(1e-5, 10.0);
      assertThat(speed.farGathers()).isPositive();
      assertThat(speed.hopBytes()).isPositive();
      Durations small = new Durations(new Workload(1_000, 10_000, 10, 2, 1), speed);
      Durations large = new Durations(PAPERS, speed);
      assertThat(large.build().low()).isGreaterThan(small.build().low());
      assertThat(large.correct().high()).isGreaterThan(small.correct().high());
      assertThat(large.encode(CHEAP, true).low()).isGreaterThan(small.encode(CHEAP, true).low());
      long roomy = 64L << 30;
      assertThat(large.propagate(roomy).low()).isGreaterThan(small.propagate(roomy).low());
      // 12.8 GB of topology do not fit 16 GB beside 14 GB of panels, and may have to be read again.
      assertThat(large.propagate(16L << 30).high()).isGreaterThan(large.propagate(roomy).high());
      assertThat(large.propagate(16L << 30).low()).isEqualTo(large.propagate(roomy).low());
      assertThat(small.build().high()).isGreaterThan(small.build().low());
      assertThat(folder).isEmptyDirectory();
    }
  }
}
