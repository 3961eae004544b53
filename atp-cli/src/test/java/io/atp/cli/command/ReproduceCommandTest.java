package io.atp.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.cli.Cli;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReproduceCommandTest {
  @TempDir Path folder;

  @Test
  void aReportOfWhatIsOnRecordSaysWhatIsStillToBeMade() {
    Path lab = folder.resolve("lab");
    var json =
        Cli.succeed(
                "reproduce",
                "degrees",
                "--data",
                "cora",
                "--shape",
                0.2,
                "--seeds",
                2,
                "--recorded",
                "--data-dir",
                folder,
                "--out",
                lab,
                "--json")
            .json();
    assertThat(json).containsEntry("cells", 3L);
    assertThat((List<?>) json.get("summary"))
        .asString()
        .contains("3 of 3 measurements are still to be made.");
    assertThat(lab.resolve("index.html")).content().contains("Left out: cora (not measured yet).");
    assertThat(lab.resolve("records")).doesNotExist();
  }

  @Test
  void aWrongFolderOfDataLeavesNothingBehind() {
    Path lab = folder.resolve("lab");
    Path absent = folder.resolve("absent");
    Cli refused = Cli.run("reproduce", "degrees", "--data-dir", absent, "--out", lab);
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err()).contains("--data-dir %s is not a folder".formatted(absent));
    assertThat(lab).doesNotExist();
  }
}
