package io.atp.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.lab.cell.AtpPart;
import io.atp.lab.cell.Cell;
import io.atp.lab.cell.Measurement;
import io.atp.lab.cell.OperatorChoice;
import io.atp.lab.study.Studies;
import io.atp.lab.study.Study;
import io.atp.learn.tune.Family;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WaitingCellsTest {
  @Test
  void noCellIsMeasuredBeforeOneThatItNeeds() throws InterruptedException {
    for (Study study : Studies.all()) {
      for (String dataSet : study.dataSets()) {
        List<Cell> cells = study.cells(dataSet, false);
        Set<Cell> before = new HashSet<>();
        for (Cell cell : handedOut(cells.toArray(Cell[]::new))) {
          assertThat(before).containsAll(Measurement.needs(cell));
          before.add(cell);
        }
        assertThat(before).containsAll(cells);
      }
    }
  }

  private static List<Cell> handedOut(Cell... cells) throws InterruptedException {
    var waiting = new WaitingCells(List.of(cells), Set.of());
    List<Cell> order = new ArrayList<>();
    for (var next = waiting.next(); next.isPresent(); next = waiting.next()) {
      order.add(next.get());
      waiting.finish(next.get());
    }
    return order;
  }

  @Test
  void aCellIsWaitedForUntilAnotherThreadIsDoneWithItOrFailed() throws Exception {
    Cell atp = Cell.scores("cora", "sgc", new OperatorChoice.Tuned(Family.ADAPTIVE));
    Cell baseline = atp.withOperator(new OperatorChoice.Tuned(Family.CLASSIC));
    try (var other = Executors.newSingleThreadExecutor()) {
      for (boolean fails : new boolean[] {false, true}) {
        var waiting = new WaitingCells(List.of(atp, baseline), Set.of());
        assertThat(waiting.next()).contains(atp);
        Future<Optional<Cell>> next = other.submit(waiting::next);
        if (fails) {
          waiting.close();
        } else {
          waiting.finish(atp);
        }
        assertThat(next.get(10, TimeUnit.SECONDS))
            .isEqualTo(fails ? Optional.empty() : Optional.of(baseline));
      }
    }
  }

  @Test
  void aBaselineComesAfterAnAtpThatIsAskedForBesideIt() throws InterruptedException {
    Cell atp = Cell.scores("cora", "sgc", new OperatorChoice.Tuned(Family.ADAPTIVE));
    Cell baseline = atp.withOperator(new OperatorChoice.Tuned(Family.CLASSIC));
    assertThat(handedOut(baseline)).containsExactly(baseline);
    assertThat(handedOut(baseline, atp)).containsExactly(atp, baseline);
  }

  @Test
  void aPartComesAfterTheWholeItIsTakenOutOf() throws InterruptedException {
    Cell baseline = Cell.scores("cora", "sgc", new OperatorChoice.Tuned(Family.CLASSIC));
    Cell whole = baseline.withOperator(new OperatorChoice.Tuned(Family.WHOLE));
    Cell part = baseline.withOperator(new OperatorChoice.Ablated(AtpPart.WITHOUT_CORRECTION));
    assertThat(handedOut(baseline, part)).containsExactly(baseline, whole, part);
  }
}
