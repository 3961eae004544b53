package io.atp.io.registry;

import io.atp.core.runtime.Progress;
import io.atp.io.store.Sha256;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// A file from the web, whole and verified or not at all.
///
/// Bytes gather in a [PartFile]. An attempt that breaks off is followed by another, after a pause
/// that doubles, and goes on where the last one ended if the server still has the same version. The
/// length is held against the registry's while bytes arrive, the checksum once they are all there;
/// then the file is synced and renamed.
public final class Download {
  private static final System.Logger LOG = System.getLogger(Download.class.getName());

  /// An attempt that brings this much was no failure: a large file may need many of them.
  private static final long WORTHWHILE = 1 << 20;

  private final DownloadConfig config;
  private final Progress progress;

  public Download(DownloadConfig config, Progress progress) {
    this.config = config;
    this.progress = progress;
  }

  /// Leaves the file at `target`.
  ///
  /// @throws IOException saying what the server did, or both checksums where they differ
  public void fetch(DataFile file, Path target) throws IOException {
    HttpClient client =
        HttpClient.newBuilder()
            .connectTimeout(config.connectTimeout())
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER) // [Answer] follows, by its own rules
            .build();
    try (PartFile part = PartFile.open(target)) {
      var transfer = new Transfer(client, config, progress, file, part);
      boolean continued = part.length() > 0;
      complete(transfer, file, part);
      if (!matches(file, part, continued)) {
        part.startOver(Optional.empty());
        complete(transfer, file, part);
        matches(file, part, false);
      }
      part.finish();
    } finally {
      client.shutdownNow();
    }
  }

  private void complete(Transfer transfer, DataFile file, PartFile part) throws IOException {
    for (int failures = 0; ; ) {
      long before = part.length();
      try {
        transfer.run();
        return;
      } catch (RefusedException | InterruptedIOException e) {
        throw e;
      } catch (IOException e) {
        failures = part.length() - before >= WORTHWHILE ? 1 : failures + 1;
        if (failures >= config.attempts()) {
          String kept =
              part.length() == 0
                  ? ""
                  : "; %,d bytes have come so far, and the next run goes on from there"
                      .formatted(part.length());
          throw new IOException(
              "%s could not be downloaded in %d attempts: %s%s"
                  .formatted(file.url(), failures, e.getMessage(), kept),
              e);
        }
        Duration pause = config.pause(failures);
        LOG.log(
            System.Logger.Level.WARNING,
            "{0}: {1}; trying again in {2} s",
            file.url(),
            e.getMessage(),
            pause.toMillis() / 1e3);
        sleep(pause);
      }
    }
  }

  /// @param mayBeStale bytes of an earlier run are part of it: then a difference is no verdict yet
  private static boolean matches(DataFile file, PartFile part, boolean mayBeStale)
      throws IOException {
    String sum = Sha256.summary(part.path()).sha256();
    if (file.sha256().isEmpty()) {
      LOG.log(
          System.Logger.Level.WARNING,
          "no checksum of {0} is known; its SHA-256 is {1}",
          file.name(),
          sum);
      return true;
    }
    if (sum.equals(file.sha256().get())) {
      return true;
    }
    if (mayBeStale) {
      return false;
    }
    part.discard();
    throw new RefusedException(
        "%s has SHA-256 %s, and should have %s; it was deleted",
        file.url(), sum, file.sha256().get());
  }

  private static void sleep(Duration pause) throws InterruptedIOException {
    try {
      Thread.sleep(pause);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while downloading");
    }
  }
}
