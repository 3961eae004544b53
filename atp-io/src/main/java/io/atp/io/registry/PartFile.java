package io.atp.io.registry;

import io.atp.io.store.Fsync;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/// A file that is still arriving: `.NAME.part` beside the place it will take, and `.NAME.version`
/// with what the server called the version (an ETag, or a date). Both outlive the process, so that
/// a later one can go on. Locked against a second process.
final class PartFile implements AutoCloseable {
  private final Path target;
  private final Path part;
  private final Path version;
  private final FileChannel channel;
  private long length;

  private PartFile(Path target, Path part, FileChannel channel) throws IOException {
    this.target = target;
    this.part = part;
    this.version = target.resolveSibling("." + target.getFileName() + ".version");
    this.channel = channel;
    this.length = channel.size();
    channel.position(length);
  }

  static PartFile open(Path target) throws IOException {
    Path part = target.resolveSibling("." + target.getFileName() + ".part");
    FileChannel channel =
        FileChannel.open(
            part, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      if (!locked(channel)) {
        throw new RefusedException("%s is being downloaded by another process; wait for it", part);
      }
      return new PartFile(target, part, channel);
    } catch (Throwable e) {
      channel.close();
      throw e;
    }
  }

  private static boolean locked(FileChannel channel) throws IOException {
    try {
      FileLock lock = channel.tryLock(); // held until the channel closes
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false; // another thread of this process
    }
  }

  long length() {
    return length;
  }

  Path path() {
    return part;
  }

  /// What the server called the version that the bytes so far belong to.
  Optional<String> version() throws IOException {
    return length > 0 && Files.isRegularFile(version)
        ? Optional.of(Files.readString(version)).filter(text -> !text.isEmpty())
        : Optional.empty();
  }

  /// Forgets all bytes; those to come belong to this version.
  void startOver(Optional<String> newVersion) throws IOException {
    channel.truncate(0);
    channel.position(0);
    length = 0;
    if (newVersion.isPresent()) {
      Files.writeString(version, newVersion.get());
    } else {
      Files.deleteIfExists(version);
    }
  }

  void append(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      length += channel.write(bytes);
    }
  }

  /// Gives the file its name, once its bytes are on the disk.
  void finish() throws IOException {
    channel.force(true);
    Files.move(part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    Files.deleteIfExists(version);
    Fsync.folder(target.toAbsolutePath().getParent());
  }

  /// Removes every trace of it.
  void discard() throws IOException {
    startOver(Optional.empty());
    Files.deleteIfExists(part);
  }

  /// What holds no byte yet is of no use to a later run.
  @Override
  public void close() throws IOException {
    if (length == 0) {
      Files.deleteIfExists(part);
    }
    channel.close();
  }
}
