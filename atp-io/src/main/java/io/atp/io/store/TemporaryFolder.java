package io.atp.io.store;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The hidden sibling in which an output grows: `.NAME.atp-HOST-PID-COUNT`.
///
/// The name records who owns it. What a killed run left behind is removed by the next one for the
/// same output, on the same host, once that process is gone.
public final class TemporaryFolder {
  private static final System.Logger LOG = System.getLogger(TemporaryFolder.class.getName());
  private static final AtomicInteger COUNT = new AtomicInteger();
  private static final Pattern OWNER = Pattern.compile("(.+)-([0-9]{1,18})-[0-9]+");

  private TemporaryFolder() {}

  public static Path create(Path out) throws IOException {
    return Files.createDirectory(sibling(out));
  }

  /// A name of that kind that nothing has yet.
  static Path sibling(Path out) {
    String owner = host() + "-" + ProcessHandle.current().pid() + "-" + COUNT.incrementAndGet();
    return out.resolveSibling(prefix(out) + owner);
  }

  /// Removes siblings left by processes of this host that no longer run.
  public static void removeLeftovers(Path out) throws IOException {
    String prefix = prefix(out);
    try (DirectoryStream<Path> siblings =
        Files.newDirectoryStream(
            out.getParent(), path -> path.getFileName().toString().startsWith(prefix))) {
      for (Path sibling : siblings) {
        Matcher owner = OWNER.matcher(sibling.getFileName().toString().substring(prefix.length()));
        if (owner.matches()
            && owner.group(1).equals(host())
            && ProcessHandle.of(Long.parseLong(owner.group(2))).isEmpty()) {
          LOG.log(System.Logger.Level.INFO, "removing {0}, left by a run that ended", sibling);
          delete(sibling);
        }
      }
    }
  }

  /// Deletes a folder and what is in it; links are removed, not followed.
  public static void delete(Path folder) throws IOException {
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path at, IOException failure)
              throws IOException {
            if (failure != null) {
              throw failure;
            }
            Files.delete(at);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private static String prefix(Path out) {
    return "." + out.getFileName() + ".atp-";
  }

  /// A name for this machine or container, so that a shared disk is safe; reduced to plain letters.
  private static String host() {
    Path name = Path.of("/proc/sys/kernel/hostname");
    try {
      if (Files.isReadable(name)) {
        return Files.readString(name).strip().replaceAll("[^A-Za-z0-9]", "_");
      }
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "no host name: {0}", e.getMessage());
    }
    return "host";
  }
}
