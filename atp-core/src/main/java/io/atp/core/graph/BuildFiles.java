package io.atp.core.graph;

import io.atp.core.runtime.Checkpoint;
import io.atp.core.runtime.KeptArrays;
import io.atp.core.runtime.Spill;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/// Where an [ExternalBuild] has its files: in a [Checkpoint] if there is one, which knows what an
/// earlier run finished, and else among the temporary files.
///
/// Parts come to disk while the work goes on, one at a time and in their order.
final class BuildFiles implements AutoCloseable {
  private static final String RANGES = "ranges";

  private final Spill spill;
  private final Optional<Checkpoint> checkpoint;
  private final String name;
  private FutureTask<Void> keeping; // null where nothing is under way

  BuildFiles(Workspace work) {
    this.spill = work.spill().orElseThrow();
    this.checkpoint = work.checkpoint();
    this.name = checkpoint.map(kept -> kept.next("graph")).orElse("");
  }

  /// How many steps, each kept when it is done, so many items are worth.
  int steps(int items) {
    return checkpoint.isPresent() ? Math.min(Checkpoint.PARTS, items) : Math.min(1, items);
  }

  boolean keeps() {
    return checkpoint.isPresent();
  }

  private String part(String kind) {
    return name + "-" + kind;
  }

  /// For what is worth keeping.
  Path file(String kind) {
    return checkpoint.map(kept -> kept.file(part(kind))).orElseGet(() -> temporary(kind));
  }

  Path temporary(String kind) {
    return spill.newFile(kind);
  }

  /// Begins to keep a part, whose bytes must not change any more; see [#await].
  ///
  /// @param then done when the part is on disk
  void keep(String kind, Path file, long from, long to, Runnable then, long... told) {
    if (checkpoint.isEmpty()) {
      return;
    }
    await();
    Checkpoint kept = checkpoint.get();
    keeping =
        new FutureTask<>(
            () -> {
              kept.keep(part(kind), file, from, to, told);
              then.run();
            },
            null);
    Thread.ofPlatform().daemon().name("atp-keep").start(keeping);
  }

  /// Returns when all parts are kept; throws what the last one failed with.
  void await() {
    FutureTask<Void> last = keeping;
    keeping = null;
    if (last == null) {
      return;
    }
    try {
      last.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw (Error) e.getCause();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while a part was brought to disk", e);
    }
  }

  /// Waits as well, after a failure too: nothing touches the files any more.
  @Override
  public void close() {
    await();
  }

  Optional<Checkpoint.Part> find(String kind) {
    await();
    return checkpoint.flatMap(kept -> kept.find(part(kind)));
  }

  void drop(String kind) {
    await();
    checkpoint.ifPresent(kept -> kept.drop(part(kind)));
  }

  /// The ranges that all other parts rest on: those of an earlier run with the same plan, or new
  /// ones, and then nothing else of an earlier run is of use.
  NodeRanges ranges(int nodeCount, long[] plan, Supplier<NodeRanges> cut) {
    if (checkpoint.isEmpty()) {
      return cut.get();
    }
    Checkpoint kept = checkpoint.get();
    Optional<Checkpoint.Part> before = find(RANGES);
    if (before.isPresent() && Arrays.equals(before.get().told(), plan)) {
      int[] cells = new int[(int) (before.get().bytes() / Integer.BYTES)];
      if (KeptArrays.load(kept, part(RANGES), MemorySegment.ofArray(cells)).isPresent()) {
        return NodeRanges.ofCells(nodeCount, cells);
      }
    }
    kept.discard(
        name,
        before.isPresent()
            ? "memory or threads changed, and with them how arcs are sorted"
            : "how their arcs were to be sorted is not known");
    NodeRanges ranges = cut.get();
    KeptArrays.keep(kept, part(RANGES), plan, MemorySegment.ofArray(ranges.cells()));
    return ranges;
  }
}
