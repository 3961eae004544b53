package io.atp.io.format;

import io.atp.io.text.BoundedGzip;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A text file, plain or gzipped, as pieces of about 4 MB that begin and end with whole lines.
///
/// Where a piece is cut depends on the file alone. Plain files are read by position, each piece by
/// the thread that parses it; that costs one copy, but no page faults, and a file that shrinks
/// meanwhile is an exception and not a crash. Gzip can only be read in order, so its pieces come in
/// batches.
sealed interface EdgeText extends AutoCloseable {
  int PIECE_BYTES = 4 << 20;
  int MAX_LINE = 1 << 20;
  int PIECES_PER_BATCH = 16;

  /// Whole lines `bytes[from .. to)`; `bytes[0]` stands at position `origin` of the text.
  record Piece(byte[] bytes, int from, int to, long origin) {}

  /// A piece that may still have to be read.
  interface Pending {
    Piece load() throws IOException;
  }

  /// The next pieces, in order; empty at the end.
  List<Pending> nextBatch() throws IOException;

  @Override
  void close() throws IOException;

  static EdgeText open(Path file) throws IOException {
    return BoundedGzip.isGzip(file) ? new Gzip(file) : new Plain(file);
  }

  /// Number, from 1, of the line that holds a position of the text.
  static long lineAt(Path file, long position) throws IOException {
    long line = 1;
    byte[] piece = new byte[1 << 16];
    try (InputStream in = BoundedGzip.text(file)) {
      long at = 0;
      for (int length; at < position && (length = in.read(piece)) > 0; at += length) {
        for (int i = 0; i < length && at + i < position; i++) {
          line += piece[i] == '\n' ? 1 : 0;
        }
      }
    }
    return line;
  }

  /// Read by position.
  final class Plain implements EdgeText {
    private final Path file;
    private final FileChannel channel;
    private final long size;
    private boolean given;

    private Plain(Path file) throws IOException {
      this.file = file;
      this.channel = FileChannel.open(file, StandardOpenOption.READ);
      this.size = channel.size();
    }

    @Override
    public List<Pending> nextBatch() {
      List<Pending> pieces = new ArrayList<>();
      for (long start = 0; !given && start < size; start += PIECE_BYTES) {
        long from = start;
        pieces.add(() -> load(from));
      }
      given = true;
      return pieces;
    }

    /// The lines that start in `[start, start + PIECE_BYTES)`.
    private Piece load(long start) throws IOException {
      long origin = Math.max(0, start - 1); // the byte before tells whether a line starts here
      long goal = Math.min(size, start + PIECE_BYTES);
      byte[] bytes = read(origin, (int) (Math.min(size, goal + (1 << 12)) - origin), new byte[0]);
      int from = start == 0 ? 0 : lineEnd(bytes, 0);
      if (from < 0 || from >= goal - origin) {
        return new Piece(bytes, 0, 0, origin); // inside one long line that started earlier
      }
      int to;
      while ((to = lineEnd(bytes, (int) (goal - origin) - 1)) < 0) {
        if (origin + bytes.length == size) {
          to = bytes.length;
          break;
        }
        if (bytes.length > goal - origin + MAX_LINE) {
          throw new IOException(
              "%s has a line of more than %,d bytes at byte %,d".formatted(file, MAX_LINE, goal));
        }
        bytes = read(origin, (int) Math.min(size - origin, bytes.length + MAX_LINE), bytes);
      }
      return new Piece(bytes, from, to, origin);
    }

    /// Position after the first line end at or after `from`, or −1.
    private static int lineEnd(byte[] bytes, int from) {
      for (int i = from; i < bytes.length; i++) {
        if (bytes[i] == '\n') {
          return i + 1;
        }
      }
      return -1;
    }

    private byte[] read(long origin, int length, byte[] known) throws IOException {
      ByteBuffer into = ByteBuffer.wrap(Arrays.copyOf(known, length)).position(known.length);
      while (into.hasRemaining()) {
        if (channel.read(into, origin + into.position()) < 0) {
          throw new IOException("%s became shorter while it was read".formatted(file));
        }
      }
      return into.array();
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }

  /// Read from start to end.
  final class Gzip implements EdgeText {
    private final Path file;
    private final InputStream in;
    private byte[] rest = new byte[0];
    private long origin;
    private boolean ended;

    private Gzip(Path file) throws IOException {
      this.file = file;
      this.in = BoundedGzip.open(file);
    }

    @Override
    public List<Pending> nextBatch() throws IOException {
      List<Pending> pieces = new ArrayList<>();
      while (!ended && pieces.size() < PIECES_PER_BATCH) {
        Piece piece = next();
        pieces.add(() -> piece);
      }
      return pieces;
    }

    private Piece next() throws IOException {
      byte[] bytes = Arrays.copyOf(rest, PIECE_BYTES + rest.length);
      int length = rest.length + in.readNBytes(bytes, rest.length, PIECE_BYTES);
      ended = length < bytes.length;
      int to = length;
      while (!ended && to > 0 && bytes[to - 1] != '\n') {
        to--;
      }
      if (length - to > MAX_LINE) {
        throw new IOException(
            "%s has a line of more than %,d bytes at byte %,d of its text"
                .formatted(file, MAX_LINE, origin + to));
      }
      Piece piece = new Piece(bytes, 0, to, origin);
      rest = Arrays.copyOfRange(bytes, to, length);
      origin += to;
      return piece;
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
