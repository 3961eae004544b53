package io.atp.io.npy;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.zip.ZipException;

/// The numbers of one array, from first to last, in pieces: for arrays that are too large for Java
/// memory, or are needed only once.
///
/// The length of the data is known from the header and checked before the first piece; an array
/// that ends early, or goes on, is refused.
public final class NpyStream implements AutoCloseable {
  private final String source;
  private final NpyHeader header;
  private final InputStream in;
  private long left;

  NpyStream(String source, NpyHeader header, InputStream in) throws IOException {
    this.source = source;
    this.header = header;
    this.in = in;
    this.left = header.size();
    if (header.type().isText()) {
      throw new IOException("%s holds text (%s), not numbers".formatted(source, header.type()));
    }
    if (header.fortranOrder() && header.rank() > 1) {
      throw new IOException(
          "%s is in Fortran order with shape %s; it can be read in C order only"
              .formatted(source, header.shapeText()));
    }
  }

  /// A `.npy` file of any size.
  public static NpyStream open(Path file) throws IOException {
    NpyHeader header = Npy.readHeader(file);
    InputStream in = Files.newInputStream(file);
    try {
      in.skipNBytes(header.dataStart());
      return new NpyStream(file.toString(), header, in);
    } catch (IOException e) {
      in.close();
      throw e;
    }
  }

  public NpyHeader header() {
    return header;
  }

  public String source() {
    return source;
  }

  /// Elements not yet given.
  public long left() {
    return left;
  }

  /// The next elements, `count` of them or as many as are left, as an array of one axis.
  public NpyArray next(int count) throws IOException {
    int length = (int) Math.min(count, left);
    byte[] bytes = read(Math.multiplyExact(length, header.type().itemBytes()));
    left -= length;
    if (left == 0 && length > 0) {
      requireEnd();
    }
    var piece = new NpyHeader(header.type(), false, new long[] {length}, 0);
    return new NpyArray(source, piece, MemorySegment.ofArray(bytes));
  }

  private byte[] read(int length) throws IOException {
    try {
      byte[] bytes = in.readNBytes(length);
      if (bytes.length == length) {
        return bytes;
      }
    } catch (ZipException | EOFException e) {
      throw damaged(e);
    }
    throw new IOException(
        "%s is cut short: %,d of its %,d elements are missing or broken"
            .formatted(source, left, header.size()));
  }

  private void requireEnd() throws IOException {
    try {
      if (in.read() >= 0) {
        throw new IOException(
            "%s holds more than the %,d elements of its header".formatted(source, header.size()));
      }
    } catch (ZipException | EOFException e) {
      throw damaged(e);
    }
  }

  /// Passes over elements.
  public void skip(long count) throws IOException {
    try {
      in.skipNBytes(count * header.type().itemBytes());
      left -= count;
    } catch (ZipException | EOFException e) {
      throw damaged(e);
    }
  }

  private IOException damaged(IOException e) {
    String reason = Objects.requireNonNullElse(e.getMessage(), "end of data");
    return new IOException("%s is damaged or cut short (%s)".formatted(source, reason), e);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
