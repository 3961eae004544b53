package io.atp.lab;

import io.atp.lab.cell.Cell;
import io.atp.lab.cell.CellRecord;
import io.atp.lab.cell.Effort;
import io.atp.lab.cell.Measurement;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/// How far the measurements of one data set have come, counted in training runs as well as they can
/// be known beforehand: a search is many, and what is on record none. Runs of different backbones
/// take different times, so a time left that follows from it is a guess.
public final class Pace implements SideBySide.Heard {
  private final Place place;
  private final Lab.Listener listener;
  private final Map<Cell, Long> waiting = new LinkedHashMap<>();
  private final long all;
  private long done;

  /// A data set among those asked for.
  ///
  /// @param number from 1
  public record Place(int number, int of) {}

  /// @param done training runs of this data set, without those that were on record at the start
  /// @param all training runs that were missing at the start
  public record State(Place place, long done, long all) {}

  /// @param missing cells without a record
  Pace(Collection<Cell> missing, Effort effort, Place place, Lab.Listener listener) {
    missing.forEach(cell -> waiting.put(cell, runs(cell, effort)));
    this.all = waiting.values().stream().mapToLong(Long::longValue).sum();
    this.place = place;
    this.listener = listener;
  }

  /// Of a search, what one of the two families asks for: its budget, and all repeats of its choice
  /// and of the recipe.
  private static long runs(Cell cell, Effort effort) {
    return switch (cell.probe()) {
      case WEIGHTS -> 1;
      case SECONDS -> 1 + Measurement.TIMED_RUNS;
      case CURVES -> effort.seeds();
      case SCORES -> cell.isSearch() ? effort.budget() + 2L * effort.seeds() : effort.seeds();
    };
  }

  @Override
  public void at(Cell cell) {
    listener.measuring(cell, new State(place, done, all));
  }

  @Override
  public void after(Cell cell, CellRecord record) {
    Long runs = waiting.remove(cell);
    done += runs == null ? 0 : runs;
    listener.measured(cell, record);
  }
}
