package io.atp.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.cli.Cli;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The same bytes for 1, 2 and 7 threads, whatever the command; but for the page of a run, which
/// tells how long it took. On a graph that is more than one thread's work.
class ThreadsTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "correct DATA --order least-alike",
        "correct DATA --by rows --remove 0.2",
        "encode DATA",
        "encode DATA --profile paper --clustering sampled:0.2 --weights pagerank=1,katz=1",
        "propagate DATA --hops 3 --materialise",
        "propagate DATA --hops 3 --by rows --combine ppr:0.1",
        "propagate DATA --hops 3 --nodewise ndls",
        "propagate DATA --hops 3 --nodewise ndm --combine mean",
        "propagate DATA --hops 3 --nodewise dgc",
        "propagate DATA --hops 3 --nodewise scara,ndm --combine mean",
        "generate --nodes 2000 --edges 9000",
        "demo --nodes 2000 --edges 9000",
      })
  void threadsNeverChangeAByte(String line) {
    Path store = folder.resolve("store");
    if (line.contains("DATA")) {
      Cli.succeed(
          "generate", "--nodes", 20000, "--edges", 150000, "--features", 12, "--out", store);
    }
    Map<String, Object> alone = checksums(line, store, 1);
    assertThat(alone).isNotEmpty();
    assertThat(checksums(line, store, 2)).isEqualTo(alone);
    assertThat(checksums(line, store, 7)).isEqualTo(alone);
  }

  private Map<String, Object> checksums(String line, Path store, int threads) {
    Stream<Object> words =
        Stream.of(line.split(" ")).map(word -> word.equals("DATA") ? store : word);
    Stream<Object> rest = Stream.of("--out", folder.resolve("out"), "--threads", threads, "--json");
    Map<String, Object> sums =
        Cli.checksums(Cli.succeed(Stream.concat(words, rest).toArray()).json());
    sums.remove(RunPage.FILE);
    return sums;
  }
}
