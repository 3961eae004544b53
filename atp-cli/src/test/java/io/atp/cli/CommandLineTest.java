package io.atp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandLineTest {
  @TempDir Path folder;

  @Test
  void versionIsOneLine() {
    assertThat(Cli.succeed("--version").out()).matches("atp \\d+\\.\\d+\\.\\d+\\R");
  }

  @Test
  void withoutACommandItSaysWhatThereIs() {
    assertThat(Cli.succeed().out())
        .contains(
            "info",
            "import",
            "export",
            "fsck",
            "correct",
            "encode",
            "propagate",
            "generate",
            "demo");
  }

  @Test
  void aMisspelledCommandIsAnsweredWithTheNearestOne() {
    Cli result = Cli.run("propagat", "x");
    assertThat(result.exit()).isEqualTo(Main.BAD_INPUT);
    assertThat(result.errorLines())
        .containsExactly("atp: atp does not know 'propagat'; did you mean propagate?");
  }

  /// The examples build on each other within one help text, and are run as they stand there; only
  /// their folders are moved.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "info",
        "import",
        "export",
        "fsck",
        "correct",
        "encode",
        "propagate",
        "verify",
        "generate",
        "demo"
      })
  void theExampleOfEveryHelpWorks(String command) {
    List<String> help = Cli.succeed(command, "--help").out().lines().toList();
    List<String> examples = help.subList(help.indexOf("Example:") + 1, help.size());
    assertThat(examples).isNotEmpty().allMatch(line -> line.startsWith("  atp "));
    for (String example : String.join(" && ", examples).split("&&")) {
      String[] words = example.strip().split("\\s+");
      assertThat(words[0]).isEqualTo("atp");
      Cli.succeed(
          Arrays.stream(words)
              .skip(1)
              .map(
                  word ->
                      word.matches("[a-z-]+") && !word.startsWith("-") && !isWord(word)
                          ? folder.resolve(word)
                          : word)
              .toArray());
    }
  }

  /// Words of an example that are not folders.
  private static boolean isWord(String word) {
    return List.of(
            "info",
            "import",
            "export",
            "fsck",
            "correct",
            "encode",
            "propagate",
            "verify",
            "generate",
            "demo",
            "mean",
            "labelled",
            "csv")
        .contains(word);
  }
}
