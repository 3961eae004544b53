package io.atp.core.push;

import io.atp.core.runtime.Workspace;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/// One thread's buffers for pushing, used for one piece of work after the other.
interface Pusher {
  /// All the work these buffers have seen.
  PushAccount account();

  @FunctionalInterface
  interface ChunkBody<P extends Pusher> {
    void run(P pusher, int chunk);
  }

  /// Runs the body for each chunk, with no more pushers than there are threads at work, and adds up
  /// their accounts.
  static <P extends Pusher> PushAccount forEachChunk(
      String step, int chunks, Supplier<P> pushers, ChunkBody<P> body, Workspace work) {
    Queue<P> idle = new ConcurrentLinkedQueue<>();
    Thread caller = Thread.currentThread();
    AtomicInteger done = new AtomicInteger();
    work.workers()
        .forEachChunk(
            chunks,
            chunk -> {
              P pooled = idle.poll();
              P pusher = pooled != null ? pooled : pushers.get();
              body.run(pusher, chunk);
              idle.add(pusher);
              int finished = done.incrementAndGet();
              if (Thread.currentThread() == caller && finished < chunks) {
                work.progress().report(step, finished, chunks);
              }
            });
    work.progress().report(step, chunks, chunks);
    return idle.stream().map(Pusher::account).reduce(PushAccount.NONE, PushAccount::plus);
  }
}
