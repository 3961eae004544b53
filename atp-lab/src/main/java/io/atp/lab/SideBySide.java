package io.atp.lab;

import static java.util.stream.Collectors.partitioningBy;

import io.atp.core.feature.Features;
import io.atp.core.feature.SparseFeatures;
import io.atp.core.runtime.Workspace;
import io.atp.lab.cell.Cell;
import io.atp.lab.cell.CellRecord;
import io.atp.lab.cell.CellRecords;
import io.atp.lab.cell.Measurement;
import io.atp.lab.cell.Subject;
import io.atp.learn.model.Backbone;
import io.atp.learn.model.Backbones;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Cells of one data set, several at a time where they work on little: there, threads that share
/// one epoch mostly wait for each other. No number but seconds depends on it.
public final class SideBySide {
  /// Numbers in the features as a backbone holds them, sparse or dense; more of them are worth all
  /// threads.
  private static final long SMALL = 1L << 24;

  private final Subject subject;
  private final CellRecords records;
  private final Workspace work;

  SideBySide(Subject subject, CellRecords records, Workspace work) {
    this.subject = subject;
    this.records = records;
    this.work = work;
  }

  /// Whether features are few numbers to this backbone; they stay sparse where it multiplies them
  /// by weights before anything is spread.
  static boolean isSmall(Backbone<?, ?> backbone, Features features) {
    long numbers =
        backbone.keepsSparsity() && features instanceof SparseFeatures sparse
            ? sparse.entries()
            : (long) features.rows() * features.width();
    return numbers <= SMALL;
  }

  /// For a report, as seconds depend on it.
  public static String told(int threads) {
    int places = Places.of(threads);
    return "%d with %d threads each where a backbone's features are at most %,d numbers, else 1 with %d threads; running times alone, with %d threads"
        .formatted(places, threads / places, SMALL, threads, threads);
  }

  /// Is told of each cell, also of those that only others need; from any thread but one at a time.
  interface Heard {
    /// When it begins, and now and then while it is measured.
    void at(Cell cell);

    void after(Cell cell, CellRecord record);
  }

  /// @return in the order of the cells
  Map<Cell, CellRecord> measure(Set<Cell> cells, Heard heard) throws IOException {
    Map<Cell, CellRecord> done = new ConcurrentHashMap<>();
    Map<Boolean, List<Cell>> byHaste = cells.stream().collect(partitioningBy(SideBySide::isTimed));
    // A cell and what it needs have one backbone, and go together.
    Map<Boolean, List<Cell>> bySize =
        byHaste.get(false).stream().collect(partitioningBy(this::isSmall));
    measure(bySize.get(true), Places.of(work.workers().threads()), done, heard);
    measure(bySize.get(false), 1, done, heard);
    measure(byHaste.get(true), 1, done, heard);
    Map<Cell, CellRecord> ordered = new LinkedHashMap<>();
    cells.forEach(cell -> ordered.put(cell, done.get(cell)));
    return ordered;
  }

  /// Whether time is what it is about: nothing else may run beside it.
  private static boolean isTimed(Cell cell) {
    return cell.probe() == Cell.Probe.SECONDS;
  }

  private boolean isSmall(Cell cell) {
    return isSmall(cell, subject);
  }

  static boolean isSmall(Cell cell, Subject subject) {
    return isSmall(Backbones.named(cell.model()), subject.data().features());
  }

  private void measure(List<Cell> cells, int places, Map<Cell, CellRecord> done, Heard heard)
      throws IOException {
    var waiting = new WaitingCells(cells, done.keySet());
    Places.<Cell>run(
        places,
        work,
        cell -> {
          synchronized (heard) {
            heard.at(cell);
          }
        },
        (ear, own) -> {
          var measurement = new Measurement(subject, records, own);
          for (var next = waiting.next(); next.isPresent(); next = waiting.next()) {
            Cell cell = next.get();
            ear.begin(cell);
            CellRecord record = measurement.of(cell);
            done.put(cell, record);
            waiting.finish(cell);
            synchronized (heard) {
              heard.after(cell, record);
            }
          }
        },
        waiting::close); // empty, or a cell failed: the others end after theirs
  }
}
