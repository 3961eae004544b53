package io.atp.lab.cell;

import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workspace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// A recorded measurement made once more and compared, number by number; only times may differ.
public final class Replay {
  private Replay() {}

  /// What came out otherwise, as sentences; empty if nothing did.
  ///
  /// @param subject the data set that the record names
  /// @throws IllegalArgumentException if the record is of other data or of a failure
  public static List<String> differences(CellRecords.Kept kept, Subject subject, Workspace work)
      throws IOException {
    CellRecord first = kept.record();
    Require.that(first.failure().isEmpty(), "it is the record of a failure: %s", first.failure());
    Require.that(
        kept.data().equals(subject.checksum()),
        "%s is not what was measured on: its checksum is %s and was %s",
        subject.name(),
        subject.checksum(),
        kept.data());
    CellRecord second = new Measurement(subject, kept.records(), work).again(first);
    List<String> differences = new ArrayList<>();
    compare("validation", first.validation(), second.validation(), differences);
    compare("test", first.test(), second.test(), differences);
    compare("removedShare", first.removedShare(), second.removedShare(), differences);
    compare("series", first.series(), second.series(), differences);
    return differences;
  }

  private static void compare(String name, Object first, Object second, List<String> differences) {
    if (!first.equals(second)) {
      differences.add("%s was %s, is %s".formatted(name, first, second));
    }
  }
}
