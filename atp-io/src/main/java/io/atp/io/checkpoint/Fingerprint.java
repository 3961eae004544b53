package io.atp.io.checkpoint;

import io.atp.core.feature.ColumnSource;
import io.atp.core.graph.CsrGraph;
import io.atp.core.runtime.Workers;
import io.atp.io.store.Sha256;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/// Checksums of data where they lie, however they came there: SHA-256 over the CRC-32C of fixed
/// parts, the same for any number of threads.
public final class Fingerprint {
  private static final int PART_BYTES = 4 << 20;

  private Fingerprint() {}

  public static String of(CsrGraph graph, Workers workers) {
    return Sha256.of(
        of(graph.offsets(), workers) + of(graph.targets(), workers) + graph.symmetric());
  }

  public static String of(double[] values, Workers workers) {
    return of(MemorySegment.ofArray(values), workers);
  }

  public static String of(int[] values, Workers workers) {
    return of(MemorySegment.ofArray(values), workers);
  }

  private static String of(MemorySegment bytes, Workers workers) {
    int parts = Math.toIntExact(Math.ceilDiv(bytes.byteSize(), (long) PART_BYTES));
    return parts(
        parts,
        part -> {
          long at = (long) part * PART_BYTES;
          MemorySegment some = bytes.asSlice(at, Math.min(PART_BYTES, bytes.byteSize() - at));
          if (some.isNative()) {
            int sum = sum(some.asByteBuffer());
            if (some.isMapped()) {
              some.unload();
            }
            return sum;
          }
          try (Arena arena = Arena.ofConfined()) {
            MemorySegment copy = arena.allocate(some.byteSize());
            return sum(copy.copyFrom(some).asByteBuffer());
          }
        },
        workers);
  }

  /// Of every number of X, as float32.
  public static String of(ColumnSource source, Workers workers) {
    long rowBytes = Math.max(1, (long) source.width() * Float.BYTES);
    int rows = (int) Math.clamp(PART_BYTES / rowBytes, 1, Math.max(1, source.rows()));
    return parts(
            Math.ceilDiv(source.rows(), rows),
            part -> {
              int from = part * rows;
              int to = Math.min(source.rows(), from + rows);
              try (Arena arena = Arena.ofConfined()) {
                MemorySegment some = arena.allocate(Math.max(1, (to - from) * rowBytes));
                for (int row = from; row < to; row++) {
                  source.copyRow(row, 0, source.width(), some, (row - from) * rowBytes);
                }
                source.release(from, to, 0, source.width());
                return sum(some.asByteBuffer());
              }
            },
            workers)
        + "-"
        + source.rows()
        + "-"
        + source.width();
  }

  /// Of all files that a reader may look at for `path`: of a folder those in it, at any depth, and
  /// of a file or a prefix of files those beside it whose names begin alike.
  public static String of(Path path, Workers workers) throws IOException {
    Path whole = path.toAbsolutePath().normalize();
    String name = whole.getFileName().toString();
    boolean folder = Files.isDirectory(whole);
    int dot = name.indexOf('.', 1);
    String stem = Files.exists(whole) && dot > 0 ? name.substring(0, dot + 1) : name;
    var digits = new StringBuilder();
    try (Stream<Path> files =
        folder
            ? Files.walk(whole, FileVisitOption.FOLLOW_LINKS)
            : Files.list(whole.getParent())
                .filter(file -> file.getFileName().toString().startsWith(stem))) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        long bytes = Files.size(file);
        PieceSums sums = PieceSums.of(file, 0, bytes, PART_BYTES, workers);
        String of = folder ? whole.relativize(file).toString() : file.getFileName().toString();
        digits.append(of).append(' ').append(bytes).append(' ').append(sums.digits()).append('\n');
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return Sha256.of(digits.toString());
  }

  private static int sum(ByteBuffer bytes) {
    CRC32C sum = new CRC32C();
    sum.update(bytes);
    return (int) sum.getValue();
  }

  private static String parts(int count, IntFunction<Integer> sumOf, Workers workers) {
    int[] sums = new int[count];
    workers.forEachChunk(count, part -> sums[part] = sumOf.apply(part));
    var digits = new StringBuilder();
    for (int sum : sums) {
      digits.append(HexFormat.of().toHexDigits(sum));
    }
    return Sha256.of(digits.toString());
  }
}
