package io.atp.lab;

import io.atp.core.runtime.Progress;
import io.atp.core.runtime.Workspace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/// The threads of a workspace dealt to a few places that work beside each other.
final class Places {
  /// Each holds its own hops.
  private static final int MOST = 4;

  private Places() {}

  /// How many there are where each does small work.
  static int of(int threads) {
    return Math.min(threads, MOST);
  }

  /// Hears what a place is at, whatever happens in it.
  static final class Ear<T> implements Progress {
    private final Consumer<T> heard;
    private T at;

    private Ear(Consumer<T> heard) {
      this.heard = heard;
    }

    void begin(T next) {
      at = next;
      heard.accept(at);
    }

    @Override
    public void report(String step, long done, long total) {
      heard.accept(at);
    }
  }

  /// What is done at one of them.
  interface Body<T> {
    /// @param own ends with the body, and tells the ear
    void run(Ear<T> ear, Workspace own) throws IOException, InterruptedException;
  }

  /// Runs the body once at each; returns when all are done, or throws a failure.
  ///
  /// @param places if it is one, the caller itself works there, with all threads
  /// @param heard what a place is at; called by any of them
  /// @param closing is called when a place is done or failed, so that the others end
  static <T> void run(int places, Workspace work, Consumer<T> heard, Body<T> body, Runnable closing)
      throws IOException {
    if (places == 1) {
      var ear = new Ear<>(heard);
      try (Workspace own = work.scratch(ear)) {
        body.run(ear, own);
      } catch (InterruptedException e) {
        throw interrupted(e);
      }
      return;
    }
    int threads = work.workers().threads() / places;
    List<Future<?>> running = new ArrayList<>();
    try (var pool =
        Executors.newFixedThreadPool(
            places, Thread.ofPlatform().daemon().name("atp-place-", 0).factory())) {
      for (int place = 0; place < places; place++) {
        running.add(
            pool.submit(
                () -> {
                  var ear = new Ear<>(heard);
                  try (Workspace own = work.beside(threads, ear)) {
                    body.run(ear, own);
                  } finally {
                    closing.run();
                  }
                  return null;
                }));
      }
      for (Future<?> place : running) {
        await(place, closing);
      }
    }
  }

  private static void await(Future<?> place, Runnable closing) throws IOException {
    try {
      place.get();
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case IOException failure -> throw failure;
        case RuntimeException failure -> throw failure;
        case Error failure -> throw failure;
        case InterruptedException failure -> throw interrupted(failure);
        default -> throw new IllegalStateException(e.getCause());
      }
    } catch (InterruptedException e) {
      closing.run();
      throw interrupted(e);
    }
  }

  private static IllegalStateException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new IllegalStateException("measuring was interrupted", e);
  }
}
