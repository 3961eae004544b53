package io.atp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

class FailuresTest {
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();

  private int tell(Throwable thrown, boolean debug) {
    var err = new PrintStream(written, true, StandardCharsets.UTF_8);
    return new Failures(new Terminal(err, err, false), debug).tell(thrown);
  }

  private void says(Throwable thrown, int exit, String sentence) {
    written.reset();
    assertThat(tell(thrown, false)).isEqualTo(exit);
    assertThat(written.toString(StandardCharsets.UTF_8).lines().findFirst())
        .hasValueSatisfying(line -> assertThat(line).contains(sentence));
  }

  @Test
  void whatTheUserCanMendIsExitTwo() {
    says(new IllegalArgumentException("got 7"), 2, "atp: got 7");
    says(new IOException("a.txt, line 3: x"), 2, "atp: a.txt, line 3: x");
    says(new UncheckedIOException(new IOException("cut short")), 2, "atp: cut short");
    says(new NoSuchFileException("a.txt"), 2, "atp: a.txt: no such file or folder");
    says(new AccessDeniedException("a.txt"), 2, "atp: a.txt: permission denied");
    says(
        new FileSystemException("a.npy", null, "No space left on device"),
        2,
        "atp: a.npy: No space left on device");
  }

  @Test
  void ourOwnMistakeIsExitOne() {
    says(new NullPointerException("x is null"), 1, "atp: internal error: java.lang.Null");
    says(new AssertionError("offsets"), 1, "internal error");
  }

  @Test
  void outOfMemoryNamesTheOption() {
    says(new OutOfMemoryError("Java heap space"), 2, "--memory");
  }

  @Test
  void aSentenceStaysOnOneLine() {
    says(new IOException("two\n  lines"), 2, "atp: two lines");
  }

  @Test
  void theStackIsForDebugging() {
    tell(new IllegalArgumentException("got 7"), false);
    assertThat(written.toString(StandardCharsets.UTF_8)).doesNotContain("\tat ");
    tell(new IllegalArgumentException("got 7"), true);
    assertThat(written.toString(StandardCharsets.UTF_8)).contains("\tat ");
  }
}
