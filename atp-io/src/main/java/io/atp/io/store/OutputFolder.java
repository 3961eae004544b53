package io.atp.io.store;

import io.atp.core.feature.DenseFeatures;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Map;

public final class OutputFolder implements AutoCloseable {
  private final Path path;

  private OutputFolder(Path path) {
    this.path = path;
  }

  public static OutputFolder create(Path out) throws IOException {
    return new OutputFolder(out);
  }

  public Path path() {
    return path;
  }

  public void writeDoubles(String name, double[] values) throws IOException {
    throw new UnsupportedOperationException();
  }

  public void writeLongs(String name, long[] values) throws IOException {
    throw new UnsupportedOperationException();
  }

  public void writeInts(String name, int[] values) throws IOException {
    throw new UnsupportedOperationException();
  }

  public void writeFloats(String name, float[] values) throws IOException {
    throw new UnsupportedOperationException();
  }

  public void writeText(String name, String text) throws IOException {
    throw new UnsupportedOperationException();
  }

  public DenseFeatures mapFloats(String name, int rows, int width, Arena arena) throws IOException {
    throw new UnsupportedOperationException();
  }

  public MemorySegment mapNew(String name, String dtype, long[] shape, Arena arena)
      throws IOException {
    throw new UnsupportedOperationException();
  }

  public Path newFile(String name) throws IOException {
    throw new UnsupportedOperationException();
  }

  public Map<String, FileSummary> seal() throws IOException {
    throw new UnsupportedOperationException();
  }

  public void commit() throws IOException {
    throw new UnsupportedOperationException();
  }

  @Override
  public void close() throws IOException {}
}
