package io.atp.lab;

import io.atp.core.runtime.Workspace;
import io.atp.io.registry.NotAtHand;
import io.atp.lab.cell.Cell;
import io.atp.lab.cell.CellRecord;
import io.atp.lab.cell.CellRecords;
import io.atp.lab.cell.Subject;
import io.atp.lab.study.Findings;
import io.atp.lab.study.Study;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Runs studies on the data at hand, a data set at a time, each cell once however many studies ask
/// for it, several at a time where the data are small. Stopped at any moment, the same call goes on
/// where it was.
public final class Lab {
  /// Bytes of corrected graphs, encodings and hops that cells of a data set share.
  private static final long MOST_SHARED = 1L << 30;

  private final CellRecords records;
  private final Subjects subjects;
  private final Workspace work;
  private final Listener listener;

  /// Where data come from.
  public interface Subjects {
    /// @param work the data live as long
    /// @throws IOException saying why the data set is not at hand and how to get it
    Subject open(String dataSet, Workspace work) throws IOException;
  }

  /// Is told of every cell, also of those that only others need; by one thread at a time.
  public interface Listener {
    /// A cell begins, or goes on.
    void measuring(Cell cell, Pace.State state);

    void measured(Cell cell, CellRecord record);
  }

  public Lab(CellRecords records, Subjects subjects, Workspace work, Listener listener) {
    this.records = records;
    this.subjects = subjects;
    this.work = work;
    this.listener = listener;
  }

  /// Measures what is not on record.
  ///
  /// @param only the data sets to look at; empty for all that are at hand
  public Findings run(List<Study> studies, List<String> only) throws IOException {
    return findings(
        studies,
        only,
        (dataSet, memory) -> {
          Subject subject = subjects.open(dataSet, memory);
          return (cells, place) -> {
            share(memory);
            Pace pace = pace(subject, cells, place);
            return new SideBySide(subject, records, memory).measure(cells, pace);
          };
        });
  }

  /// Cells ask for the same corrected graphs, encodings and hops again and again.
  static void share(Workspace memory) {
    memory.shareResults(Math.min(MOST_SHARED, memory.room() / 4));
  }

  private Pace pace(Subject subject, Set<Cell> cells, Pace.Place place) throws IOException {
    var pace = new Pace(records.effort(), place, listener);
    for (Cell cell : WaitingCells.withNeeds(cells)) {
      records
          .read(cell, subject.checksum())
          .ifPresentOrElse(record -> pace.know(cell, record), () -> pace.expect(cell));
    }
    return pace;
  }

  /// What is on record, and nothing else; the rest is pending. Data that are not at hand are those
  /// that the records were made on.
  public Findings recorded(List<Study> studies, List<String> only) throws IOException {
    return findings(
        studies,
        only,
        (dataSet, memory) -> {
          Data data = data(dataSet, memory);
          return (cells, _) -> {
            Map<Cell, CellRecord> found = new LinkedHashMap<>();
            for (Cell cell : cells) {
              found.put(
                  cell,
                  records
                      .read(cell, data.checksum())
                      .orElseGet(() -> CellRecord.pending(cell, data.generated())));
            }
            return found;
          };
        });
  }

  /// What a record must have been made on.
  private record Data(String checksum, boolean generated) {}

  private Data data(String dataSet, Workspace memory) throws IOException {
    try {
      Subject subject = subjects.open(dataSet, memory);
      return new Data(subject.checksum(), subject.generated());
    } catch (NotAtHand e) {
      return new Data(records.dataOf(dataSet).orElseThrow(() -> e), false);
    }
  }

  /// Opens one data set.
  private interface Source {
    /// @throws IOException saying why it is absent
    Measured open(String dataSet, Workspace memory) throws IOException;
  }

  /// Where its records come from.
  private interface Measured {
    Map<Cell, CellRecord> of(Set<Cell> cells, Pace.Place place) throws IOException;
  }

  private Findings findings(List<Study> studies, List<String> only, Source source)
      throws IOException {
    boolean quick = records.effort().quick();
    Set<String> wanted = new LinkedHashSet<>();
    for (Study study : studies) {
      study.dataSets().stream()
          .filter(name -> only.isEmpty() || only.contains(name))
          .forEach(wanted::add);
    }
    Map<String, Set<Cell>> cells = new LinkedHashMap<>();
    for (String name : wanted) {
      Set<Cell> own = cells.computeIfAbsent(name, _ -> new LinkedHashSet<>());
      for (Study study : studies) {
        if (study.dataSets().contains(name)) {
          own.addAll(study.cells(name, quick));
        }
      }
    }
    List<String> present = new ArrayList<>();
    Map<String, String> absent = new LinkedHashMap<>();
    Map<Cell, CellRecord> found = new LinkedHashMap<>();
    for (String name : wanted) {
      try (Workspace memory = work.scratch()) {
        Measured measured;
        try {
          measured = source.open(name, memory);
        } catch (IOException e) {
          absent.put(name, e.getMessage());
          continue;
        }
        present.add(name);
        var place = new Pace.Place(present.size() + absent.size(), wanted.size());
        found.putAll(measured.of(cells.get(name), place));
      }
    }
    return new Findings(present, absent, quick, found);
  }
}
