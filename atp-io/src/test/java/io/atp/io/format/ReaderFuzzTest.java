package io.atp.io.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Damaged files of every format, in processes with a heap of 256 MB: see [FuzzRun].
///
/// `-Pfuzz` reads millions.
class ReaderFuzzTest {
  private static final int FILES = Integer.getInteger("atp.fuzz", 21_000);
  private static final long SEED = Long.getLong("atp.fuzz.seed", 20240513);
  private static final int PROCESSES = 2;
  private static final Pattern END =
      Pattern.compile(
          "files (\\d+), refused (\\d+), out of memory (\\d+), slowest (\\d+) ms, peak (\\d+) MB");

  @TempDir Path folder;

  private Process start(int share, Path out) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-Xss512k",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-ea",
            "--add-modules=jdk.incubator.vector",
            "--enable-native-access=ALL-UNNAMED",
            "-Datp.kernels=scalar",
            "-Djava.io.tmpdir=" + folder,
            "-cp",
            System.getProperty("java.class.path"),
            FuzzRun.class.getName(),
            Integer.toString(FILES),
            Integer.toString(share),
            Integer.toString(PROCESSES),
            Long.toString(SEED))
        .redirectErrorStream(true)
        .redirectOutput(out.toFile())
        .start();
  }

  @Test
  void everyReaderGivesAGraphOrOneSentence() throws Exception {
    List<Process> processes = new ArrayList<>();
    try {
      for (int share = 0; share < PROCESSES; share++) {
        processes.add(start(share, folder.resolve("share" + share)));
      }
      long files = 0;
      long refused = 0;
      for (int share = 0; share < PROCESSES; share++) {
        // A hang would end here, and the file it hangs on lies in the temporary folder.
        assertThat(processes.get(share).waitFor(300 + FILES / 200, TimeUnit.SECONDS)).isTrue();
        String said = Files.readString(folder.resolve("share" + share));
        Matcher end = END.matcher(said);
        assertThat(end.find()).as(said).isTrue();
        assertThat(processes.get(share).exitValue()).as(said).isZero();
        files += Long.parseLong(end.group(1));
        refused += Long.parseLong(end.group(2));
        assertThat(end.group(3)).as("files that needed more than the heap").isEqualTo("0");
        System.getLogger(getClass().getName()).log(System.Logger.Level.INFO, end.group());
      }
      assertThat(files).isGreaterThanOrEqualTo(FILES);
      assertThat(refused).isBetween(files / 4, files - 1);
    } finally {
      processes.forEach(Process::destroyForcibly);
    }
  }
}
