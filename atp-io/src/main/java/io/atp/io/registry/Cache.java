package io.atp.io.registry;

import io.atp.io.store.FileSummary;
import io.atp.io.store.Fsync;
import io.atp.io.store.Sha256;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// The user's own folder of downloaded data sets, one folder each.
///
/// A set grows in `.NAME.arriving`, which is renamed to `NAME` when its last file is there. What a
/// run that was cut short left in it is verified and used by the next.
record Cache(Path folder) {
  /// Downloads what is missing of a set.
  Path fetch(DataSet set, Download download) throws IOException {
    Path whole = folder.resolve(set.name());
    if (Files.exists(whole)) {
      throw new IOException(
          "%s exists, but holds no data set that is known as %s; move it away"
              .formatted(whole, set.name()));
    }
    Path arriving = Files.createDirectories(folder.resolve("." + set.name() + ".arriving"));
    try {
      for (DataFile file : set.files()) {
        Path target = arriving.resolve(file.name());
        if (!Files.exists(target) || !verified(file, target)) {
          download.fetch(file, target);
        }
      }
    } finally {
      deleteIfEmpty(arriving);
    }
    for (DataFile file : set.files()) {
      if (file.unpack()) {
        unpack(arriving.resolve(file.name()), arriving);
      }
    }
    Files.move(arriving, whole, StandardCopyOption.ATOMIC_MOVE);
    Fsync.folder(folder.toAbsolutePath());
    return whole;
  }

  private static boolean verified(DataFile file, Path path) throws IOException {
    FileSummary summary = Sha256.summary(path);
    return summary.bytes() <= file.mostBytes()
        && file.sha256().map(summary.sha256()::equals).orElse(true);
  }

  /// The archive goes last, so that a run cut short unpacks it again.
  private static void unpack(Path archive, Path into) throws IOException {
    Path fresh = into.resolve("." + archive.getFileName() + ".unpacking");
    deleteTree(fresh);
    Files.createDirectory(fresh);
    Unzip.into(archive, fresh);
    try (DirectoryStream<Path> members = Files.newDirectoryStream(fresh)) {
      for (Path member : members) {
        Path place = into.resolve(member.getFileName());
        if (place.equals(archive)) {
          throw new IOException("%s holds a member of its own name".formatted(archive));
        }
        deleteTree(place);
        Files.move(member, place);
      }
    }
    Files.delete(fresh);
    Files.delete(archive);
  }

  private static void deleteIfEmpty(Path folder) throws IOException {
    boolean empty;
    try (Stream<Path> files = Files.list(folder)) {
      empty = files.findAny().isEmpty();
    }
    if (empty) {
      Files.delete(folder);
    }
  }

  private static void deleteTree(Path root) throws IOException {
    if (!Files.exists(root)) {
      return;
    }
    List<Path> paths;
    try (Stream<Path> walk = Files.walk(root)) {
      paths = walk.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : paths) {
      Files.delete(path);
    }
  }
}
