package io.atp.io.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import io.atp.core.runtime.Progress;
import io.atp.core.runtime.StatelessHash;
import io.atp.io.RealData;
import io.atp.io.store.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class DownloadTest {
  private static final DownloadConfig PATIENT =
      new DownloadConfig(Duration.ofSeconds(5), Duration.ofSeconds(10), 3, Duration.ofMillis(5));
  private static final DownloadConfig HASTY =
      new DownloadConfig(Duration.ofSeconds(5), Duration.ofMillis(200), 3, Duration.ofMillis(5));

  @TempDir Path folder;
  private FileServer server;
  private Path target;
  private final List<String> told = new ArrayList<>();
  private final Progress ear = (step, done, total) -> told.add(step + " " + done + "/" + total);
  private final byte[] bytes = bytes(300_000);

  @BeforeEach
  void start() throws IOException {
    server = new FileServer();
    target = folder.resolve("file.bin");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) StatelessHash.mix(i);
    }
    return bytes;
  }

  private DataFile file(byte[] expected) throws IOException {
    Path copy = Files.write(folder.resolve("copy"), expected);
    String sum = Sha256.summary(copy).sha256();
    Files.delete(copy);
    return new DataFile(
        "file.bin",
        server.address("/file"),
        OptionalLong.of(expected.length),
        expected.length,
        Optional.of(sum),
        false);
  }

  private DataFile unknown(long most) {
    return new DataFile(
        "file.bin", server.address("/file"), OptionalLong.empty(), most, Optional.empty(), false);
  }

  private void fetch(DataFile file) throws IOException {
    new Download(PATIENT, ear).fetch(file, target);
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  private void assertWhole() throws IOException {
    assertThat(target).hasBinaryContent(bytes);
    assertThat(names()).containsExactly("file.bin");
  }

  @Test
  void aWholeFileArrivesAndNothingElseStays() throws IOException {
    server.at("/file", (exchange, _) -> FileServer.whole(exchange, bytes));
    fetch(file(bytes));
    assertWhole();
    assertThat(server.ranges()).containsExactly("");
    assertThat(told).isNotEmpty();
    assertThat(told.getLast()).isEqualTo("download file.bin 300000/300000");
  }

  @Test
  void aRealFileArrivesAsItIs() throws IOException {
    byte[] real = Files.readAllBytes(RealData.path("cora/ind.cora.graph"));
    server.at("/file", (exchange, _) -> FileServer.whole(exchange, real));
    DataFile listed =
        Registry.builtIn().find("cora").orElseThrow().files().stream()
            .filter(file -> file.name().equals("ind.cora.graph"))
            .findFirst()
            .orElseThrow();
    fetch(
        new DataFile(
            listed.name(),
            server.address("/file"),
            listed.bytes(),
            listed.mostBytes(),
            listed.sha256(),
            false));
    assertThat(target).hasBinaryContent(real);
  }

  @Test
  void aTruncatedTransferGoesOnWhereItEnded() throws IOException {
    server.at(
        "/file",
        (exchange, request) -> {
          if (request == 1) {
            FileServer.begin(exchange, bytes, 100_000);
          } else {
            FileServer.rest(exchange, bytes);
          }
        });
    fetch(file(bytes));
    assertWhole();
    assertThat(server.ranges()).hasSize(2);
    assertThat(server.ranges().get(1)).matches("bytes=[1-9][0-9]*-");
  }

  @Test
  void aServerThatIgnoresRangesIsReadFromTheStart() throws IOException {
    server.at(
        "/file",
        (exchange, request) -> {
          if (request == 1) {
            FileServer.begin(exchange, bytes, 100_000);
          } else {
            FileServer.whole(exchange, bytes);
          }
        });
    fetch(file(bytes));
    assertWhole();
  }

  @Test
  void whatAnEarlierRunLeftIsUsed() throws IOException {
    server.at("/file", (exchange, _) -> FileServer.begin(exchange, bytes, 100_000));
    assertThatThrownBy(() -> fetch(file(bytes)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("in 3 attempts")
        .hasMessageContaining("the next run goes on from there");
    assertThat(target).doesNotExist();
    assertThat(names()).contains(".file.bin.part");
    server.at("/again", (exchange, _) -> FileServer.rest(exchange, bytes));
    DataFile listed = file(bytes);
    fetch(
        new DataFile(
            listed.name(),
            server.address("/again"),
            listed.bytes(),
            listed.mostBytes(),
            listed.sha256(),
            false));
    assertWhole();
    assertThat(server.ranges().getLast()).startsWith("bytes=");
  }

  @Test
  void bytesOfAnOlderVersionAreDropped() throws IOException {
    byte[] older = bytes.clone();
    older[5]++;
    Files.write(folder.resolve(".file.bin.part"), Arrays.copyOf(older, 1000));
    Files.writeString(folder.resolve(".file.bin.version"), "\"older\"");
    server.at("/file", (exchange, _) -> FileServer.rest(exchange, bytes));
    fetch(file(bytes));
    assertWhole();
    assertThat(server.ranges()).containsExactly("bytes=1000-");
  }

  @Test
  void bytesOfUnknownVersionThatDoNotFitAreFetchedAgain() throws IOException {
    Files.write(folder.resolve(".file.bin.part"), new byte[1000]);
    server.at("/file", (exchange, _) -> FileServer.rest(exchange, bytes));
    fetch(file(bytes));
    assertWhole();
    assertThat(server.ranges()).containsExactly("bytes=1000-", "");
  }

  @Test
  void aWrongChecksumNamesBothSumsAndLeavesNothing() throws IOException {
    byte[] other = bytes.clone();
    other[299_999]++;
    server.at("/file", (exchange, _) -> FileServer.whole(exchange, other));
    DataFile wanted = file(bytes);
    Path copy = Files.write(folder.resolve("copy"), other);
    String got = Sha256.summary(copy).sha256();
    Files.delete(copy);
    assertThatThrownBy(() -> fetch(wanted))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(got)
        .hasMessageContaining(wanted.sha256().orElseThrow());
    assertThat(names()).isEmpty();
  }

  @Test
  void aServerThatStopsHalfWayIsGivenUp() throws IOException {
    server.at("/file", (exchange, _) -> FileServer.begin(exchange, bytes, 50_000, 9_000));
    DataFile file = file(bytes);
    long start = System.nanoTime();
    assertThatThrownBy(() -> new Download(HASTY, ear).fetch(file, target))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("nothing arrived for 0.2 seconds");
    assertThat(System.nanoTime() - start).isLessThan(8_000_000_000L);
    assertThat(target).doesNotExist();
  }

  @Test
  void aServerThatNeverAnswersIsGivenUp() throws IOException {
    server.at(
        "/file",
        (_, _) -> {
          try {
            Thread.sleep(9_000);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    DataFile file = file(bytes);
    assertThatThrownBy(() -> new Download(HASTY, ear).fetch(file, target))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("timed out");
  }

  @ParameterizedTest
  @ValueSource(ints = {403, 404, 410})
  void aFileThatIsNotThereIsAskedForOnce(int status) throws IOException {
    server.at("/file", (exchange, _) -> exchange.sendResponseHeaders(status, -1));
    assertThatThrownBy(() -> fetch(file(bytes)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("answers " + status)
        .hasMessageContaining("/file");
    assertThat(server.ranges()).hasSize(1);
    assertThat(names()).isEmpty();
  }

  @Test
  void aBusyServerIsAskedAgain() throws IOException {
    server.at(
        "/file",
        (exchange, request) -> {
          if (request < 3) {
            exchange.sendResponseHeaders(503, -1);
          } else {
            FileServer.whole(exchange, bytes);
          }
        });
    fetch(file(bytes));
    assertWhole();
  }

  @Test
  void aRedirectIsFollowed() throws IOException {
    server.at("/file", (exchange, _) -> redirect(exchange, "/elsewhere"));
    server.at("/elsewhere", (exchange, _) -> FileServer.whole(exchange, bytes));
    fetch(file(bytes));
    assertWhole();
  }

  @Test
  void aRedirectLoopEnds() throws IOException {
    server.at("/file", (exchange, _) -> redirect(exchange, "/file"));
    assertThatThrownBy(() -> fetch(file(bytes))).hasMessageContaining("more than 5 times");
    assertThat(server.ranges()).hasSize(6);
  }

  @ParameterizedTest
  @ValueSource(strings = {"file:///etc/hostname", "ftp://127.0.0.1/file", "http:///", "http://["})
  void aRedirectToSomethingElseIsRefused(String where) throws IOException {
    server.at("/file", (exchange, _) -> redirect(exchange, where));
    assertThatThrownBy(() -> fetch(file(bytes)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("redirects to");
    assertThat(target).doesNotExist();
  }

  private static void redirect(HttpExchange exchange, String to) throws IOException {
    exchange.getResponseHeaders().set("Location", to);
    exchange.sendResponseHeaders(302, -1);
  }

  @Test
  void anotherLengthIsRefusedBeforeItArrives() throws IOException {
    server.at("/file", (exchange, _) -> FileServer.whole(exchange, bytes));
    assertThatThrownBy(() -> fetch(file(bytes(1000))))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("300,000")
        .hasMessageContaining("exactly 1,000");
    assertThatThrownBy(() -> fetch(unknown(2000))).hasMessageContaining("at most 2,000");
  }

  @Test
  void aBodyWithoutAnAnnouncedLengthIsCutAtTheLimit() throws IOException {
    server.at(
        "/file",
        (exchange, _) -> {
          exchange.sendResponseHeaders(200, 0); // chunked
          for (int i = 0; i < 100; i++) {
            exchange.getResponseBody().write(bytes);
          }
        });
    assertThatThrownBy(() -> fetch(unknown(1_000_000)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("at most 1,000,000");
    assertThat(target).doesNotExist();
  }

  @Test
  void aFileWithoutAKnownSumArrivesAllTheSame() throws IOException {
    server.at("/file", (exchange, _) -> FileServer.whole(exchange, bytes));
    fetch(unknown(1_000_000));
    assertWhole();
  }

  @Test
  void aWebPageInPlaceOfTheFileIsRefused() throws IOException {
    server.at(
        "/file",
        (exchange, _) -> {
          exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
          FileServer.whole(exchange, "<html>Too many downloads</html>".getBytes());
        });
    assertThatThrownBy(() -> fetch(unknown(1_000_000))).hasMessageContaining("web page");
    assertThat(target).doesNotExist();
  }

  @Test
  void aFileBeingDownloadedIsLeftToTheOther() throws IOException {
    try (PartFile other = PartFile.open(target)) {
      assertThat(other.length()).isZero();
      assertThatThrownBy(() -> fetch(file(bytes))).hasMessageContaining("another process");
    }
  }
}
