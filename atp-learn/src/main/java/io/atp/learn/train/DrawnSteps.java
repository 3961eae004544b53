package io.atp.learn.train;

import io.atp.learn.model.Steps;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// The steps of one epoch in their order, drawn a few ahead of training by threads of their own.
///
/// The threads end when the epoch does, or training fails.
final class DrawnSteps implements AutoCloseable {
  /// Steps that wait, so that one which took long to draw is not waited for.
  private static final int WAITING = 4;

  private final Steps steps;
  private final int epoch;
  private final int count;
  private final Deque<Future<Steps.Step>> waiting = new ArrayDeque<>();
  private final ExecutorService drawers;
  private int asked;

  /// @param threads that draw; the steps are the same for any number
  DrawnSteps(Steps steps, int epoch, int threads) {
    this.steps = steps;
    this.epoch = epoch;
    this.count = steps.count(epoch);
    this.drawers =
        steps.ahead()
            ? Executors.newFixedThreadPool(
                Math.min(threads, WAITING),
                Thread.ofPlatform().daemon().name("atp-steps-", 0).factory())
            : null;
  }

  int count() {
    return count;
  }

  /// The next step, drawn by now or waited for.
  Steps.Step next() {
    if (drawers == null) {
      return steps.draw(epoch, asked++);
    }
    while (waiting.size() < WAITING && asked < count) {
      int number = asked++;
      waiting.add(drawers.submit(() -> steps.draw(epoch, number)));
    }
    try {
      return waiting.remove().get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      if (e.getCause() instanceof Error failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new CancellationException("training was interrupted");
    }
  }

  @Override
  public void close() {
    if (drawers != null) {
      drawers.shutdownNow();
      drawers.close();
    }
  }
}
