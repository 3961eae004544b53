package io.atp.core.propagate;

import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/// A few columns of all rows, and who still reads them: results are written out from a panel while
/// the next hop reads it, and only then may it be overwritten.
final class Panel {
  private final MemorySegment data;
  private final List<Future<?>> readers = new ArrayList<>();

  Panel(long bytes, Workspace scratch) {
    data = scratch.allocate(bytes);
  }

  MemorySegment data() {
    return data;
  }

  void isReadBy(Future<?> reader) {
    readers.add(reader);
  }

  /// Returns when nobody reads; throws what a reader failed with.
  void awaitReaders() {
    readers.forEach(Panel::await);
    readers.clear();
  }

  static void await(Future<?> task) {
    try {
      task.get();
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case RuntimeException failure -> throw failure;
        case Error failure -> throw failure;
        default -> throw new IllegalStateException(e.getCause());
      }
    } catch (InterruptedException | CancellationException e) {
      throw new IllegalStateException("the writing of results was stopped", e);
    }
  }
}
