package io.atp.lab;

import static java.util.stream.Collectors.partitioningBy;

import io.atp.core.feature.Features;
import io.atp.core.feature.SparseFeatures;
import io.atp.core.runtime.Progress;
import io.atp.core.runtime.Workspace;
import io.atp.lab.cell.Cell;
import io.atp.lab.cell.CellRecord;
import io.atp.lab.cell.CellRecords;
import io.atp.lab.cell.Measurement;
import io.atp.lab.cell.Subject;
import io.atp.learn.model.Backbone;
import io.atp.learn.model.Backbones;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Cells of one data set, several at a time where they work on little: there, threads that share
/// one epoch mostly wait for each other. No number but seconds depends on it.
public final class SideBySide {
  /// Numbers in the features as a backbone holds them, sparse or dense; more of them are worth all
  /// threads.
  private static final long SMALL = 1L << 24;

  /// Each holds its own hops.
  private static final int MOST = 4;

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

  private static int places(int threads) {
    return Math.min(threads, MOST);
  }

  /// For a report, as seconds depend on it.
  public static String told(int threads) {
    int places = places(threads);
    return "%d with %d threads each where a backbone's features are at most %,d numbers, else 1 with %d threads; running times alone, with %d threads"
        .formatted(places, threads / places, SMALL, threads, threads);
  }

  /// Is told of each cell, also of those that only others need; from any thread but one at a time.
  interface Heard {
    /// When it begins, and now and then while it is measured.
    void at(Cell cell);

    void after(Cell cell, CellRecord record);
  }

  /// The news of one cell after the other.
  private static final class Ear implements Progress {
    private final Heard heard;
    private Cell cell;

    Ear(Heard heard) {
      this.heard = heard;
    }

    void begin(Cell next) {
      cell = next;
      report("", 0, 0);
    }

    void end(CellRecord record) {
      synchronized (heard) {
        heard.after(cell, record);
      }
    }

    @Override
    public void report(String step, long done, long total) {
      synchronized (heard) {
        heard.at(cell);
      }
    }
  }

  /// @return in the order of the cells
  Map<Cell, CellRecord> measure(Set<Cell> cells, Heard heard) throws IOException {
    Map<Cell, CellRecord> done = new ConcurrentHashMap<>();
    Map<Boolean, List<Cell>> byHaste = cells.stream().collect(partitioningBy(SideBySide::isTimed));
    // A cell and what it needs have one backbone, and go together.
    Map<Boolean, List<Cell>> bySize =
        byHaste.get(false).stream().collect(partitioningBy(this::isSmall));
    measure(bySize.get(true), places(work.workers().threads()), done, heard);
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
    return isSmall(Backbones.named(cell.model()), subject.data().features());
  }

  private void measure(List<Cell> cells, int places, Map<Cell, CellRecord> done, Heard heard)
      throws IOException {
    var waiting = new WaitingCells(cells, done.keySet());
    if (places == 1) {
      var ear = new Ear(heard);
      try (Workspace own = work.scratch(ear)) {
        measureAll(waiting, done, ear, own);
      }
      return;
    }
    int threads = work.workers().threads() / places;
    List<Future<?>> running = new ArrayList<>();
    try (var pool =
        Executors.newFixedThreadPool(
            places, Thread.ofPlatform().daemon().name("atp-cells-", 0).factory())) {
      for (int place = 0; place < places; place++) {
        running.add(
            pool.submit(
                () -> {
                  var ear = new Ear(heard);
                  try (Workspace own = work.beside(threads, ear)) {
                    measureAll(waiting, done, ear, own);
                  } finally {
                    waiting.close(); // empty, or a cell failed: the others end after theirs
                  }
                  return null;
                }));
      }
      for (Future<?> place : running) {
        await(place, waiting);
      }
    }
  }

  private static void await(Future<?> place, WaitingCells waiting) throws IOException {
    try {
      place.get();
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case IOException failure -> throw failure;
        case RuntimeException failure -> throw failure;
        case Error failure -> throw failure;
        default -> throw new IllegalStateException(e.getCause());
      }
    } catch (InterruptedException e) {
      waiting.close();
      throw interrupted(e);
    }
  }

  private static IllegalStateException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new IllegalStateException("measuring was interrupted", e);
  }

  private void measureAll(WaitingCells waiting, Map<Cell, CellRecord> done, Ear ear, Workspace own)
      throws IOException {
    var measurement = new Measurement(subject, records, own);
    try {
      for (var next = waiting.next(); next.isPresent(); next = waiting.next()) {
        Cell cell = next.get();
        ear.begin(cell);
        CellRecord record = measurement.of(cell);
        done.put(cell, record);
        waiting.finish(cell);
        ear.end(record);
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }
}
