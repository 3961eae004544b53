package io.atp.cli.command;

import io.atp.core.runtime.Progress;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;
import io.atp.lab.Lab;
import io.atp.lab.cell.CellRecords;
import io.atp.lab.cell.Replay;
import io.atp.lab.cell.Subject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The measurements of an `atp reproduce` folder made again, each compared number by number.
final class LabVerification {
  static final String RECORDS = "records";
  private static final long PURPOSE = 0x7665726966796CL;

  private final Lab.Subjects subjects;
  private final Workspace work;

  LabVerification(Lab.Subjects subjects, Workspace work) {
    this.subjects = subjects;
    this.work = work;
  }

  /// The records of a folder, or so many of them, drawn by the seed.
  static List<Path> files(Path folder, int most, long seed) throws IOException {
    try (Stream<Path> all = Files.list(folder.resolve(RECORDS))) {
      List<Path> files = all.filter(file -> file.toString().endsWith(".json")).sorted().toList();
      Require.that(!files.isEmpty(), "%s holds no record", folder.resolve(RECORDS));
      return IntStream.range(0, files.size())
          .boxed()
          .sorted(Comparator.comparingLong(i -> StatelessHash.of(seed, PURPOSE, i)))
          .limit(most)
          .sorted()
          .map(files::get)
          .toList();
    }
  }

  /// What differs, by the name of the record; a data set is opened once.
  List<String> differences(List<Path> files) throws IOException {
    Map<String, List<Path>> byData = new TreeMap<>();
    for (Path file : files) {
      Object name = CellRecords.open(file).record().cell().get("dataSet");
      byData.computeIfAbsent(name.toString(), _ -> new ArrayList<>()).add(file);
    }
    List<String> differences = new ArrayList<>();
    int done = 0;
    for (var entry : byData.entrySet()) {
      try (Workspace memory = work.scratch()) {
        Subject subject = subjects.open(entry.getKey(), memory);
        for (Path file : entry.getValue()) {
          differences.addAll(of(file, subject, heard(file, done++, files.size())));
        }
      }
    }
    return differences;
  }

  /// Tells of the record whatever happens in it.
  private Progress heard(Path file, int done, int all) {
    String name = file.getFileName().toString();
    return (_, _, _) -> work.progress().report("verify", name, done, all);
  }

  private List<String> of(Path file, Subject subject, Progress heard) throws IOException {
    CellRecords.Kept kept = CellRecords.open(file);
    String name = file.getFileName().toString();
    if (!kept.record().failure().isEmpty()) {
      return List.of(); // nothing was measured, and the report says so
    }
    heard.report("", 0, 0);
    try (Workspace own = work.scratch(heard)) {
      return Replay.differences(kept, subject, own).stream()
          .map(difference -> name + ": " + difference)
          .toList();
    }
  }
}
