package io.atp.lab;

import io.atp.lab.cell.Cell;
import io.atp.lab.cell.CellRecord;
import io.atp.lab.cell.Effort;
import io.atp.lab.cell.Measurement;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// How far the measurements of one data set have come, in work: training runs, as many as can be
/// known beforehand, each weighed by the seconds that one of its kind took in the records of this
/// data set, those of today and those that were there: of the same backbone and strategies, on data
/// altered likewise. A kind without records weighs as its backbone does, a backbone without any as
/// the others do on average, so what is ahead is a guess that mends itself.
public final class Pace implements SideBySide.Heard {
  private static final double MILLIS = 1e3;

  private final Place place;
  private final Lab.Listener listener;
  private final Effort effort;
  private final Map<Cell, Long> waiting = new LinkedHashMap<>();
  private final Map<Kind, Long> finished = new HashMap<>();
  private final Map<Kind, Times> times = new HashMap<>();
  private final Map<String, Times> timesOfBackbones = new HashMap<>();

  /// Cells whose runs take about as long.
  private record Kind(String model, List<String> nodewise, Class<?> alteration) {
    static Kind of(Cell cell) {
      return new Kind(cell.model(), cell.nodewise(), cell.alteration().getClass());
    }
  }

  /// A data set among those asked for.
  ///
  /// @param number from 1
  public record Place(int number, int of) {}

  /// In thousandths of a run of average length, or of a second where a time is known. What is done
  /// is valued anew with all that is known by now.
  ///
  /// @param done without what was on record at the start
  public record State(Place place, long done, long all) {}

  /// Seconds of runs.
  private record Times(double seconds, long runs) {
    static final Times NONE = new Times(0, 0);

    Times plus(Times more) {
      return new Times(seconds + more.seconds, runs + more.runs);
    }

    double mean() {
      return runs == 0 ? 1 : seconds / runs;
    }
  }

  Pace(Effort effort, Place place, Lab.Listener listener) {
    this.effort = effort;
    this.place = place;
    this.listener = listener;
  }

  /// A cell that is to be measured.
  void expect(Cell cell) {
    waiting.put(cell, runs(cell));
  }

  /// What was on record before.
  void know(Cell cell, CellRecord record) {
    long runs = record.test().size();
    double seconds = record.seconds().values().stream().mapToDouble(Double::doubleValue).sum();
    if (runs > 0 && seconds > 0) {
      var took = new Times(seconds, runs);
      times.merge(Kind.of(cell), took, Times::plus);
      timesOfBackbones.merge(cell.model(), took, Times::plus);
    }
  }

  /// Of a search, what one of the two families asks for: its budget, and all repeats of its choice
  /// and of the recipe.
  private long runs(Cell cell) {
    return switch (cell.probe()) {
      case WEIGHTS -> 1;
      case SECONDS -> 1 + Measurement.TIMED_RUNS;
      case CURVES -> effort.seeds();
      case SCORES -> cell.isSearch() ? effort.budget() + 2L * effort.seeds() : effort.seeds();
    };
  }

  @Override
  public void at(Cell cell) {
    double usual = timesOfBackbones.values().stream().mapToDouble(Times::mean).average().orElse(1);
    double done = 0;
    for (var runs : finished.entrySet()) {
      done += runs.getValue() * seconds(runs.getKey(), usual);
    }
    double ahead = 0;
    for (var runs : waiting.entrySet()) {
      ahead += runs.getValue() * seconds(Kind.of(runs.getKey()), usual);
    }
    var state = new State(place, Math.round(MILLIS * done), Math.round(MILLIS * (done + ahead)));
    listener.measuring(cell, state);
  }

  private double seconds(Kind kind, double usual) {
    Times known = times.getOrDefault(kind, timesOfBackbones.get(kind.model()));
    return known == null ? usual : known.mean();
  }

  @Override
  public void after(Cell cell, CellRecord record) {
    Long runs = waiting.remove(cell);
    if (runs != null) {
      finished.merge(Kind.of(cell), runs, Long::sum);
      know(cell, record);
    }
    listener.measured(cell, record);
  }
}
