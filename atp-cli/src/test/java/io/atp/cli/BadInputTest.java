package io.atp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Whatever is wrong: exit 2, one sentence, and nothing new on the disk.
class BadInputTest {
  @TempDir Path folder;
  private Path graph;

  @BeforeEach
  void writeGraph() throws IOException {
    graph = Cli.edgeList(folder, "graph.txt", "0 1", "1 2", "2 0", "2 3");
  }

  private Path out() {
    return folder.resolve("out");
  }

  private void refused(String sentence, Object... args) throws IOException {
    Set<String> before = names();
    Cli result = Cli.run(args);
    assertThat(result.exit()).as(result.err()).isEqualTo(Main.BAD_INPUT);
    assertThat(result.errorLines()).hasSize(1).first().asString().startsWith("atp: ");
    assertThat(result.err()).contains(sentence);
    assertThat(names()).isEqualTo(before);
  }

  private Set<String> names() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return new TreeSet<>(files.map(Path::toString).toList());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "--top 1.5              | --top must lie in [0, 1], got 1.5",
        "--sample -0.1          | --sample must lie in [0, 1], got -0.1",
        "--mask NaN             | --mask must lie in [0, 1], got NaN",
        "--remove 2             | --remove must lie in [0, 1], got 2",
        "--mask 0.5 --remove 1  | --mask and --remove cannot be used together",
        "--epsilon 0            | --epsilon must be a positive number, got 0.0",
        "--epsilon 1 --top 0.1  | --epsilon and --top cannot be used together",
        "--steps 2              | --steps needs --epsilon",
        "--min-degree -1        | --min-degree must be at least 0, got -1",
        "--by columns           | --by must be rows or edges, got 'columns'",
        "--order alike          | --order must be random or least-alike, got 'alike'",
        "--top many             | 'many' is not a double",
        "--threads 0            | --threads must lie in [1, 1024], got 0",
        "--memory lots          | --memory must be a size such as 4g",
        "--memory 0             | --memory must be more than 0",
        "--seed x               | 'x' is not a long",
      })
  void optionsOutOfRangeAreRefusedByName(String options, String sentence) throws IOException {
    Object[] args =
        Stream.concat(Stream.of("correct", graph, "--out", out()), Stream.of(options.split("\\s+")))
            .toArray();
    refused(sentence, args);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "--hops -1                        | --hops must lie in [0, 10000], got -1",
        "--hops two                       | 'two' is not an int",
        "--hops 1 --combine sum           | --combine must be all, last, mean",
        "--hops 1 --combine ppr           | --combine ppr needs a number",
        "--hops 1 --combine mean:2        | --combine mean takes no number",
        "--hops 1 --combine ppr:1.5       | --combine ppr must lie in [0, 1], got 1.5",
        "--hops 1 --combine heat:hot      | 'hot' is not a number",
        "--hops 1 --lazy 2                | --lazy must lie in [0, 1], got 2",
        "--hops 1 --restart -1            | --restart must lie in [0, 1], got -1",
        "--hops 1 --r 7                   | --r must lie in [0, 1], got 7",
        "--hops 1 --r 0.5 --profile paper | --r sets every coefficient, so --profile cannot",
        "--hops 1 --scale 1.01            | --scale must lie in [0, 1], got 1.01",
        "--hops 1 --weights degree        | --weights takes NAME=W",
        "--hops 1 --weights size=1        | --weights takes NAME=W",
        "--hops 1 --weights degree=0      | --weights needs at least one weight above 0",
        "--hops 1 --weights degree=-1     | --weights degree must be a number of at least 0",
        "--hops 1 --clustering some       | --clustering must be exact or sampled[:ERROR]",
        "--hops 1 --clustering sampled:9  | --clustering sampled must lie in",
        "--hops 1 --no-correct --top 0.1  | --no-correct and --top cannot be used together",
        "--hops 1 --order least-alike     | features",
        "--hops 1 --memory 1m             | at least",
      })
  void settingsOfPropagateAreRefusedByName(String options, String sentence) throws IOException {
    Object[] args =
        Stream.concat(
                Stream.of("propagate", graph, "--out", out()), Stream.of(options.split("\\s+")))
            .toArray();
    refused(sentence, args);
  }

  @Test
  void aMissingFileIsNamed() throws IOException {
    refused("absent.txt", "info", folder.resolve("absent.txt"));
    refused("absent.txt", "encode", folder.resolve("absent.txt"), "--out", out());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {"0 1\\n1 x\\n | 2", "0 1\\n-3 1\\n | 2", "0 1\\n1 2.5\\n | 2", "0 1\\n1\\n | 2"})
  void aLineThatIsNoArcIsNamedByItsNumber(String text, String line) throws IOException {
    Path bad = Files.writeString(folder.resolve("bad.txt"), text.replace("\\n", "\n"));
    refused("bad.txt", "correct", bad, "--out", out());
    assertThat(Cli.run("info", bad).err()).contains(line);
  }

  @Test
  void aGraphWithoutEdgesIsRefused() throws IOException {
    refused("", "info", Cli.edgeList(folder, "empty.txt", "# nothing"));
    Path loop = Cli.edgeList(folder, "loop.txt", "0 0");
    refused("loop.txt", "info", loop);
    refused("loop.txt", "encode", loop, "--out", out());
  }

  @Test
  void aFileThatIsCutShortIsRefused() throws IOException {
    Path cora = Cli.data("cora/cora.plain.npz");
    byte[] whole = Files.readAllBytes(cora);
    Path cut =
        Files.write(folder.resolve("cut.npz"), java.util.Arrays.copyOf(whole, whole.length / 2));
    refused("cut.npz", "encode", cut, "--out", out());
  }

  @Test
  void aStoreThatWasTamperedWithIsRefused() throws IOException {
    Path store = Cli.store(folder);
    Path targets = store.resolve("targets.npy");
    Files.write(targets, "not an array".getBytes(StandardCharsets.UTF_8));
    refused("targets.npy", "info", store);
  }

  @Test
  void anOutputFolderThatIsNotOursIsLeftAlone() throws IOException {
    Files.createDirectory(out());
    Files.writeString(out().resolve("thesis.tex"), "mine");
    refused("thesis.tex", "correct", graph, "--out", out());
    assertThat(out().resolve("thesis.tex")).hasContent("mine");
  }

  @Test
  void anOutputThatIsTheInputIsRefused() throws IOException {
    Path store = Cli.store(folder);
    refused("is the input", "correct", store, "--out", store);
  }

  @Test
  void generateRefusesMoreEdgesThanPairs() throws IOException {
    refused("10", "generate", "--nodes", 5, "--edges", 11, "--out", out());
    refused("--nodes", "generate", "--nodes", 1, "--edges", 1, "--out", out());
    refused("--edges", "generate", "--nodes", 5, "--edges", 0, "--out", out());
  }

  @Test
  void aMissingOptionIsNamed() throws IOException {
    refused("--out", "correct", graph);
    refused("--hops", "propagate", graph, "--out", out());
  }
}
