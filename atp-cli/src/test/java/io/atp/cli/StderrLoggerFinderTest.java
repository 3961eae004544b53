package io.atp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StderrLoggerFinderTest {
  private final System.Logger log = System.getLogger("a room");
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private final PrintStream before = System.err;

  @BeforeEach
  void listen() {
    System.setErr(new PrintStream(written, true, StandardCharsets.UTF_8));
  }

  @AfterEach
  void restore() {
    System.setErr(before);
    StderrLoggerFinder.level(System.Logger.Level.WARNING);
  }

  @Test
  void warningsAlwaysArriveAndTheRestWithDebug() {
    log.log(System.Logger.Level.INFO, "kernels: {0}", "vector");
    log.log(System.Logger.Level.WARNING, "not settled after {0} iterations", 7);
    StderrLoggerFinder.level(System.Logger.Level.INFO);
    log.log(System.Logger.Level.INFO, "kernels: {0}", "vector");
    assertThat(written.toString(StandardCharsets.UTF_8).lines())
        .containsExactly("atp: not settled after 7 iterations", "atp: kernels: vector");
  }
}
