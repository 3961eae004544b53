package io.atp.io.store;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.Spill;
import io.atp.io.dataset.FileTrouble;
import io.atp.io.npy.NpyWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;

/// A folder of results that appears whole or not at all.
///
/// Files grow in a hidden sibling; [#commit] puts it in place in one step, and a folder of an
/// earlier run that stood there is gone only then. Closed without a commit, nothing remains.
///
/// ```java
/// try (OutputFolder out = OutputFolder.create(path)) {
///   out.writeDoubles("degree.npy", degree);
///   record.outputs(out.seal()).writeTo(out);
///   out.commit();
/// }
/// ```
public final class OutputFolder implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(OutputFolder.class.getName());

  /// From here on a checksum is worth a thread.
  private static final long LARGE = 1 << 20;

  private final Path path;
  private final Path growing;
  private final Set<String> names = new LinkedHashSet<>();
  private final Map<String, FileSummary> sealed = new LinkedHashMap<>();
  private final Map<String, FileSummary> known = new ConcurrentHashMap<>();
  private boolean open = true;

  private OutputFolder(Path path, Path growing) {
    this.path = path;
    this.growing = growing;
  }

  /// @throws IOException if `out` exists and is not ours to replace (see [Ownership]), or its
  ///   parent cannot be made
  public static OutputFolder create(Path out) throws IOException {
    Path real = Files.exists(out) ? out.toRealPath() : out.toAbsolutePath().normalize();
    if (real.getParent() == null) {
      throw new IOException("%s cannot be an output folder".formatted(out));
    }
    if (Files.exists(real)) {
      Ownership.require(real);
    }
    try {
      Files.createDirectories(real.getParent());
      TemporaryFolder.removeLeftovers(real);
      return new OutputFolder(real, TemporaryFolder.create(real));
    } catch (FileAlreadyExistsException e) {
      throw new IOException(
          "output %s lies under %s, which is not a folder".formatted(out, e.getFile()), e);
    } catch (FileSystemException e) {
      throw FileTrouble.sentence(e, "cannot be written");
    }
  }

  /// Where the folder will be.
  public Path path() {
    return path;
  }

  public void writeDoubles(String name, double[] values) throws IOException {
    writeVector(name, "<f8", values.length, MemorySegment.ofArray(values));
  }

  public void writeLongs(String name, long[] values) throws IOException {
    writeVector(name, "<i8", values.length, MemorySegment.ofArray(values));
  }

  public void writeInts(String name, int[] values) throws IOException {
    writeVector(name, "<i4", values.length, MemorySegment.ofArray(values));
  }

  public void writeFloats(String name, float[] values) throws IOException {
    writeVector(name, "<f4", values.length, MemorySegment.ofArray(values));
  }

  private void writeVector(String name, String dtype, long length, MemorySegment values)
      throws IOException {
    writeArray(name, dtype, new long[] {length}, values);
  }

  /// A `.npy` file of elements that are already in memory or mapped.
  public void writeArray(String name, String dtype, long[] shape, MemorySegment data)
      throws IOException {
    Path file = newFile(name);
    // Summed up from memory while it is written: reading it again would take as long once more.
    Future<FileSummary> summary = null;
    if (data.byteSize() >= LARGE) {
      var task = new FutureTask<>(() -> Sha256.summary(NpyWriter.header(dtype, shape), data));
      Thread beside = Thread.ofPlatform().daemon().name("atp-checksum").unstarted(task);
      if (data.isAccessibleBy(beside)) { // memory of one thread is summed up from the file
        beside.start();
        summary = task;
      }
    }
    try {
      NpyWriter.write(file, dtype, shape, data);
    } catch (IOException e) {
      throw unwritable(name, e);
    } finally {
      if (summary != null) {
        known.put(name, finished(summary)); // the memory may be gone once this returns
      }
    }
  }

  private static FileSummary finished(Future<FileSummary> summary) {
    boolean interrupted = false;
    while (true) {
      try {
        FileSummary result = summary.get();
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
        return result;
      } catch (InterruptedException e) {
        interrupted = true;
      } catch (ExecutionException e) {
        throw new IllegalStateException(e.getCause());
      }
    }
  }

  /// A `.npy` file of elements that lie in a file already, behind [Spill#HEADER_ROOM] bytes. The
  /// file moves into the folder, or gets a second name there.
  ///
  /// @param stays whether the first name is still wanted: a stop before [#commit] then loses
  ///   nothing
  void adoptArray(String name, String dtype, long[] shape, Path spilled, boolean stays)
      throws IOException {
    byte[] header = NpyWriter.header(dtype, shape);
    Require.that(header.length == Spill.HEADER_ROOM, "a header of %d bytes was met", header.length);
    try (FileChannel channel = FileChannel.open(spilled, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap(header), 0);
    } catch (IOException e) {
      throw unwritable(name, e);
    }
    if (stays) {
      link(name, spilled);
      return;
    }
    Path file = newFile(name);
    try {
      Files.move(spilled, file);
    } catch (IOException e) {
      throw unwritable(name, e);
    }
  }

  /// A file that is made already, by a second name, or a copy where there are no such names.
  public void link(String name, Path made) throws IOException {
    Path file = newFile(name);
    try {
      Files.createLink(file, made);
    } catch (UnsupportedOperationException e) {
      Files.copy(made, file);
    } catch (IOException e) {
      throw unwritable(name, e);
    }
  }

  /// UTF-8.
  public void writeText(String name, String text) throws IOException {
    Path file = newFile(name);
    try {
      Files.writeString(file, text, StandardOpenOption.CREATE_NEW);
    } catch (IOException e) {
      throw unwritable(name, e);
    }
  }

  private IOException unwritable(String name, IOException cause) {
    return new IOException(
        "%s cannot be written: %s".formatted(path.resolve(name), cause.getMessage()), cause);
  }

  /// A new float32 matrix to be filled in place.
  public DenseFeatures mapFloats(String name, int rows, int width, Arena arena) throws IOException {
    return new DenseFeatures(rows, width, mapNew(name, "<f4", new long[] {rows, width}, arena));
  }

  /// A new `.npy` file whose zeroed elements are mapped for writing. Its disk space is taken here,
  /// so that a full disk is an exception now and not a crash of the process in some later store.
  ///
  /// @param dtype `<i4`, `<i8`, `<f4` or `<f8`
  public MemorySegment mapNew(String name, String dtype, long[] shape, Arena arena)
      throws IOException {
    Require.that(dtype.matches("<[if][48]"), "type %s cannot be mapped", dtype);
    return ReservedFile.map(newFile(name), dtype, shape, arena);
  }

  /// Where a writer of its own kind may create the file `name`, which then belongs to the folder.
  public Path newFile(String name) throws IOException {
    Require.that(open, "%s is already closed", path);
    Require.that(
        name.matches("[A-Za-z0-9][A-Za-z0-9._-]*"), "'%s' is no name for an output file", name);
    Require.that(names.add(name), "output file %s is written twice", name);
    return growing.resolve(name);
  }

  /// Brings every file to disk and sums it up. A file's content must not change after this.
  ///
  /// @return all files written so far, in the order they were begun
  public Map<String, FileSummary> seal() throws IOException {
    return seal(names);
  }

  /// The same for some of the files; each is read once only, however often it is asked for.
  Map<String, FileSummary> seal(Collection<String> wanted) throws IOException {
    List<String> fresh = new ArrayList<>(wanted);
    fresh.removeAll(sealed.keySet());
    try {
      List<FileSummary> summaries = fresh.parallelStream().map(this::sealOne).toList();
      for (int i = 0; i < fresh.size(); i++) {
        sealed.put(fresh.get(i), summaries.get(i));
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    Map<String, FileSummary> result = new LinkedHashMap<>();
    wanted.forEach(name -> result.put(name, sealed.get(name)));
    return result;
  }

  private FileSummary sealOne(String name) {
    Path file = growing.resolve(name);
    try {
      Fsync.file(file);
      FileSummary summed = known.get(name);
      return summed != null ? summed : Sha256.summary(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Puts the folder in place.
  public void commit() throws IOException {
    Require.that(open, "%s is already closed", path);
    for (String name : names) {
      if (!sealed.containsKey(name)) {
        Fsync.file(growing.resolve(name));
      }
    }
    Fsync.folder(growing);
    if (Files.exists(path)) {
      Ownership.require(path); // it may have changed since the start
      replace();
    } else {
      Files.move(growing, path, StandardCopyOption.ATOMIC_MOVE);
    }
    open = false;
    Fsync.folder(path.getParent());
  }

  private void replace() throws IOException {
    var calls = SystemCalls.found();
    if (calls.isPresent() && calls.get().exchange(growing, path)) {
      TemporaryFolder.delete(growing);
      return;
    }
    LOG.log(
        System.Logger.Level.INFO,
        "{0}: folders cannot be exchanged in one step here, using two renames",
        path);
    Path old = growing.resolveSibling(growing.getFileName() + "0");
    Files.move(path, old, StandardCopyOption.ATOMIC_MOVE);
    Files.move(growing, path, StandardCopyOption.ATOMIC_MOVE);
    TemporaryFolder.delete(old);
  }

  /// Removes what was written unless it was committed.
  @Override
  public void close() throws IOException {
    if (open) {
      open = false;
      TemporaryFolder.delete(growing);
    }
  }
}
