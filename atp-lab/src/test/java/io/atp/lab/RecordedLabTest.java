package io.atp.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.runtime.Workspace;
import io.atp.io.registry.NotAtHand;
import io.atp.lab.cell.Cell;
import io.atp.lab.cell.CellRecord;
import io.atp.lab.cell.CellRecords;
import io.atp.lab.study.Findings;
import io.atp.lab.study.Studies;
import io.atp.lab.study.Study;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Reports of records whose data are elsewhere.
class RecordedLabTest {
  private static final List<Study> STUDIES = Studies.named("kernels");

  @TempDir private Path folder;

  private SmallLab lab;
  private Findings measured;

  @BeforeEach
  void measure() throws IOException {
    lab = new SmallLab(folder);
    measured = lab.run(STUDIES, 2);
  }

  private Findings withoutData() throws IOException {
    Lab.Subjects nowhere =
        (name, _) -> {
          throw new NotAtHand("it was left at home");
        };
    try (Workspace work = Workspace.open(1)) {
      return new Lab(lab.records(), nowhere, work, lab.listener())
          .recorded(STUDIES, List.of("cora", "citeseer"));
    }
  }

  private static Map<Cell, List<Double>> scores(Findings findings) {
    Map<Cell, List<Double>> scores = new HashMap<>();
    findings.cells().forEach((cell, record) -> scores.put(cell, record.test()));
    return scores;
  }

  @Test
  void recordsTellWhatTheyWereMadeOn() throws IOException {
    Findings found = withoutData();
    assertThat(found.dataSets()).containsExactly("cora");
    assertThat(found.absent()).containsEntry("citeseer", "it was left at home");
    assertThat(scores(found)).isNotEmpty().isEqualTo(scores(measured));
  }

  @Test
  void otherEffortIsNotWhatWasAskedFor() throws IOException {
    CellRecords records = new CellRecords(folder, SmallLab.EFFORT, "another version");
    assertThat(records.dataOf("cora")).isEmpty();
    assertThat(new CellRecords(folder.resolve("absent"), SmallLab.EFFORT, "test").dataOf("cora"))
        .isEmpty();
    assertThat(lab.records().dataOf("cora")).isPresent();
  }

  @Test
  void recordsOfTwoVersionsOfTheDataAreNotMixed() throws IOException {
    CellRecord any = measured.cells().values().iterator().next();
    lab.records().write(measured.cells().keySet().iterator().next(), "00000000", any);
    assertThatThrownBy(() -> lab.records().dataOf("cora"))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("not at hand, and its records are of 2 versions of it: 00000000, ");
    assertThat(withoutData().absent().get("cora")).contains("2 versions");
  }

  @Test
  void whatIsNoRecordIsNamed() throws IOException {
    Path broken = folder.resolve("cora-sgc-0123456789abcdef.json");
    Files.writeString(broken, "{}");
    assertThatThrownBy(() -> lab.records().dataOf("cora")).hasMessageContaining(broken.toString());
  }
}
