package io.atp.io.registry;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/// A zip archive of unknown intent → plain files in an empty folder.
///
/// Refused, before anything is written: names that lead out of the folder, names given twice (also
/// where only a file system without case would confuse them), links and other special members, too
/// many members. Refused while writing: more than max(64 MB, 200 × the archive) bytes, and contents
/// that do not match their checksum.
final class Unzip {
  private static final int MOST_MEMBERS = 100_000;
  private static final long ALWAYS_ALLOWED = 64L << 20;
  private static final long MAX_RATIO = 200;
  private static final int PIECE = 1 << 16;

  private final Path archive;
  private final Path folder;
  private long allowed;

  private Unzip(Path archive, Path folder) throws IOException {
    this.archive = archive;
    this.folder = folder;
    this.allowed = Math.max(ALWAYS_ALLOWED, MAX_RATIO * Files.size(archive));
  }

  /// @param folder exists and is empty
  static void into(Path archive, Path folder) throws IOException {
    try (ZipFile zip = new ZipFile(archive.toFile())) {
      var unzip = new Unzip(archive, folder);
      List<? extends ZipEntry> members = zip.stream().toList();
      unzip.check(members);
      for (ZipEntry member : members) {
        unzip.write(zip, member);
      }
    } catch (ZipException e) {
      throw new IOException("%s is no whole zip archive: %s".formatted(archive, e.getMessage()), e);
    }
  }

  private void check(List<? extends ZipEntry> members) throws IOException {
    if (members.size() > MOST_MEMBERS) {
      throw new IOException(
          "%s has %,d members; up to %,d are allowed"
              .formatted(archive, members.size(), MOST_MEMBERS));
    }
    ZipLinks.refuse(archive);
    long announced = members.stream().mapToLong(member -> Math.max(0, member.getSize())).sum();
    long free = Files.getFileStore(folder).getUsableSpace();
    if (announced > free) {
      throw new IOException(
          "%s unpacks to %,d bytes, and the disk has %,d left".formatted(archive, announced, free));
    }
    Set<String> seen = new HashSet<>();
    for (ZipEntry member : members) {
      String name = member.getName();
      if (unsafe(name)) {
        throw new IOException(
            "%s has a member named '%.80s', which points outside the archive"
                .formatted(archive, name));
      }
      if (!seen.add(name.toLowerCase(Locale.ROOT))) {
        throw new IOException("%s has two members named '%.80s'".formatted(archive, name));
      }
    }
  }

  private static boolean unsafe(String name) {
    if (name.isEmpty()
        || name.startsWith("/")
        || name.contains("\\")
        || name.contains(":")
        || name.chars().anyMatch(c -> c < ' ')) {
      return true;
    }
    for (String step : name.split("/")) {
      if (step.isEmpty() || step.equals(".") || step.equals("..")) {
        return true;
      }
    }
    return false;
  }

  private void write(ZipFile zip, ZipEntry member) throws IOException {
    Path path = folder.resolve(member.getName());
    if (member.isDirectory()) {
      Files.createDirectories(path);
      return;
    }
    Files.createDirectories(path.getParent());
    var sum = new CRC32();
    byte[] piece = new byte[PIECE];
    try (InputStream in = zip.getInputStream(member);
        OutputStream out = Files.newOutputStream(path, StandardOpenOption.CREATE_NEW)) {
      for (int length; (length = in.read(piece)) > 0; ) {
        allowed -= length;
        if (allowed < 0) {
          throw new IOException(
              "%s inflates to more than %,d times its %,d bytes; so much is refused"
                  .formatted(archive, MAX_RATIO, Files.size(archive)));
        }
        sum.update(piece, 0, length);
        out.write(piece, 0, length);
      }
    }
    if (sum.getValue() != member.getCrc()) {
      throw new IOException(
          "%s: the member '%.80s' is damaged".formatted(archive, member.getName()));
    }
  }
}
