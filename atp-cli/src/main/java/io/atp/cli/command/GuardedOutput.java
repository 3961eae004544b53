package io.atp.cli.command;

import io.atp.io.store.OutputFolder;
import io.atp.io.store.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Path;

/// An output folder that is cleared away also when the user stops the process (Ctrl-C, `kill`).
///
/// A stop and a commit exclude each other: either the whole folder is in place, or nothing is left.
final class GuardedOutput implements AutoCloseable {
  private final Path path;
  private final OutputFolder folder;
  private final Thread onStop = new Thread(this::stop, "atp-clear-output");
  private Path beside;
  private boolean settled;

  private GuardedOutput(Path path, OutputFolder folder) {
    this.path = path;
    this.folder = folder;
  }

  static GuardedOutput create(Path path) throws IOException {
    var output = new GuardedOutput(path, OutputFolder.create(path));
    Runtime.getRuntime().addShutdownHook(output.onStop);
    return output;
  }

  /// As the user named it.
  Path path() {
    return path;
  }

  OutputFolder folder() {
    return folder;
  }

  /// A folder beside the output for what is needed only until the end.
  synchronized Path temporary() throws IOException {
    beside = TemporaryFolder.create(folder.path());
    return beside;
  }

  private void clear() throws IOException {
    folder.close();
    if (beside != null) {
      TemporaryFolder.delete(beside);
      beside = null;
    }
  }

  synchronized void commit() throws IOException {
    if (!settled) {
      folder.commit();
      settled = true;
    }
  }

  private synchronized void stop() {
    if (!settled) {
      settled = true;
      try {
        clear();
      } catch (IOException e) {
        System.err.println("atp: " + path + ": what was written so far could not be removed: " + e);
      }
    }
  }

  @Override
  public void close() throws IOException {
    try {
      Runtime.getRuntime().removeShutdownHook(onStop);
    } catch (IllegalStateException e) {
      return; // the process is being stopped, and the hook clears away
    }
    synchronized (this) {
      settled = true;
      clear();
    }
  }
}
