package io.atp.lab;

import static java.util.stream.Collectors.partitioningBy;

import io.atp.core.runtime.Require;
import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;
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
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The measurements of a laboratory's records made again, each compared number by number; a data
/// set at a time, several measurements side by side where [SideBySide] would have them so.
public final class Verification {
  private static final long PURPOSE = 0x7665726966796CL;

  private final Lab.Subjects subjects;
  private final Workspace work;
  private final Listener listener;

  /// Is told of what is going on; by one thread at a time.
  public interface Listener {
    /// A record is being made again, or goes on.
    ///
    /// @param done work, by the time that it took when it was recorded
    void at(Path record, long done, long all);

    /// @param difference a sentence
    void differs(Path record, String difference);
  }

  public Verification(Lab.Subjects subjects, Workspace work, Listener listener) {
    this.subjects = subjects;
    this.work = work;
    this.listener = listener;
  }

  /// The records of a folder, or so many of them, drawn by the seed.
  public static List<Path> drawn(Path folder, int most, long seed) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      List<Path> files = all.filter(file -> file.toString().endsWith(".json")).sorted().toList();
      Require.that(!files.isEmpty(), "%s holds no record", folder);
      return IntStream.range(0, files.size())
          .boxed()
          .sorted(Comparator.comparingLong(i -> StatelessHash.of(seed, PURPOSE, i)))
          .limit(most)
          .sorted()
          .map(files::get)
          .toList();
    }
  }

  /// A record and where it lies.
  private record Item(Path file, CellRecords.Kept kept) {
    /// In milliseconds, by what is on record.
    long work() {
      double seconds =
          kept.record().seconds().values().stream().mapToDouble(Double::doubleValue).sum();
      return Math.max(1, Math.round(1e3 * seconds));
    }
  }

  /// Makes them again. Of a failure nothing was measured, and the report says so: it is left out.
  ///
  /// @return how many were made
  public int of(List<Path> files) throws IOException {
    Map<String, List<Item>> byData = new TreeMap<>();
    for (Path file : files) {
      CellRecords.Kept kept = CellRecords.open(file);
      if (kept.record().failure().isEmpty()) {
        byData
            .computeIfAbsent(kept.cell().dataSet(), _ -> new ArrayList<>())
            .add(new Item(file, kept));
      }
    }
    var told =
        new Told(
            listener, byData.values().stream().flatMap(List::stream).mapToLong(Item::work).sum());
    for (var entry : byData.entrySet()) {
      try (Workspace memory = work.scratch()) {
        Subject subject = subjects.open(entry.getKey(), memory);
        Lab.share(memory);
        Map<Boolean, List<Item>> bySize =
            entry.getValue().stream()
                .collect(partitioningBy(item -> SideBySide.isSmall(item.kept().cell(), subject)));
        of(bySize.get(true), Places.of(memory.workers().threads()), subject, memory, told);
        of(bySize.get(false), 1, subject, memory, told);
      }
    }
    return byData.values().stream().mapToInt(List::size).sum();
  }

  private static void of(List<Item> items, int places, Subject subject, Workspace memory, Told told)
      throws IOException {
    Queue<Item> waiting = new ConcurrentLinkedQueue<>(items);
    Places.run(
        places,
        memory,
        told::at,
        (ear, own) -> {
          for (Item item = waiting.poll(); item != null; item = waiting.poll()) {
            ear.begin(item.file());
            told.after(item, Replay.differences(item.kept(), subject, own));
          }
        },
        waiting::clear); // empty, or one failed: the others end after theirs
  }

  /// What has been made so far.
  private static final class Told {
    private final Listener listener;
    private final long all;
    private long done;

    Told(Listener listener, long all) {
      this.listener = listener;
      this.all = all;
    }

    synchronized void at(Path file) {
      listener.at(file, done, all);
    }

    synchronized void after(Item item, List<String> differences) {
      differences.forEach(difference -> listener.differs(item.file(), difference));
      done += item.work();
    }
  }
}
