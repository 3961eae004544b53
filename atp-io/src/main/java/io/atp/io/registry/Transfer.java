package io.atp.io.registry;

import io.atp.core.runtime.Progress;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.ByteBuffer;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One attempt to bring a part file to its full length.
record Transfer(
    HttpClient client, DownloadConfig config, Progress progress, DataFile file, PartFile part) {
  private static final long REPORT_EVERY = 1 << 18;

  /// Returns when the server has sent everything it announced.
  ///
  /// @throws RefusedException where trying again is of no use
  void run() throws IOException {
    if (file.bytes().isPresent() && part.length() == file.bytes().getAsLong()) {
      return;
    }
    try (Answer answer = Answer.to(client, file.url(), headers(), config)) {
      switch (answer.status()) {
        case 200 -> { // also when the range was ignored, or the file is not what it was
          requirePlausible(answer);
          part.startOver(answer.version());
        }
        case 206 -> {
          requirePlausible(answer);
          requireContinuation(answer);
        }
        case 416 -> {
          part.startOver(Optional.empty());
          throw new IOException("the server does not have the rest of what came before");
        }
        case 408, 425, 429, 500, 502, 503, 504 ->
            throw new IOException("the server answers %d".formatted(answer.status()));
        default ->
            throw new RefusedException(
                "%s answers %d; %s cannot be downloaded from there",
                answer.from(), answer.status(), file.name());
      }
      receive(answer, total(answer));
    }
  }

  private Map<String, String> headers() throws IOException {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Accept-Encoding", "identity");
    Optional<String> version = part.version();
    boolean safe = version.isPresent() || file.sha256().isPresent();
    if (part.length() > 0 && safe) {
      headers.put("Range", "bytes=" + part.length() + "-");
      version.ifPresent(mark -> headers.put("If-Range", mark));
    }
    return headers;
  }

  private void requireContinuation(Answer answer) throws IOException {
    if (answer.start().orElse(-1) != part.length()) {
      part.startOver(Optional.empty());
      throw new IOException("the server sent another part than the one asked for");
    }
  }

  /// Length of the whole, or −1 if nobody says.
  private long total(Answer answer) {
    return answer.total().orElse(file.bytes().orElse(-1));
  }

  private void requirePlausible(Answer answer) throws IOException {
    if (answer.isWebPage()) {
      throw new RefusedException("%s sends a web page in place of %s", answer.from(), file.name());
    }
    requireLength(answer, total(answer));
  }

  private void receive(Answer answer, long total) throws IOException {
    requireSpace(total);
    long told = part.length();
    for (List<ByteBuffer> buffers; (buffers = answer.body().next()) != null; ) {
      for (ByteBuffer buffer : buffers) {
        part.append(buffer);
      }
      if (part.length() > Math.max(total, file.mostBytes())) {
        long length = part.length();
        part.discard();
        requireLength(answer, length);
      }
      if (part.length() - told >= REPORT_EVERY) {
        told = part.length();
        report(total);
      }
    }
    if (part.length() < total) {
      throw new IOException(
          "the server stopped after %,d of %,d bytes".formatted(part.length(), total));
    }
    report(part.length());
  }

  /// The step ends with `done == total`, which is why a total that is not known is kept ahead.
  private void report(long total) {
    progress.report(
        "download " + file.name(),
        part.length(),
        total >= 0 ? total : Math.max(file.mostBytes(), part.length() + 1));
  }

  private void requireLength(Answer answer, long total) throws RefusedException {
    if (total > file.mostBytes() || (total >= 0 && file.bytes().orElse(total) != total)) {
      throw new RefusedException(
          "%s has %,d bytes at %s; %s %,d are expected",
          file.name(),
          total,
          answer.from(),
          file.bytes().isPresent() ? "exactly" : "at most",
          file.mostBytes());
    }
  }

  private void requireSpace(long total) throws IOException {
    FileStore disk = Files.getFileStore(part.path());
    long missing = total - part.length();
    if (missing > disk.getUsableSpace()) {
      throw new IOException(
          "%s needs %,d more bytes, and the disk of %s has %,d left"
              .formatted(file.name(), missing, part.path(), disk.getUsableSpace()));
    }
  }
}
