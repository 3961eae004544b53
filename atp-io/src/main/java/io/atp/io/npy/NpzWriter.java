package io.atp.io.npy;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDateTime;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// Writes a `.npz` archive member by member, stored without compression.
///
/// A stored member names its size and CRC-32 before its bytes, so each array is gone through twice;
/// with both known, members and archives past 4 GB take their zip64 form by themselves. Time stamps
/// are fixed: the same arrays give the same bytes.
public final class NpzWriter implements AutoCloseable {
  private static final int PIECE = 1 << 20;

  private final ZipOutputStream zip;
  private final byte[] piece = new byte[PIECE];

  private NpzWriter(ZipOutputStream zip) {
    this.zip = zip;
  }

  /// Starts a new file; one that exists is refused.
  public static NpzWriter create(Path file) throws IOException {
    var out =
        new BufferedOutputStream(Files.newOutputStream(file, StandardOpenOption.CREATE_NEW), PIECE);
    ZipOutputStream zip = new ZipOutputStream(out);
    zip.setMethod(ZipOutputStream.STORED);
    return new NpzWriter(zip);
  }

  /// Adds array `name` (without `.npy`) whose little-endian C-order bytes are `data`.
  ///
  /// @param dtype as NumPy spells it: `<f4`, `<i8`
  public void add(String name, String dtype, long[] shape, MemorySegment data) throws IOException {
    NpyWriter.requireSize(dtype, shape, data);
    byte[] header = NpyWriter.header(dtype, shape);
    ZipEntry entry = new ZipEntry(name + ".npy");
    entry.setMethod(ZipEntry.STORED);
    entry.setTimeLocal(LocalDateTime.of(1980, 1, 1, 0, 0));
    entry.setSize(header.length + data.byteSize());
    entry.setCompressedSize(header.length + data.byteSize());
    entry.setCrc(crc(header, data));
    zip.putNextEntry(entry);
    zip.write(header);
    for (long at = 0; at < data.byteSize(); at += PIECE) {
      int length = copyPiece(data, at);
      zip.write(piece, 0, length);
    }
    zip.closeEntry();
  }

  private long crc(byte[] header, MemorySegment data) {
    CRC32 crc = new CRC32();
    crc.update(header);
    for (long at = 0; at < data.byteSize(); at += PIECE) {
      int length = copyPiece(data, at);
      crc.update(piece, 0, length);
    }
    return crc.getValue();
  }

  private int copyPiece(MemorySegment data, long at) {
    int length = (int) Math.min(PIECE, data.byteSize() - at);
    MemorySegment.copy(data, at, MemorySegment.ofArray(piece), 0, length);
    return length;
  }

  /// Writes a SciPy matrix for `scipy.sparse.load_npz`.
  ///
  /// @param offsets `rows + 1` longs
  /// @param targets one int per entry
  /// @param dtype type of `values`: `<f4` or `<f8`
  public static void writeCsr(
      Path file,
      long rows,
      long columns,
      MemorySegment offsets,
      MemorySegment targets,
      String dtype,
      MemorySegment values)
      throws IOException {
    long entries = targets.byteSize() / Integer.BYTES;
    byte[] format = "csr".getBytes(StandardCharsets.US_ASCII);
    try (NpzWriter npz = create(file)) {
      npz.add("indices", "<i4", new long[] {entries}, targets);
      npz.add("indptr", "<i8", new long[] {rows + 1}, offsets);
      npz.add("format", "|S3", new long[0], MemorySegment.ofArray(format));
      npz.add("shape", "<i8", new long[] {2}, MemorySegment.ofArray(new long[] {rows, columns}));
      npz.add("data", dtype, new long[] {entries}, values);
    }
  }

  @Override
  public void close() throws IOException {
    zip.close();
  }
}
