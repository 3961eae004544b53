package io.atp.io.npy;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/// Writes a `.npz` archive member by member.
public final class NpzWriter implements AutoCloseable {
  private NpzWriter() {}

  public static NpzWriter create(Path file) throws IOException {
    return new NpzWriter();
  }

  /// Adds array `name` (without `.npy`) whose little-endian C-order bytes are `data`.
  public void add(String name, String dtype, long[] shape, MemorySegment data) throws IOException {
    throw new UnsupportedOperationException();
  }

  /// Writes a SciPy CSR matrix for `scipy.sparse.load_npz`: `offsets` are rows + 1 longs, `targets`
  /// ints, `values` of type `dtype` (`<f4` or `<f8`).
  public static void writeCsr(
      Path file,
      long rows,
      long columns,
      MemorySegment offsets,
      MemorySegment targets,
      String dtype,
      MemorySegment values)
      throws IOException {
    throw new UnsupportedOperationException();
  }

  @Override
  public void close() throws IOException {}
}
