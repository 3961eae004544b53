package io.atp.lab;

import io.atp.lab.cell.Cell;
import io.atp.lab.cell.Measurement;
import io.atp.lab.cell.OperatorChoice.Tuned;
import io.atp.learn.tune.Family;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Cells and those they need, handed out in their order, each as soon as all that must be measured
/// before it is; to several threads.
final class WaitingCells {
  private final Map<Cell, List<Cell>> before = new LinkedHashMap<>();
  private final Set<Cell> waiting;
  private final Set<Cell> finished;

  /// @param measured are not handed out again
  WaitingCells(Collection<Cell> cells, Set<Cell> measured) {
    waiting = withNeeds(cells);
    waiting.removeAll(measured);
    finished = new HashSet<>(measured);
    waiting.forEach(cell -> before.put(cell, before(cell, waiting)));
  }

  /// Each after what it needs.
  static Set<Cell> withNeeds(Collection<Cell> cells) {
    Set<Cell> all = new LinkedHashSet<>();
    cells.forEach(cell -> add(cell, all));
    return all;
  }

  private static void add(Cell cell, Set<Cell> all) {
    Measurement.needs(cell).forEach(needed -> add(needed, all));
    all.add(cell);
  }

  /// What a cell needs, and for a baseline ATP beside it, where somebody asks for that: their
  /// search gives both.
  private static List<Cell> before(Cell cell, Set<Cell> all) {
    List<Cell> before = new ArrayList<>(Measurement.needs(cell));
    Cell adaptive = cell.withOperator(new Tuned(Family.ADAPTIVE));
    boolean baseline = cell.operator().equals(new Tuned(Family.CLASSIC));
    if (cell.isSearch() && baseline && all.contains(adaptive)) {
      before.add(adaptive);
    }
    return before;
  }

  /// The next that can be measured, once there is one; nothing where none is left.
  synchronized Optional<Cell> next() throws InterruptedException {
    while (!waiting.isEmpty()) {
      for (Iterator<Cell> cells = waiting.iterator(); cells.hasNext(); ) {
        Cell cell = cells.next();
        if (finished.containsAll(before.get(cell))) {
          cells.remove();
          return Optional.of(cell);
        }
      }
      wait();
    }
    return Optional.empty();
  }

  synchronized void finish(Cell cell) {
    finished.add(cell);
    notifyAll();
  }

  /// Hands out no more.
  synchronized void close() {
    waiting.clear();
    notifyAll();
  }
}
