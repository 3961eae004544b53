package io.atp.io.registry;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// The body of an answer, piece by piece, with a limit on the wait for each.
///
/// The client's own time-out ends with the headers, and reading its stream waits without end for a
/// server that stopped; so the pieces are asked for one at a time and awaited here.
final class BodyPieces implements Flow.Subscriber<List<ByteBuffer>>, AutoCloseable {
  private sealed interface Event {
    record Piece(List<ByteBuffer> buffers) implements Event {}

    record End() implements Event {}

    record Failure(Throwable cause) implements Event {}
  }

  private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
  private final Duration stallTimeout;
  private volatile Flow.Subscription subscription;

  BodyPieces(Flow.Publisher<List<ByteBuffer>> body, Duration stallTimeout) {
    this.stallTimeout = stallTimeout;
    body.subscribe(this);
  }

  /// The next buffers, or `null` at the end.
  List<ByteBuffer> next() throws IOException {
    try {
      return switch (events.poll(stallTimeout.toMillis(), TimeUnit.MILLISECONDS)) {
        case null ->
            throw new HttpTimeoutException(
                "nothing arrived for %.1f seconds".formatted(stallTimeout.toMillis() / 1e3));
        case Event.Piece piece -> {
          subscription.request(1);
          yield piece.buffers();
        }
        case Event.End _ -> null;
        case Event.Failure failure ->
            throw new IOException(
                "the connection broke (%s)".formatted(failure.cause().getMessage()),
                failure.cause());
      };
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while downloading");
    }
  }

  @Override
  public void onSubscribe(Flow.Subscription given) {
    subscription = given;
    given.request(1);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    events.add(new Event.Piece(buffers));
  }

  @Override
  public void onError(Throwable cause) {
    events.add(new Event.Failure(cause));
  }

  @Override
  public void onComplete() {
    events.add(new Event.End());
  }

  /// Lets go of the connection, whatever is still to come.
  @Override
  public void close() {
    if (subscription != null) {
      subscription.cancel();
    }
  }
}
