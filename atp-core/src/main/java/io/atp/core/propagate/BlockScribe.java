package io.atp.core.propagate;

import io.atp.core.kernel.Kernels;
import io.atp.core.kernel.RowKernels;
import io.atp.core.runtime.Workers;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/// Turns panels into pieces of results, `X_i = Y_i / right_i`, beside the hops that go on.
///
/// Panels are written out in the order they were given, by a few threads of its own: a disk that
/// makes them wait does not make the hops wait, until a panel is needed again.
final class BlockScribe implements AutoCloseable {
  /// Rows that are made between two releases: each may have brought 64 KiB of a mapped graph.
  static final int RELEASED_ROWS = 256;

  private static final int MOST_THREADS = 4;

  private final RowKernels kernels = Kernels.active();
  private final int[] rows; // kept ones, or null
  private final Storage results;
  private final Storage panels;
  private final int width;
  private final int[] placeOf; // null where every node lies at its own id
  private final HopFactors factors;
  private final BlockSink sink;
  private final Workspace scratch;
  private final int keptRows;
  private final int pieceRows;
  private final Buffers floats;
  private final Buffers packed;
  private final Workers crew;
  private final ExecutorService queue =
      Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name("atp-scribe").factory());
  private final List<Future<?>> finishing = new ArrayList<>();
  private boolean failed; // known to the queue's thread alone

  BlockScribe(
      BlockConfig config,
      int width,
      int sourceWidth,
      RowPlacement placement,
      HopFactors factors,
      BlockSink sink,
      Workspace scratch) {
    this.rows = config.rows();
    this.results = config.results();
    this.panels = config.panels();
    this.width = width;
    this.placeOf = placement.placeOf();
    this.factors = factors;
    this.sink = sink;
    this.scratch = scratch;
    this.keptRows = config.keptRows(factors.leave().length);
    this.pieceRows = BlockPropagator.pieceRows(sourceWidth);
    this.floats = new Buffers((long) pieceRows * width * Float.BYTES, scratch);
    this.packed = new Buffers((long) pieceRows * width * results.bytes(), scratch);
    this.crew = new Workers(Math.clamp(scratch.workers().threads() / 2, 1, MOST_THREADS));
  }

  /// Where the panel row of the i-th kept row lies.
  int place(int i) {
    int node = rows == null ? i : rows[i];
    return placeOf == null ? node : placeOf[node];
  }

  /// Begins to write a panel out; it must not change until its readers are done.
  void write(Panel panel, Storage stored, int result, ColumnRange columns) {
    long rowBytes = (long) width * stored.bytes();
    RowReader reader =
        (place, into, at) ->
            stored.load(kernels, into, at, panel.data(), place * rowBytes, columns.columns());
    panel.isReadBy(submit(() -> pieces(crew, result, columns, reader, (_, _) -> {})));
  }

  /// After a failure nothing more is written, and no block is said to be finished.
  private Future<?> submit(Runnable task) {
    return queue.submit(
        () -> {
          if (failed) {
            return;
          }
          try {
            task.run();
          } catch (RuntimeException | Error e) {
            failed = true;
            throw e;
          }
        });
  }

  /// Y of one row, as it would be stored in a panel.
  interface RowMaker {
    void make(int place, MemorySegment into);
  }

  /// Writes kept rows that are made one by one; returns when it is done.
  ///
  /// @param release is told the places between which some rows have been made
  void writeKept(int result, ColumnRange columns, RowMaker maker, Workers.RangeBody release) {
    Buffers stored = new Buffers((long) width * Float.BYTES, scratch);
    pieces(
        scratch.workers(),
        result,
        columns,
        (place, into, at) -> {
          MemorySegment row = stored.take();
          maker.make(place, row);
          panels.load(kernels, into, at, row, 0, columns.columns());
          stored.give(row);
        },
        release);
  }

  private interface RowReader {
    void read(int place, MemorySegment into, long at);
  }

  private void pieces(
      Workers team, int result, ColumnRange columns, RowReader reader, Workers.RangeBody release) {
    long rowBytes = (long) columns.columns() * Float.BYTES;
    team.forEachRange(
        keptRows,
        pieceRows,
        (from, to) -> {
          MemorySegment piece = floats.take();
          for (int i = from, first = from; i < to; i++) {
            int place = place(i);
            long at = (i - from) * rowBytes;
            reader.read(place, piece, at);
            kernels.scaled(piece, at, piece, at, columns.columns(), factors.leave()[place]);
            if (i + 1 == to || i + 1 - first == RELEASED_ROWS) {
              release.run(place(first), place + 1);
              first = i + 1;
            }
          }
          int entries = (to - from) * columns.columns();
          if (results.rounds()) {
            MemorySegment rounded = packed.take();
            results.store(kernels, rounded, 0, piece, 0, entries);
            sink.write(
                result, columns, from, to, rounded.asSlice(0, (long) entries * results.bytes()));
            packed.give(rounded);
          } else {
            sink.write(result, columns, from, to, piece.asSlice(0, (long) entries * Float.BYTES));
          }
          floats.give(piece);
        });
  }

  /// Says that a block is finished, once all of it is written.
  void finish(ColumnRange columns) {
    finishing.add(submit(() -> sink.finished(columns)));
  }

  void awaitFinished() {
    finishing.forEach(Panel::await);
    finishing.clear();
  }

  @Override
  public void close() {
    queue.shutdown();
    boolean interrupted = false;
    while (!queue.isTerminated()) {
      try {
        queue.awaitTermination(1, TimeUnit.DAYS);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    crew.close();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
