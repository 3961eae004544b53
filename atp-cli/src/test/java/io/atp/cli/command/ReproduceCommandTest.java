package io.atp.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReproduceCommandTest {
  @TempDir Path folder;

  @Test
  void aReportOfWhatIsOnRecordSaysWhatIsStillToBeMade() {
    Path lab = folder.resolve("lab");
    var json = recorded(lab, "--seeds", 2, "--json").json();
    assertThat(json).containsEntry("cells", 3L);
    assertThat((List<?>) json.get("summary"))
        .asString()
        .contains("3 of 3 measurements are still to be made.");
    assertThat(lab.resolve("index.html")).content().contains("Left out: cora (not measured yet).");
    assertThat(lab.resolve("records")).doesNotExist();
  }

  /// A report of nothing, on a graph of Cora's shape.
  private Cli recorded(Path lab, Object... options) {
    var all = new ArrayList<Object>(List.of("reproduce", "degrees", "--data", "cora"));
    all.addAll(List.of("--shape", 0.2, "--recorded", "--data-dir", folder, "--out", lab));
    all.addAll(List.of(options));
    return Cli.succeed(all.toArray());
  }

  @Test
  void recipesHaveBoundsUnlessAllOfThemIsAskedFor() {
    Path lab = folder.resolve("lab");
    recorded(lab);
    assertThat(lab.resolve("index.html"))
        .content()
        .contains("runs of a search</dt><dd>12<", "gcnii.layers</dt><dd>at most 16<");
    recorded(lab, "--full");
    assertThat(lab.resolve("index.html"))
        .content()
        .contains("runs of a search</dt><dd>30<", "recipes</dt><dd>as they are<")
        .doesNotContain("gcnii.layers");
  }

  @Test
  void aQuickLookIsNotAFullOne() {
    Path lab = folder.resolve("lab");
    Cli refused = Cli.run("reproduce", "degrees", "--quick", "--full", "--out", lab);
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err()).contains("--quick and --full are opposites; give one");
    assertThat(lab).doesNotExist();
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

  @Test
  void whereNoDataSetIsAnEarlierReportStaysAsItWas() throws IOException {
    Path lab = Files.createDirectories(folder.resolve("lab"));
    Path page = Files.writeString(lab.resolve("index.html"), "earlier");
    Path empty = Files.createDirectories(folder.resolve("data"));
    Cli refused =
        Cli.run(
            "reproduce",
            "degrees",
            "--data",
            "ogbn-products",
            "--data-dir",
            empty,
            "--offline",
            "--out",
            lab);
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err())
        .contains(
            "none of the data sets is there: ogbn-products (not at hand; --download fetches it)");
    assertThat(page).hasContent("earlier");
    assertThat(lab).isDirectoryNotContaining("glob:**/records");
  }

  @Test
  void aReportIsAFolder() throws IOException {
    Path file = Files.writeString(folder.resolve("lab"), "mine");
    Cli refused = Cli.run("reproduce", "degrees", "--out", file);
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err()).contains("--out %s is not a folder".formatted(file));
    assertThat(file).hasContent("mine");
  }

  @Test
  void dataThatAnExperimentNeverLooksAtAreRefused() {
    Path lab = folder.resolve("lab");
    Cli refused = Cli.run("reproduce", "degrees", "--data", "flickr", "--out", lab);
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err()).contains("--data flickr: degrees looks at cora, ogbn-products");
    assertThat(lab).doesNotExist();
  }
}
