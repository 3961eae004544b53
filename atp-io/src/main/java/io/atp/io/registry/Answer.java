package io.atp.io.registry;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Flow;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The answer of the server that has the file, after redirects: same scheme, or from `http` to
/// `https`, and a few at most.
record Answer(URI from, int status, HttpHeaders headers, BodyPieces body) implements AutoCloseable {
  private static final int MOST_REDIRECTS = 5;
  private static final Pattern RANGE =
      Pattern.compile("bytes (\\d{1,18})-\\d{1,18}/(\\d{1,18}|\\*)");

  /// @param headers asked of every server on the way
  static Answer to(HttpClient client, URI url, Map<String, String> headers, DownloadConfig config)
      throws IOException {
    URI at = url;
    for (int redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
      Answer answer = once(client, at, headers, config);
      if (!answer.redirects()) {
        return answer;
      }
      answer.close();
      at = answer.next();
    }
    throw new RefusedException("%s redirects more than %d times", url, MOST_REDIRECTS);
  }

  private static Answer once(
      HttpClient client, URI url, Map<String, String> headers, DownloadConfig config)
      throws IOException {
    HttpRequest.Builder request = HttpRequest.newBuilder(url).timeout(config.stallTimeout()).GET();
    headers.forEach(request::header);
    try {
      HttpResponse<Flow.Publisher<List<ByteBuffer>>> response =
          client.send(request.build(), BodyHandlers.ofPublisher());
      return new Answer(
          url,
          response.statusCode(),
          response.headers(),
          new BodyPieces(response.body(), config.stallTimeout()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while downloading");
    } catch (IOException e) {
      throw new IOException(
          e.getMessage() == null
              ? "no connection (%s)".formatted(e.getClass().getSimpleName())
              : e.getMessage(),
          e);
    }
  }

  private boolean redirects() {
    return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
  }

  private URI next() throws IOException {
    String location =
        headers
            .firstValue("Location")
            .orElseThrow(() -> new RefusedException("%s redirects without saying where to", from));
    URI to;
    try {
      to = from.resolve(location);
    } catch (IllegalArgumentException e) {
      throw new RefusedException("%s redirects to '%.200s', no address", from, location);
    }
    boolean allowed =
        "https".equals(to.getScheme())
            || ("http".equals(to.getScheme()) && "http".equals(from.getScheme()));
    if (!allowed || to.getHost() == null) {
      throw new RefusedException("%s redirects to %.200s, which is less safe; refused", from, to);
    }
    return to;
  }

  /// Where in the file the body begins, of an answer 206.
  OptionalLong start() {
    Matcher range = RANGE.matcher(headers.firstValue("Content-Range").orElse(""));
    return range.matches() ? OptionalLong.of(Long.parseLong(range.group(1))) : OptionalLong.empty();
  }

  /// Length of the whole file, if the server says.
  OptionalLong total() {
    if (status != 206) {
      return headers.firstValueAsLong("Content-Length");
    }
    Matcher range = RANGE.matcher(headers.firstValue("Content-Range").orElse(""));
    return range.matches() && !range.group(2).equals("*")
        ? OptionalLong.of(Long.parseLong(range.group(2)))
        : OptionalLong.empty();
  }

  /// A mark that changes whenever the file does: a strong ETag, or the date of the last change.
  Optional<String> version() {
    return headers
        .firstValue("ETag")
        .filter(tag -> !tag.startsWith("W/"))
        .or(() -> headers.firstValue("Last-Modified"));
  }

  boolean isWebPage() {
    return headers.firstValue("Content-Type").orElse("").startsWith("text/html");
  }

  @Override
  public void close() {
    body.close();
  }
}
