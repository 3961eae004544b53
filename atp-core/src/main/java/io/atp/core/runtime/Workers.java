package io.atp.core.runtime;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/// A fixed team of threads that works through numbered chunks.
///
/// Which thread takes which chunk is left to chance; what a chunk is never depends on the number of
/// threads. A body that writes only what belongs to its chunk therefore gives the same bytes on any
/// team.
public final class Workers implements AutoCloseable {
  /// Items per chunk of a reduction. Fixed, because it decides the order of floating-point
  /// additions.
  private static final int REDUCTION_CHUNK = 1 << 14;

  /// How long a thread looks around for the next call, or for the last helper, before it lets
  /// itself be woken. To be woken takes about as long, and more than many a chunk: the layers of a
  /// network on a small graph are thousands of calls of a tenth of a millisecond.
  private static final long PATIENCE_NANOS = 50_000;

  private final int threads;
  private final long patienceNanos;
  private final ExecutorService helpers;

  public Workers(int threads) {
    this.threads = Require.atLeast("threads", threads, 1);
    // More threads than processors would look around at the expense of those that work.
    this.patienceNanos = threads <= Runtime.getRuntime().availableProcessors() ? PATIENCE_NANOS : 0;
    this.helpers =
        threads == 1
            ? null
            : new ThreadPoolExecutor(
                threads - 1,
                threads - 1,
                0,
                TimeUnit.MILLISECONDS,
                new PatientQueue(patienceNanos),
                Thread.ofPlatform().daemon().name("atp-worker-", 1).factory());
  }

  public int threads() {
    return threads;
  }

  @FunctionalInterface
  public interface ChunkBody {
    void run(int chunk);
  }

  @FunctionalInterface
  public interface RangeBody {
    void run(int from, int to);
  }

  @FunctionalInterface
  public interface RangeSum {
    double over(int from, int to);
  }

  /// Runs the body once for each chunk in [0, chunks); returns when all are done, or throws the
  /// first failure.
  public void forEachChunk(int chunks, ChunkBody body) {
    if (helpers == null || chunks <= 1) {
      for (int taken = 0; taken < chunks; taken++) {
        body.run(HardChunks.next(taken, chunks));
      }
      return;
    }
    var next = new AtomicLong();
    var failure = new AtomicReference<Throwable>();
    Runnable share =
        () -> {
          try {
            for (long taken; failure.get() == null && (taken = next.getAndIncrement()) < chunks; ) {
              body.run(HardChunks.next((int) taken, chunks));
            }
          } catch (Throwable thrown) {
            failure.compareAndSet(null, thrown);
          }
        };
    var gathering = new Gathering();
    for (int i = 0, helping = Math.min(threads - 1, chunks - 1); i < helping; i++) {
      helpers.execute(
          () -> {
            if (gathering.enter()) {
              try {
                share.run();
              } finally {
                gathering.leave();
              }
            }
          });
    }
    share.run();
    gathering.closeAndWait(patienceNanos);
    rethrow(failure.get());
  }

  /// Splits [0, count) into ranges of at most `rangeSize` and runs the body on each.
  public void forEachRange(int count, int rangeSize, RangeBody body) {
    int ranges = Math.ceilDiv(count, rangeSize);
    forEachChunk(
        ranges,
        chunk -> {
          int from = chunk * rangeSize;
          body.run(from, (int) Math.min(count, (long) from + rangeSize));
        });
  }

  /// Σ over fixed ranges, added in order: the same bits for any number of threads.
  public double sum(int count, RangeSum term) {
    double[] parts = new double[Math.ceilDiv(count, REDUCTION_CHUNK)];
    forEachRange(
        count, REDUCTION_CHUNK, (from, to) -> parts[from / REDUCTION_CHUNK] = term.over(from, to));
    double total = 0;
    for (double part : parts) {
      total += part;
    }
    return total;
  }

  /// Largest value over fixed ranges; `-∞` for an empty count.
  public double max(int count, RangeSum term) {
    double[] parts = new double[Math.ceilDiv(count, REDUCTION_CHUNK)];
    forEachRange(
        count, REDUCTION_CHUNK, (from, to) -> parts[from / REDUCTION_CHUNK] = term.over(from, to));
    double largest = Double.NEGATIVE_INFINITY;
    for (double part : parts) {
      largest = Math.max(largest, part);
    }
    return largest;
  }

  @Override
  public void close() {
    if (helpers != null) {
      helpers.shutdownNow();
    }
  }

  /// Those who help with one call. The caller waits for helpers that have begun, never for one that
  /// has not: so a call from inside a chunk cannot wait for the very thread it runs on.
  private static final class Gathering {
    private volatile int inside;
    private boolean closed;

    synchronized boolean enter() {
      if (closed) {
        return false;
      }
      inside++;
      return true;
    }

    synchronized void leave() {
      inside--;
      notifyAll();
    }

    private synchronized void close() {
      closed = true;
    }

    void closeAndWait(long patienceNanos) {
      close();
      long start = System.nanoTime();
      while (inside > 0 && System.nanoTime() - start < patienceNanos) {
        Thread.onSpinWait();
      }
      waitForAll();
    }

    private synchronized void waitForAll() {
      boolean interrupted = false;
      while (inside > 0) {
        try {
          wait();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /// Hands out what is there at once, and looks a while before it waits.
  @SuppressWarnings("serial") // never written anywhere
  private static final class PatientQueue extends LinkedBlockingQueue<Runnable> {
    private final long patienceNanos;

    PatientQueue(long patienceNanos) {
      this.patienceNanos = patienceNanos;
    }

    @Override
    public Runnable take() throws InterruptedException {
      long start = System.nanoTime();
      do {
        Runnable next = poll();
        if (next != null) {
          return next;
        }
        Thread.onSpinWait();
      } while (System.nanoTime() - start < patienceNanos
          && !Thread.currentThread().isInterrupted());
      return super.take();
    }
  }

  private static void rethrow(Throwable failure) {
    switch (failure) {
      case null -> {}
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default -> throw new IllegalStateException(failure);
    }
  }
}
