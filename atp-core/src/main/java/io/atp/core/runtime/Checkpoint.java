package io.atp.core.runtime;

import java.nio.file.Path;
import java.util.Optional;

/// Finished parts of long work, kept in files so that the same work goes on from them after it was
/// stopped.
///
/// A part is a stretch of a file and a few numbers told with it. It counts from the moment [#keep]
/// returns, when its bytes and their checksum are on disk; what was being written when the work
/// stopped does not count, and neither does a part whose bytes have changed since. A checkpoint
/// belongs to one input and one choice of settings: whoever opens it sees to that.
///
/// One thread keeps and finds; the files themselves are written by any.
public interface Checkpoint {
  /// Parts that a stage is cut into where nothing else decides: a stop costs a sixteenth of it.
  int PARTS = 16;

  /// A part that is as it was written.
  ///
  /// @param from first byte of the file that belongs to it
  /// @param to one past the last
  /// @param told what was said of it when it was kept
  record Part(Path file, long from, long to, long[] told) {
    public long bytes() {
      return to - from;
    }
  }

  /// A name for the next piece of work of a kind, the same in every run: `graph-1`, `graph-2`, ….
  String next(String kind);

  /// Where a file of parts lies, or is to be written.
  Path file(String name);

  /// Brings bytes `[from, to)` of a file to disk, and only then notes that the part is there.
  ///
  /// @throws java.io.UncheckedIOException if the disk does not take it
  void keep(String part, Path file, long from, long to, long... told);

  /// A part that this or an earlier run kept. One that is damaged is reported, and gone.
  Optional<Part> find(String part);

  /// Forgets a part and deletes its file.
  void drop(String part);

  /// Forgets all parts of a piece of work and deletes their files.
  ///
  /// @param name as [#next] gave it
  /// @param why for the user to read
  void discard(String name, String why);
}
