package io.atp.core.runtime;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;

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
///
/// With [#spillTo] a workspace has a limit: arrays that grow with the arcs of a graph, and that it
/// could not hold, become mapped files.
public final class Workspace implements AutoCloseable {
  private final Workers workers;
  private final boolean ownsWorkers;
  private final Arena arena = Arena.ofShared();
  private final Progress progress;
  private final Workspace parent;
  private final AtomicLong held = new AtomicLong();
  private final AtomicLong peak = new AtomicLong();
  private Spill spill;
  private Checkpoint checkpoint;
  private SharedResults shared;
  private boolean ownsShared;

  private Workspace(Workers workers, boolean ownsWorkers, Progress progress, Workspace parent) {
    this.workers = workers;
    this.ownsWorkers = ownsWorkers;
    this.progress = progress;
    this.parent = parent;
    this.spill = parent == null ? null : parent.spill;
    this.checkpoint = parent == null ? null : parent.checkpoint;
    this.shared = parent == null ? null : parent.shared;
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

  /// A scratch that reports to somebody else.
  public Workspace scratch(Progress told) {
    return new Workspace(workers, false, told, this);
  }

  /// A scratch with threads of its own, for work that goes on beside other work.
  public Workspace beside(int threads, Progress told) {
    return new Workspace(new Workers(threads), true, told, this);
  }

  /// A scratch that asks for no shared results: whoever works in it makes everything anew.
  public Workspace unshared() {
    Workspace own = scratch();
    own.shared = null;
    return own;
  }

  /// From now on, what would bring the memory held over `memoryBytes` goes into files in `folder`.
  /// Scratch workspaces made before do not know of it.
  public void spillTo(Path folder, long memoryBytes) {
    Require.that(spill == null, "this workspace spills already");
    spill = new Spill(folder, memoryBytes);
  }

  /// Where to put what does not fit, if there is a limit.
  public Optional<Spill> spill() {
    return Optional.ofNullable(spill);
  }

  /// From now on, work that takes long keeps its finished parts there, and goes on from those that
  /// it finds. Scratch workspaces made before do not know of it. Needs [#spillTo] first.
  public void keepIn(Checkpoint place) {
    Require.that(spill != null, "a workspace that keeps parts needs a place for temporary files");
    Require.that(checkpoint == null, "this workspace has a checkpoint already");
    checkpoint = place;
  }

  /// Where to keep finished parts, if anywhere.
  public Optional<Checkpoint> checkpoint() {
    return Optional.ofNullable(checkpoint);
  }

  /// From now on, results that are likely to be asked for again are kept, up to so many bytes.
  /// Scratch workspaces made before do not know of it.
  public void shareResults(long bytes) {
    Require.that(shared == null, "this workspace shares results already");
    shared = new SharedResults(this, bytes);
    ownsShared = true;
  }

  /// Where results are kept that others may ask for again, if anywhere.
  public Optional<SharedResults> shared() {
    return Optional.ofNullable(shared);
  }

  /// A result that is kept, or made here and perhaps kept.
  ///
  /// @param key a hash of all it is made from
  /// @param bytes that it takes
  public <T> SharedResults.Shared<T> shared(
      Supplier<String> key, long bytes, Function<Workspace, T> make) {
    return shared == null
        ? SharedResults.Shared.making(this, make)
        : shared.of(key, bytes, this, make);
  }

  /// A hash of something, remembered where results are shared.
  public String hashOf(Hashed thing) {
    return shared == null ? KnownHashes.compute(thing) : shared.hashOf(thing);
  }

  /// Memory of this workspace, with the threads and the progress of another.
  Workspace withThreadsOf(Workspace other) {
    return new Workspace(other.workers, false, other.progress, this);
  }

  /// Bytes that may still be held; without a limit, as many as there are.
  public long room() {
    return spill == null ? Long.MAX_VALUE : Math.max(0, spill.memoryBytes() - heldBytes());
  }

  private Workspace root() {
    return parent == null ? this : parent.root();
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

  /// The same for an array that grows with the arcs of a graph: in memory where there is room, a
  /// mapped file where there is none.
  public MemorySegment allocateArray(long bytes) {
    return bytes <= room() || bytes == 0 ? allocate(bytes) : spill.map(bytes, arena);
  }

  /// The same for a result that is written and read row by row. Results get half of the limit, the
  /// rest is for what works on them; a file of theirs has no name and ends with the workspace.
  public MemorySegment allocateResult(long bytes) {
    return spill != null && heldBytes() + bytes > spill.memoryBytes() / 2
        ? spill.mapNameless(bytes, arena)
        : allocate(bytes);
  }

  /// Off-heap bytes that this workspace, the one it was made from, and all theirs hold now.
  public long heldBytes() {
    return root().held.get();
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
    if (ownsShared) {
      shared.close();
    }
    arena.close();
    if (parent != null) {
      parent.hold(-held.get());
    }
    if (ownsWorkers) {
      workers.close();
    }
  }
}
