package io.atp.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.cli.Cli;
import io.atp.cli.Main;
import io.atp.io.doctor.Remedy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// DATA as a name, and what the doctor says. Always offline: no test leaves this machine.
class NamedDataTest {
  @TempDir Path folder;

  private static Map<String, Object> info(Object data) {
    return Cli.succeed("info", data, "--data-dir", Cli.data(""), "--offline", "--json").json();
  }

  private static List<String> codes(Map<String, Object> info) {
    return ((List<?>) info.get("findings"))
        .stream().map(finding -> (String) ((Map<?, ?>) finding).get("code")).toList();
  }

  @Test
  void coraIsDescribedAndExamined() {
    Map<String, Object> info = info("cora");
    assertThat((Map<?, ?>) info.get("dataSet"))
        .isEqualTo(
            Map.of(
                "name", "cora",
                "title", "Cora",
                "paper", "Cora",
                "home", "https://github.com/kimiyoung/planetoid",
                "licence", "the repository is under MIT; the data belong to their collectors",
                "split", "given",
                "largestComponentOnly", false));
    assertThat(codes(info))
        .contains("duplicate-edges", "components", "homophily", "atp-unlikely-to-help")
        .doesNotContain("self-loops", "directed-input", "no-split");
    assertThat((List<?>) info.get("homophilyByDegree")).hasSize(3);
    assertThat(info.get("findings").toString())
        .contains("command=atp train cora --model sgc --set scaling=row-sum --out RUN");
  }

  @Test
  void theTextSaysWhatTheJsonSays() {
    String text = Cli.succeed("info", "cora", "--data-dir", Cli.data(""), "--offline").out();
    assertThat(text)
        .contains("findings", "302 of 10,858 arcs were repeats", "why: ", "▸ atp import cora OUT")
        .contains("usual split: given");
    assertThat(text.lines()).allMatch(line -> line.codePointCount(0, line.length()) <= 100);
  }

  @Test
  void everyCommandTakesAName() {
    for (List<String> command :
        List.of(
            List.of("correct"),
            List.of("encode", "--no-correct"),
            List.of("propagate", "--hops", "1", "--r", "0.5"))) {
      Path out = folder.resolve(command.getFirst());
      Object[] line =
          Stream.concat(
                  command.stream(),
                  Stream.of(
                      "cora", "--data-dir", Cli.data(""), "--offline", "--out", out, "--json"))
              .toArray();
      Map<String, Object> record = Cli.succeed(line).json();
      assertThat((Map<?, ?>) record.get("input")).extracting("nodes").isEqualTo(2708L);
      assertThat((Map<?, ?>) record.get("config")).extracting("dataSet").isEqualTo("cora");
    }
  }

  private void refused(String sentence, Object... args) {
    Cli result = Cli.run(args);
    assertThat(result.exit()).isEqualTo(Main.BAD_INPUT);
    assertThat(result.errorLines()).hasSize(1);
    assertThat(result.err()).contains(sentence);
  }

  @Test
  void whatCannotBeFoundIsToldInOneSentence() {
    refused("did you mean cora?", "info", "coar", "--offline");
    refused("is neither a file nor a data set", "info", "mygraph", "--offline");
    refused("graph.txt does not exist", "info", folder.resolve("graph.txt"), "--offline");
    refused("--data-dir", "info", "cora", "--data-dir", folder.resolve("absent"), "--offline");
    refused(
        "without --offline it would be downloaded",
        "info",
        "ogbn-papers100M",
        "--data-dir",
        folder,
        "--offline");
  }

  @Test
  void aFileThatIsNotThePublishedOneIsSaidToDiffer() throws IOException {
    Files.writeString(folder.resolve("wiki-Vote.txt"), "0 1\n1 2\n");
    Map<String, Object> info =
        Cli.succeed("info", "wiki-vote", "--data-dir", folder, "--offline", "--json").json();
    assertThat(codes(info)).contains("counts-differ");
    assertThat(info.get("findings").toString()).contains("3 nodes in place of 7,115");
  }

  /// Commands that are not there yet are left out; once they are, this runs them.
  @ParameterizedTest
  @EnumSource(Remedy.class)
  void theCommandsOfFindingsWork(Remedy remedy) {
    // A minute of search is for users; that it is a budget is known after a second.
    String[] words = remedy.command(Cli.store(folder).toString()).replace("60s", "1s").split(" ");
    Cli.succeed(
        Stream.of(words)
            .skip(1)
            .map(word -> word.equals("OUT") || word.equals("RUN") ? folder.resolve(word) : word)
            .toArray());
  }
}
