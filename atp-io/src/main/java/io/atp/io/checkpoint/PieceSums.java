package io.atp.io.checkpoint;

import io.atp.core.runtime.Workers;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/// CRC-32C of every piece of a file, in the order of the pieces; each is set once, by any thread.
final class PieceSums {
  private static final int DIGITS = 8;
  private final int[] sums;

  PieceSums(int pieces) {
    sums = new int[pieces];
  }

  static PieceSums parse(String digits) {
    var parsed = new PieceSums(digits.length() / DIGITS);
    for (int i = 0; i < parsed.sums.length; i++) {
      parsed.sums[i] = HexFormat.fromHexDigits(digits, i * DIGITS, (i + 1) * DIGITS);
    }
    return parsed;
  }

  String digits() {
    var text = new StringBuilder();
    for (int sum : sums) {
      text.append(HexFormat.of().toHexDigits(sum));
    }
    return text.toString();
  }

  int count() {
    return sums.length;
  }

  void set(int piece, ByteBuffer content) {
    sums[piece] = of(content);
  }

  boolean matches(int piece, ByteBuffer content) {
    return sums[piece] == of(content);
  }

  private static int of(ByteBuffer content) {
    CRC32C sum = new CRC32C();
    sum.update(content.duplicate());
    return (int) sum.getValue();
  }

  /// The first piece of a file that is not as it was written, or −1; the count of pieces where the
  /// file is missing or of another length.
  ///
  /// @param start bytes before the first piece
  int firstDamaged(Path file, long start, long bytes, long pieceBytes, Workers workers)
      throws IOException {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        || Files.size(file) != start + bytes
        || Math.ceilDiv(bytes, pieceBytes) != sums.length) {
      return sums.length;
    }
    return firstDifference(of(file, start, bytes, pieceBytes, workers));
  }

  /// The first piece whose sums differ, or −1; the smaller count where one has more pieces.
  int firstDifference(PieceSums other) {
    return Arrays.mismatch(sums, other.sums);
  }

  /// Of a stretch of a file as it lies there.
  ///
  /// @param start bytes before the first piece
  static PieceSums of(Path file, long start, long bytes, long pieceBytes, Workers workers)
      throws IOException {
    var found = new PieceSums(Math.toIntExact(Math.ceilDiv(bytes, pieceBytes)));
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
        PieceBuffers buffers = new PieceBuffers(Math.min(pieceBytes, bytes))) {
      workers.forEachChunk(
          found.sums.length,
          piece -> {
            long at = piece * pieceBytes;
            ByteBuffer content = buffers.take(Math.min(pieceBytes, bytes - at));
            try {
              readFully(channel, content, start + at);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
            found.set(piece, content);
            buffers.give(content);
          });
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return found;
  }

  /// Fills the buffer from a place of the file, and turns it for reading.
  static void readFully(FileChannel channel, ByteBuffer into, long at) throws IOException {
    long start = at - into.position();
    while (into.hasRemaining()) {
      if (channel.read(into, start + into.position()) < 0) {
        throw new EOFException("a file ends at byte %d".formatted(start + into.position()));
      }
    }
    into.flip();
  }

  static void writeFully(FileChannel channel, ByteBuffer content, long at) throws IOException {
    ByteBuffer left = content.duplicate();
    while (left.hasRemaining()) {
      at += channel.write(left, at);
    }
  }
}
