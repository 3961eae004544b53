package io.atp.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.lab.cell.Alteration;
import io.atp.lab.cell.Cell;
import io.atp.lab.cell.CellRecord;
import io.atp.lab.cell.Effort;
import io.atp.lab.cell.OperatorChoice;
import io.atp.learn.tune.Family;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PaceTest {
  private static final Effort EFFORT = new Effort(10, 12, new TreeMap<>(), 1, false);
  private static final Cell SEARCH =
      Cell.scores("cora", "gcn", new OperatorChoice.Tuned(Family.ADAPTIVE));
  private static final Cell FEW = SEARCH.withAlteration(new Alteration.FewLabels(5));
  private static final Cell SLOW =
      Cell.scores("cora", "gcnii", new OperatorChoice.Tuned(Family.ADAPTIVE));
  private static final Cell ON_RECORD =
      Cell.scores("cora", "sgc", new OperatorChoice.Tuned(Family.ADAPTIVE));

  private static final Pace.Place PLACE = new Pace.Place(2, 7);

  private final List<Pace.State> states = new ArrayList<>();
  private final List<Cell> measured = new ArrayList<>();

  private final Lab.Listener listener =
      new Lab.Listener() {
        @Override
        public void measuring(Cell cell, Pace.State state) {
          states.add(state);
        }

        @Override
        public void measured(Cell cell, CellRecord record) {
          measured.add(cell);
        }
      };

  private final Pace pace = new Pace(EFFORT, PLACE, listener);

  private static CellRecord took(double seconds, int runs) {
    return new CellRecord(
        Map.of(),
        List.of(),
        Collections.nCopies(runs, 0.5),
        Map.of(),
        Map.of(),
        0,
        Map.of("propagate", seconds / 4, "train", 3 * seconds / 4),
        Map.of(),
        "",
        false,
        Map.of());
  }

  @Test
  void aSearchCountsAsItsRunsAndWhatIsOnRecordAsNone() {
    pace.expect(SEARCH);
    pace.expect(FEW);
    for (Cell cell : List.of(ON_RECORD, SEARCH, FEW)) {
      pace.at(cell);
      pace.after(cell, CellRecord.pending(cell, false));
    }
    pace.at(FEW);
    assertThat(states.stream().map(Pace.State::done)).containsExactly(0L, 0L, 32_000L, 42_000L);
    assertThat(states).allSatisfy(state -> assertThat(state.all()).isEqualTo(42_000));
    assertThat(states).allSatisfy(state -> assertThat(state.place()).isEqualTo(PLACE));
    assertThat(measured).containsExactly(ON_RECORD, SEARCH, FEW);
  }

  @Test
  void aRunWeighsWhatOneOfItsBackboneTook() {
    pace.know(ON_RECORD, took(5, 10)); // half a second of SGC
    pace.expect(SEARCH); // GCN: nothing is known, so as long as SGC
    pace.expect(SLOW);
    pace.at(SEARCH);
    pace.after(SEARCH, took(20, 10)); // two seconds of GCN
    pace.at(SLOW); // GCNII: as long as the two on average
    pace.after(SLOW, took(300, 10)); // 30 seconds
    pace.at(SLOW);
    assertThat(states.stream().map(Pace.State::done)).containsExactly(0L, 64_000L, 1_024_000L);
    assertThat(states.stream().map(Pace.State::all))
        .containsExactly(32_000L, 64_000L + 40_000, 1_024_000L);
  }

  @Test
  void aStrategyWeighsWhatItTookAndNotWhatItsBackboneTakes() {
    Cell push = SEARCH.withNodewise(List.of("scara"));
    pace.know(SEARCH, took(10, 10)); // a second of GCN
    pace.expect(push);
    pace.expect(push.withAlteration(new Alteration.MissingEdges(0.5)));
    pace.at(push); // as long as GCN: 32 runs and 10
    pace.after(push, took(100, 10)); // ten seconds
    pace.at(push); // what is ahead is another kind: as long as all of GCN
    assertThat(states.stream().map(Pace.State::done)).containsExactly(0L, 320_000L);
    assertThat(states.stream().map(Pace.State::all)).containsExactly(42_000L, 375_000L);
  }
}
