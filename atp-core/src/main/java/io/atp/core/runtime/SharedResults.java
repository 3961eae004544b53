package io.atp.core.runtime;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
  private final KnownHashes hashes = new KnownHashes();
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
    Optional<Shared<T>> kept =
        bytes > limitBytes
            ? Optional.empty()
            : together(List.of(key.get()), bytes, work, (place, _) -> List.of(make.apply(place)));
    return kept.orElseGet(() -> Shared.making(work, make));
  }

  /// Makes several results at once.
  @FunctionalInterface
  public interface Maker<T> {
    /// @param memory that the results live in
    /// @param wanted which ones, rising
    List<T> make(Workspace memory, List<Integer> wanted);
  }

  /// The first of several results that are cheaper made together than one by one: where it is not
  /// there yet, all that are not are made and kept. Each counts with its share of the time.
  ///
  /// @param keys a hash of the inputs of each
  /// @param bytes that each takes
  /// @param work whose threads compute
  /// @param make gives the same result whenever the key is the same, whatever it is made with
  /// @return empty where there is no room for all, or where somebody else failed to make it
  public <T> Optional<Shared<T>> together(
      List<String> keys, long bytes, Workspace work, Maker<T> make) {
    Optional<Claim> claim = claim(keys, bytes, work);
    if (claim.isEmpty() || claim.get().theirs() != null) {
      return claim.flatMap(this::found);
    }
    try {
      return Optional.of(made(claim.get(), make));
    } catch (RuntimeException | Error e) {
      List<Integer> wanted = claim.get().wanted();
      synchronized (this) {
        wanted.forEach(i -> results.remove(keys.get(i)));
        keptBytes -= bytes * wanted.size();
      }
      claim.get().mine().forEach(result -> result.completeExceptionally(e));
      throw e;
    }
  }

  /// Who makes the first of several results, and with which others.
  ///
  /// @param theirs what somebody else makes or has made; null where the asker is to
  private record Claim(
      CompletableFuture<Shared<?>> theirs,
      Workspace place,
      List<Integer> wanted,
      List<CompletableFuture<Shared<?>>> mine) {}

  private synchronized Optional<Claim> claim(List<String> keys, long bytes, Workspace work) {
    CompletableFuture<Shared<?>> theirs = results.get(keys.getFirst());
    if (theirs != null) {
      return Optional.of(new Claim(theirs, null, List.of(), List.of()));
    }
    List<Integer> wanted = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      if (!results.containsKey(keys.get(i))) {
        wanted.add(i);
      }
    }
    if (bytes * wanted.size() > limitBytes - keptBytes) {
      return Optional.empty();
    }
    keptBytes += bytes * wanted.size();
    Workspace place = memory.withThreadsOf(work);
    places.add(place);
    List<CompletableFuture<Shared<?>>> mine = new ArrayList<>();
    for (int i : wanted) {
      CompletableFuture<Shared<?>> result = new CompletableFuture<>();
      results.put(keys.get(i), result);
      mine.add(result);
    }
    return Optional.of(new Claim(null, place, wanted, mine));
  }

  @SuppressWarnings("unchecked")
  private <T> Optional<Shared<T>> found(Claim claim) {
    try {
      Shared<T> there = (Shared<T>) claim.theirs().join();
      found.incrementAndGet();
      return Optional.of(new Shared<>(there.value(), there.seconds(), true));
    } catch (CompletionException _) {
      return Optional.empty(); // so that the asker fails with a sentence of its own
    }
  }

  private static <T> Shared<T> made(Claim claim, Maker<T> make) {
    List<Integer> wanted = claim.wanted();
    Shared<List<T>> all = Shared.making(claim.place(), memory -> make.make(memory, wanted));
    List<Shared<T>> each =
        all.value().stream()
            .map(value -> new Shared<>(value, all.seconds() / wanted.size(), false))
            .toList();
    for (int i = 0; i < each.size(); i++) {
      claim.mine().get(i).complete(each.get(i));
    }
    return each.getFirst();
  }

  /// Whether a result is kept, or being made.
  public synchronized boolean has(String key) {
    return results.containsKey(key);
  }

  /// A hash of something, computed once while it lives.
  String hashOf(Hashed thing) {
    return hashes.of(thing);
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
