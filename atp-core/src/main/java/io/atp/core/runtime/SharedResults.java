package io.atp.core.runtime;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;

/// Results that work on the same inputs takes instead of computing them again, by a hash of all
/// they are made from.
///
/// What would not fit beside those that are kept is computed and not kept. Nothing is given up
/// before the end, so nobody is left with what is gone. For any number of threads: one computes,
/// the others that want the same wait.
public final class SharedResults implements AutoCloseable {
  private final Workspace memory;
  private final long limitBytes;
  private final Map<String, CompletableFuture<Shared<?>>> results = new HashMap<>();
  private final List<Workspace> places = new ArrayList<>();
  private final AtomicLong found = new AtomicLong();
  private long keptBytes;

  SharedResults(Workspace memory, long limitBytes) {
    this.memory = memory;
    this.limitBytes = limitBytes;
  }

  /// @param seconds that it took to make
  /// @param found whether somebody else made it
  public record Shared<T>(T value, double seconds, boolean found) {
    static <T> Shared<T> making(Workspace work, Function<Workspace, T> make) {
      long start = System.nanoTime();
      T value = make.apply(work);
      return new Shared<>(value, (System.nanoTime() - start) * 1e-9, false);
    }

    /// What finding it spared.
    public double sparedSeconds() {
      return found ? seconds : 0;
    }
  }

  /// @param key a hash of the inputs; not asked for where the result is too large to be kept
  /// @param bytes that the result takes
  /// @param work whose threads compute, and whose memory takes what is not kept
  /// @param make gives the same result whenever the key is the same
  public <T> Shared<T> of(
      Supplier<String> key, long bytes, Workspace work, Function<Workspace, T> make) {
    if (bytes > limitBytes) {
      return Shared.making(work, make);
    }
    String name = key.get();
    CompletableFuture<Shared<?>> mine = new CompletableFuture<>();
    CompletableFuture<Shared<?>> theirs;
    Workspace place = null;
    synchronized (this) {
      theirs = results.get(name);
      if (theirs == null && keptBytes + bytes <= limitBytes) {
        keptBytes += bytes;
        results.put(name, mine);
        place = memory.withThreadsOf(work);
        places.add(place);
      }
    }
    if (theirs != null) {
      return found(theirs, work, make);
    }
    return place == null ? Shared.making(work, make) : made(name, bytes, place, mine, make);
  }

  @SuppressWarnings("unchecked")
  private <T> Shared<T> found(
      CompletableFuture<Shared<?>> theirs, Workspace work, Function<Workspace, T> make) {
    try {
      Shared<T> there = (Shared<T>) theirs.join();
      found.incrementAndGet();
      return new Shared<>(there.value(), there.seconds(), true);
    } catch (CompletionException _) {
      return Shared.making(work, make); // and fail with a sentence of one's own
    }
  }

  private <T> Shared<T> made(
      String name,
      long bytes,
      Workspace place,
      CompletableFuture<Shared<?>> mine,
      Function<Workspace, T> make) {
    try {
      Shared<T> result = Shared.making(place, make);
      mine.complete(result);
      return result;
    } catch (RuntimeException | Error e) {
      synchronized (this) {
        results.remove(name);
        keptBytes -= bytes;
      }
      mine.completeExceptionally(e);
      throw e;
    }
  }

  /// How often a result was there already.
  public long found() {
    return found.get();
  }

  @Override
  public synchronized void close() {
    places.forEach(Workspace::close);
    places.clear();
    results.clear();
  }
}
