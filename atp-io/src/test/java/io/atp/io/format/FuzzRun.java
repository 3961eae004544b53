package io.atp.io.format;

import io.atp.core.runtime.Workspace;
import io.atp.io.record.PeakMemory;
import io.atp.io.store.TemporaryFolder;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;

/// Damages right files in a seeded way and reads them: a reader gives a graph or an `IOException`
/// that names the file, soon, and nothing else. Runs as a process of its own, for its small heap.
///
/// ```
/// FuzzRun FILES SHARE SHARES SEED
/// ```
///
/// The last line it prints is `files N, refused M, out of memory K, slowest T ms, peak P MB`.
final class FuzzRun {
  private static final Logger WARNINGS = Logger.getLogger("io.atp");
  private static final long MAX_NANOS = 5_000_000_000L;

  private final ThreadMXBean clock = ManagementFactory.getThreadMXBean();
  private final Path root;
  private int files;
  private int refused;
  private int outOfMemory;
  private long slowest;

  private FuzzRun(Path root) {
    this.root = root;
  }

  public static void main(String[] args) throws IOException {
    WARNINGS.setLevel(Level.OFF); // damaged files are odd in every way there is
    Path root = Files.createTempDirectory("atp-fuzz");
    try {
      FuzzRun run = new FuzzRun(root);
      run.all(
          Integer.parseInt(args[0]),
          Integer.parseInt(args[1]),
          Integer.parseInt(args[2]),
          Long.parseLong(args[3]));
      System.out.printf(
          "files %d, refused %d, out of memory %d, slowest %d ms, peak %d MB%n",
          run.files,
          run.refused,
          run.outOfMemory,
          run.slowest / 1_000_000,
          PeakMemory.bytes() >> 20);
    } finally {
      TemporaryFolder.delete(root);
    }
  }

  private void all(int total, int share, int shares, long seed) throws IOException {
    List<FuzzSeeds> seeds = FuzzSeeds.all(root);
    int each = Math.ceilDiv(total, seeds.size());
    for (int i = share; i < seeds.size(); i += shares) {
      one(seeds.get(i), each, seed + i);
    }
  }

  private void one(FuzzSeeds seed, int rounds, long random) throws IOException {
    List<Path> targets;
    try (Stream<Path> all = Files.walk(seed.target())) {
      targets = all.filter(Files::isRegularFile).sorted().toList();
    }
    List<byte[]> good = new ArrayList<>();
    for (Path file : targets) {
      good.add(Files.readAllBytes(file));
    }
    read(seed, targets.getFirst(), good.getFirst(), -1);
    int before = refused;
    Mutations mutations = new Mutations(random, good);
    for (int round = 0; round < rounds; round++) {
      int which = round % targets.size();
      Files.write(targets.get(which), mutations.of(good.get(which)));
      read(seed, targets.get(which), null, round);
      Files.write(targets.get(which), good.get(which));
    }
    if (refused == before) {
      throw new AssertionError(seed.target() + " is never refused: the damage misses its reader");
    }
  }

  /// By the reader itself, or as anyone does, where a net catches a heap that is too small: files
  /// as small as these must not need it.
  private void read(FuzzSeeds seed, Path file, byte[] right, int round) {
    files++;
    long start = clock.getCurrentThreadCpuTime();
    try (Workspace work = Workspace.open(1)) {
      if (round % 2 == 0) {
        GraphFiles.read(seed.target(), work);
      } else {
        seed.reader().read(seed.target(), work);
      }
    } catch (IOException e) {
      refused++;
      if (right != null) {
        throw new AssertionError("%s is refused before it is damaged".formatted(seed.target()), e);
      }
      if (e.getCause() instanceof OutOfMemoryError) {
        outOfMemory++;
      }
      if (e.getMessage() == null || !e.getMessage().contains(root.toString())) {
        throw new AssertionError("%s does not name %s".formatted(e, file), e);
      }
    } catch (Throwable e) {
      throw new AssertionError(
          "%s, %s, round %d, kept as %s".formatted(seed.reader().format(), file, round, keep(file)),
          e);
    }
    long nanos = clock.getCurrentThreadCpuTime() - start;
    slowest = Math.max(slowest, nanos);
    if (nanos > MAX_NANOS) {
      throw new AssertionError(
          "%s, round %d took %d ms, kept as %s"
              .formatted(file, round, nanos / 1_000_000, keep(file)));
    }
  }

  private static Path keep(Path file) {
    try {
      Path kept = Files.createTempFile("atp-fuzz-found-", "-" + file.getFileName());
      return Files.write(kept, Files.readAllBytes(file));
    } catch (IOException e) {
      return file;
    }
  }
}
