package io.atp.io.text;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/// The text in a gzip file, as long as it stays within max(16 MB, 200 × the compressed bytes read
/// so far). Ordinary text is packed five times; the format itself allows a thousand times, and a
/// file that goes there is made to fill memory.
public final class BoundedGzip extends InputStream {
  private static final int BUFFER = 1 << 16;
  private static final long ALWAYS_ALLOWED = 16L << 20;
  private static final long MAX_RATIO = 200;

  private final Path file;
  private final Counter packed;
  private final InputStream in;
  private long given;

  private BoundedGzip(Path file, Counter packed) throws IOException {
    this.file = file;
    this.packed = packed;
    this.in = new GZIPInputStream(packed, BUFFER);
  }

  /// The text of a file: inflated if its name ends in `.gz`.
  public static InputStream text(Path file) throws IOException {
    return isGzip(file) ? open(file) : Files.newInputStream(file);
  }

  public static boolean isGzip(Path file) {
    return file.getFileName().toString().endsWith(".gz");
  }

  /// @throws IOException if the file does not start as gzip does
  public static BoundedGzip open(Path file) throws IOException {
    InputStream raw = Files.newInputStream(file);
    try {
      return new BoundedGzip(file, new Counter(raw));
    } catch (ZipException | EOFException e) {
      raw.close();
      throw new IOException("%s is no gzip file: %s".formatted(file, reason(e)), e);
    }
  }

  private static String reason(IOException e) {
    return e.getMessage() == null ? "it ends too early" : e.getMessage();
  }

  /// Bytes taken from the file itself.
  private static final class Counter extends FilterInputStream {
    private long bytes;

    private Counter(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      int read = super.read();
      bytes += read < 0 ? 0 : 1;
      return read;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
      int read = super.read(into, from, length);
      bytes += Math.max(0, read);
      return read;
    }
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] into, int from, int length) throws IOException {
    int read;
    try {
      read = in.read(into, from, length);
    } catch (ZipException | EOFException e) {
      throw new IOException(
          "%s is damaged or cut short after %,d bytes of text: %s"
              .formatted(file, given, reason(e)),
          e);
    }
    given += Math.max(0, read);
    long allowed = Math.max(ALWAYS_ALLOWED, MAX_RATIO * packed.bytes);
    if (given > allowed) {
      throw new IOException(
          "%s inflates to more than %,d bytes of text from %,d packed ones; so much is refused"
              .formatted(file, allowed, packed.bytes));
    }
    return read;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
