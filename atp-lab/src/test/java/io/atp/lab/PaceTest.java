package io.atp.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.lab.cell.Alteration;
import io.atp.lab.cell.Cell;
import io.atp.lab.cell.CellRecord;
import io.atp.lab.cell.Effort;
import io.atp.lab.cell.OperatorChoice;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PaceTest {
  private static final Effort EFFORT = new Effort(10, 12, new TreeMap<>(), 1, false);
  private static final Cell SEARCH = Cell.scores("cora", "gcn", new OperatorChoice.Tuned(true));
  private static final Cell FEW = SEARCH.withAlteration(new Alteration.FewLabels(5));
  private static final Cell ON_RECORD = Cell.scores("cora", "sgc", new OperatorChoice.Tuned(true));

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

  @Test
  void aSearchCountsAsItsRunsAndWhatIsOnRecordAsNone() {
    var place = new Pace.Place(2, 7);
    var pace = new Pace(List.of(SEARCH, FEW), EFFORT, place, listener);
    for (Cell cell : List.of(ON_RECORD, SEARCH, FEW)) {
      pace.at(cell);
      pace.after(cell, CellRecord.pending(cell, false));
    }
    pace.at(FEW);
    assertThat(states.stream().map(Pace.State::done)).containsExactly(0L, 0L, 32L, 42L);
    assertThat(states).allSatisfy(state -> assertThat(state.all()).isEqualTo(42));
    assertThat(states).allSatisfy(state -> assertThat(state.place()).isEqualTo(place));
    assertThat(measured).containsExactly(ON_RECORD, SEARCH, FEW);
  }
}
