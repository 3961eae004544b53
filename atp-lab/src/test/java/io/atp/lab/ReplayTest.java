package io.atp.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.core.runtime.Workspace;
import io.atp.io.json.Json;
import io.atp.lab.cell.CellRecords;
import io.atp.lab.cell.Replay;
import io.atp.lab.cell.Subject;
import io.atp.lab.study.Studies;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplayTest {
  @TempDir private Path folder;

  @Test
  void everyRecordCanBeMeasuredAgainFromWhatItSays() throws IOException {
    for (String name : List.of("sampling", "degrees", "selection", "weights")) {
      new SmallLab(folder).run(Studies.named(name), 2);
    }
    try (Workspace work = Workspace.open(1);
        Stream<Path> all = Files.list(folder)) {
      Subject subject = SmallLab.open("cora", work);
      List<Path> files = all.toList();
      assertThat(files).hasSizeGreaterThan(10);
      for (Path file : files) {
        assertThat(Replay.differences(CellRecords.open(file), subject, work))
            .as("%s", file)
            .isEmpty();
      }
      CellRecords.Kept kept =
          files.stream()
              .map(ReplayTest::kept)
              .filter(found -> found.record().measured())
              .findFirst()
              .orElseThrow();
      var other = new HashMap<>(kept.record().toMap());
      other.put("test", List.of(0.25, 0.5));
      other.put(
          "effort",
          Map.of(
              "seeds", 2, "budget", 7, "most", Map.of("epochs", 4, "layers", 2), "judgeEvery", 1));
      other.put("data", kept.data());
      other.put("version", "test");
      Path changed = Files.writeString(folder.resolve("changed.json"), Json.write(other));
      assertThat(Replay.differences(CellRecords.open(changed), subject, work))
          .singleElement()
          .asString()
          .startsWith("test was [0.25, 0.5], is ");
    }
  }

  private static CellRecords.Kept kept(Path file) {
    try {
      return CellRecords.open(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
