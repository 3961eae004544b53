package io.atp.core.runtime;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/// The threads, the off-heap memory and the ear for progress that a computation borrows.
///
/// Whoever opens a workspace closes it, and every graph or matrix made in it dies with it. A
/// [#scratch] workspace shares threads and progress but owns its memory, for buffers that end
/// before the result does:
///
/// ```java
/// try (Workspace work = Workspace.open(threads)) {
///   CsrGraph graph = ...;                                     // lives until work closes
///   try (Workspace scratch = work.scratch()) { ... }          // temporary buffers
/// }
/// ```
public final class Workspace implements AutoCloseable {
  private final Workers workers;
  private final boolean ownsWorkers;
  private final Arena arena = Arena.ofShared();
  private final Progress progress;
  private final Workspace parent;
  private final AtomicLong held = new AtomicLong();
  private final AtomicLong peak = new AtomicLong();
  private SpillFolder spill; // null for none

  private Workspace(Workers workers, boolean ownsWorkers, Progress progress, Workspace parent) {
    this.workers = workers;
    this.ownsWorkers = ownsWorkers;
    this.progress = progress;
    this.parent = parent;
  }

  public static Workspace open(int threads) {
    return open(threads, Progress.NONE);
  }

  public static Workspace open(int threads, Progress progress) {
    return new Workspace(new Workers(threads), true, progress, null);
  }

  /// As many threads as the machine has processors.
  public static Workspace open() {
    return open(Runtime.getRuntime().availableProcessors());
  }

  public Workspace scratch() {
    return new Workspace(workers, false, progress, this);
  }

  /// A scratch whose work is too short to be worth a report.
  public Workspace quietScratch() {
    return new Workspace(workers, false, Progress.NONE, this);
  }

  public Workers workers() {
    return workers;
  }

  public Arena arena() {
    return arena;
  }

  public Progress progress() {
    return progress;
  }

  /// Zeroed off-heap bytes, on large pages where the system grants them.
  public MemorySegment allocate(long bytes) {
    MemorySegment segment = HugePages.allocate(bytes, arena);
    hold(bytes);
    return segment;
  }

  /// From now on results that would take more than half of the limit lie in files of this folder,
  /// which have no name and end with the workspace; the other half is for what works on them.
  ///
  /// @param memoryBytes most the whole process should hold
  public void spillTo(Path folder, long memoryBytes) {
    spill = new SpillFolder(folder, memoryBytes);
  }

  /// Most the process should hold, or 0 where nothing was said.
  public long memoryLimit() {
    return spill != null ? spill.memoryBytes() : parent != null ? parent.memoryLimit() : 0;
  }

  /// Off-heap memory that this workspace, the one it was made from, and all theirs hold now.
  public long heldBytes() {
    return parent != null ? parent.heldBytes() : held.get();
  }

  /// Zeroed bytes for a result that is written and read row by row: memory, or a mapped file where
  /// memory is short. Which of them changes no number.
  public MemorySegment allocateResult(long bytes) {
    Workspace root = this;
    while (root.parent != null && root.spill == null) {
      root = root.parent;
    }
    return root.spill != null && root.held.get() + bytes > root.spill.memoryBytes() / 2
        ? root.spill.map(bytes, arena)
        : allocate(bytes);
  }

  public MemorySegment allocateInts(long count) {
    return allocate(Math.multiplyExact(count, Integer.BYTES));
  }

  public MemorySegment allocateLongs(long count) {
    return allocate(Math.multiplyExact(count, Long.BYTES));
  }

  public MemorySegment allocateFloats(long count) {
    return allocate(Math.multiplyExact(count, Float.BYTES));
  }

  /// Most off-heap bytes held at one time through this workspace and its scratch ones.
  public long peakBytes() {
    return peak.get();
  }

  private void hold(long bytes) {
    for (Workspace at = this; at != null; at = at.parent) {
      long now = at.held.addAndGet(bytes);
      at.peak.accumulateAndGet(now, Math::max);
    }
  }

  @Override
  public void close() {
    arena.close();
    if (parent != null) {
      parent.hold(-held.get());
    }
    if (ownsWorkers) {
      workers.close();
    }
  }
}
