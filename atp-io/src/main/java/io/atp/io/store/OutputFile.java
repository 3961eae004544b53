package io.atp.io.store;

import io.atp.core.runtime.Require;
import io.atp.io.dataset.FileTrouble;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/// One file of results that appears whole or not at all: it grows as a hidden sibling, and
/// [#commit] gives it its name. A file that is already there is replaced only by [#replace].
public final class OutputFile implements AutoCloseable {
  private final Path path;
  private final Path growing;
  private final boolean isNew;
  private boolean open = true;

  private OutputFile(Path path, Path growing, boolean isNew) {
    this.path = path;
    this.growing = growing;
    this.isNew = isNew;
  }

  /// A new version of a file that is there: until [#commit] the old one stays as it is.
  ///
  /// @throws IOException if `file` does not exist
  public static OutputFile replace(Path file) throws IOException {
    try {
      Path real = file.toRealPath();
      TemporaryFolder.removeLeftovers(real);
      return new OutputFile(real, TemporaryFolder.sibling(real), false);
    } catch (FileSystemException e) {
      throw FileTrouble.sentence(e, "cannot be replaced");
    }
  }

  /// @throws IOException if `out` exists, or its parent cannot be made
  public static OutputFile create(Path out) throws IOException {
    Path real = out.toAbsolutePath().normalize();
    if (real.getParent() == null) {
      throw new IOException("%s cannot be an output file".formatted(out));
    }
    requireNew(real);
    try {
      Files.createDirectories(real.getParent());
      TemporaryFolder.removeLeftovers(real);
      return new OutputFile(real, TemporaryFolder.sibling(real), true);
    } catch (FileAlreadyExistsException e) {
      throw new IOException(
          "output %s lies under %s, which is not a folder".formatted(out, e.getFile()), e);
    } catch (FileSystemException e) {
      throw FileTrouble.sentence(e, "cannot be written");
    }
  }

  private static void requireNew(Path path) throws IOException {
    if (Files.exists(path)) {
      throw new IOException("output %s exists; name another".formatted(path));
    }
  }

  /// Where the file will be.
  public Path path() {
    return path;
  }

  /// Where to create and write it.
  public Path growing() {
    return growing;
  }

  /// Brings the content to disk and gives the file its name.
  public void commit() throws IOException {
    Require.that(open, "%s is already closed", path);
    Fsync.file(growing);
    if (isNew) {
      requireNew(path);
    }
    Files.move(growing, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    open = false;
    Fsync.folder(path.getParent());
  }

  /// Removes what was written unless it was committed.
  @Override
  public void close() throws IOException {
    if (open) {
      open = false;
      Files.deleteIfExists(growing);
    }
  }
}
