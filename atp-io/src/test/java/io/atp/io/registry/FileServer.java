package io.atp.io.registry;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// A web server on loopback that serves bytes, and misbehaves as asked.
final class FileServer implements AutoCloseable {
  interface Reply {
    void to(HttpExchange exchange, int request) throws IOException;
  }

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<String> ranges = Collections.synchronizedList(new ArrayList<>());

  FileServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.start();
  }

  URI address(String path) {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
  }

  /// The `Range` header of each request so far; "" where there was none.
  List<String> ranges() {
    return List.copyOf(ranges);
  }

  FileServer at(String path, Reply reply) {
    server.createContext(
        path,
        exchange -> {
          String range = exchange.getRequestHeaders().getFirst("Range");
          int request;
          synchronized (ranges) {
            ranges.add(range == null ? "" : range);
            request = ranges.size();
          }
          try (exchange) {
            reply.to(exchange, request);
          }
        });
    return this;
  }

  /// All of it, whatever range is asked for.
  static void whole(HttpExchange exchange, byte[] bytes) throws IOException {
    exchange.getResponseHeaders().set("ETag", "\"" + Arrays.hashCode(bytes) + "\"");
    exchange.sendResponseHeaders(200, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  /// As a good server does: the rest, if the version asked for is still the one here.
  static void rest(HttpExchange exchange, byte[] bytes) throws IOException {
    String range = exchange.getRequestHeaders().getFirst("Range");
    String version = exchange.getRequestHeaders().getFirst("If-Range");
    if (range == null
        || (version != null && !version.equals("\"" + Arrays.hashCode(bytes) + "\""))) {
      whole(exchange, bytes);
      return;
    }
    int from = Integer.parseInt(range.substring("bytes=".length(), range.length() - 1));
    exchange
        .getResponseHeaders()
        .set("Content-Range", "bytes %d-%d/%d".formatted(from, bytes.length - 1, bytes.length));
    exchange.sendResponseHeaders(206, bytes.length - from);
    exchange.getResponseBody().write(bytes, from, bytes.length - from);
  }

  /// Announces all, sends the beginning, and hangs up.
  static void begin(HttpExchange exchange, byte[] bytes, int sent) throws IOException {
    begin(exchange, bytes, sent, 0);
  }

  /// Announces all, sends the beginning, and stays silent for a while.
  static void begin(HttpExchange exchange, byte[] bytes, int sent, long silentMillis)
      throws IOException {
    exchange.getResponseHeaders().set("ETag", "\"" + Arrays.hashCode(bytes) + "\"");
    exchange.sendResponseHeaders(200, bytes.length);
    OutputStream body = exchange.getResponseBody();
    body.write(bytes, 0, sent);
    body.flush();
    try {
      Thread.sleep(silentMillis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw new IOException("hangs up on purpose");
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
