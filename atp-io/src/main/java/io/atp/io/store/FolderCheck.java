package io.atp.io.store;

import io.atp.io.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// Compares a native store or the folder of a run with the checksums in its `manifest.json` and
/// `run.json`.
///
/// @param files how many files were compared
/// @param bytes how many bytes these have
/// @param damages what is not as it was written; none in a sound folder
/// @param extra files that no list names, which is no damage
/// @param unchecked files without a checksum: a record of an earlier version
public record FolderCheck(
    int files, long bytes, List<Damage> damages, List<String> extra, List<String> unchecked) {
  private static final long MAX_LIST_BYTES = 64 << 20;
  private static final String NAME = "[A-Za-z0-9][A-Za-z0-9._-]*";

  public FolderCheck {
    damages = List.copyOf(damages);
    extra = List.copyOf(extra);
    unchecked = List.copyOf(unchecked);
  }

  /// One thing that is wrong.
  ///
  /// @param from first byte of the part in which it is, or −1 where no part can be told
  /// @param to first byte after that part, or −1
  public record Damage(String file, long from, long to, String sentence) {}

  public boolean sound() {
    return damages.isEmpty();
  }

  /// @throws IOException if the folder is neither of the two, or cannot be read
  public static FolderCheck of(Path folder) throws IOException {
    return new Work(folder).check();
  }

  /// The lists on the way to a verdict.
  private static final class Work {
    private final Path folder;
    private final Map<String, Expected> expected = new LinkedHashMap<>();
    private final List<Damage> damages = new ArrayList<>();
    private final List<String> unchecked = new ArrayList<>();
    private int lists;

    private Work(Path folder) {
      this.folder = folder;
    }

    private FolderCheck check() throws IOException {
      if (!Files.isDirectory(folder)) {
        throw new IOException("%s is no folder".formatted(folder));
      }
      takeList(Ownership.RUN);
      takeList(Ownership.MANIFEST);
      if (lists == 0) {
        throw new IOException(
            "%s holds neither manifest.json nor run.json, so nothing says what should be in it"
                .formatted(folder));
      }
      List<Map.Entry<String, Expected>> all = List.copyOf(expected.entrySet());
      List<List<Damage>> found;
      try {
        found = all.parallelStream().map(e -> compare(e.getKey(), e.getValue())).toList();
      } catch (UncheckedIOException e) {
        throw e.getCause();
      }
      found.forEach(damages::addAll);
      unchecked.removeAll(expected.keySet()); // one list may vouch for the other
      long bytes = expected.values().stream().mapToLong(Expected::bytes).sum();
      return new FolderCheck(expected.size(), bytes, damages, extra(), unchecked);
    }

    private void takeList(String name) throws IOException {
      Path file = folder.resolve(name);
      if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
        return;
      }
      lists++;
      long size = Files.size(file);
      if (size > MAX_LIST_BYTES) {
        damages.add(whole(name, size, "has %,d bytes, no list of files".formatted(size)));
        return;
      }
      String text;
      try {
        text = Files.readString(file);
      } catch (CharacterCodingException e) {
        damages.add(whole(name, size, "is not UTF-8 text"));
        return;
      }
      switch (SelfChecked.check(text)) {
        case WHOLE -> {}
        case DAMAGED -> damages.add(whole(name, size, "is not as it was written"));
        case UNCHECKED -> unchecked.add(name);
      }
      Object parsed;
      try {
        parsed = Json.parse(text, name);
      } catch (IOException e) {
        damages.add(whole(name, size, "cannot be read: " + e.getMessage()));
        return;
      }
      if (parsed instanceof Map<?, ?> map && map.get("files") instanceof Map<?, ?> files) {
        files.forEach((listed, facts) -> take(name, listed.toString(), facts));
      } else {
        damages.add(whole(name, size, "lists no files"));
      }
    }

    private void take(String list, String name, Object facts) {
      if (name.matches(NAME)
          && facts instanceof Map<?, ?> map
          && map.get("bytes") instanceof Long bytes
          && map.get("sha256") instanceof String sha256) {
        String blocks =
            map.get("blockCrc32c") instanceof String digits
                    && map.get("blockBytes") instanceof Long size
                    && size == FileSummary.BLOCK_BYTES
                ? digits
                : "";
        Expected here = new Expected(bytes, sha256, blocks);
        Expected before = expected.putIfAbsent(name, here);
        if (before != null && !before.sha256().equals(here.sha256())) {
          damages.add(
              new Damage(list, -1, -1, "%s: disagrees with run.json on %s".formatted(list, name)));
        }
      } else {
        damages.add(new Damage(list, -1, -1, "%s: no facts of '%.80s'".formatted(list, name)));
      }
    }

    private static Damage whole(String file, long size, String what) {
      return new Damage(file, 0, size, "%s %s".formatted(file, what));
    }

    private List<Damage> compare(String name, Expected wanted) {
      Path file = folder.resolve(name);
      if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
        return List.of(new Damage(name, -1, -1, name + " is missing"));
      }
      try {
        return wanted.compare(name, Sha256.summary(file));
      } catch (IOException e) {
        throw new UncheckedIOException(
            new IOException("%s cannot be read: %s".formatted(file, e.getMessage()), e));
      }
    }

    private Set<String> listed() {
      Set<String> names = new TreeSet<>(expected.keySet());
      names.add(Ownership.RUN);
      names.add(Ownership.MANIFEST);
      return names;
    }

    private List<String> extra() throws IOException {
      Set<String> names = new TreeSet<>();
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
        entries.forEach(entry -> names.add(entry.getFileName().toString()));
      }
      names.removeAll(listed());
      return List.copyOf(names);
    }
  }

  /// What a list says of a file.
  private record Expected(long bytes, String sha256, String blocks) {
    private List<Damage> compare(String name, FileSummary found) {
      List<Damage> damages = new ArrayList<>();
      if (found.bytes() != bytes) {
        damages.add(
            new Damage(
                name,
                Math.min(found.bytes(), bytes),
                Math.max(found.bytes(), bytes),
                "%s has %,d bytes, %,d were written".formatted(name, found.bytes(), bytes)));
      }
      long block = 0;
      int digits = FileSummary.BLOCK_DIGITS;
      for (int at = 0; at + digits <= Math.min(blocks.length(), found.blocks().length()); ) {
        long from = block * FileSummary.BLOCK_BYTES;
        long to = Math.min(from + FileSummary.BLOCK_BYTES, bytes);
        boolean whole = to <= found.bytes() && (to < bytes || found.bytes() == bytes);
        if (whole && !blocks.regionMatches(at, found.blocks(), at, digits)) {
          damages.add(
              new Damage(
                  name,
                  from,
                  to,
                  "%s is damaged in block %d, bytes %d to %d".formatted(name, block, from, to)));
        }
        at += digits;
        block++;
      }
      if (damages.isEmpty() && !found.sha256().equals(sha256)) {
        damages.add(
            new Damage(name, 0, bytes, "%s is damaged: its SHA-256 differs".formatted(name)));
      }
      return damages;
    }
  }
}
