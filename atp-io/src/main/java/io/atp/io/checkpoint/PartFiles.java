package io.atp.io.checkpoint;

import io.atp.core.runtime.Checkpoint;
import io.atp.core.runtime.Workers;
import io.atp.io.store.Fsync;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A [Checkpoint] in a [WorkFolder]: files of parts, and for each part a note `PART.json` with its
/// place, what was told of it, and the CRC-32C of every 4 MB.
public final class PartFiles implements Checkpoint {
  private static final long PIECE_BYTES = 4 << 20;
  private static final String NOTE = ".json";

  private final WorkFolder folder;
  private final Workers workers;
  private final Map<String, Integer> counts = new HashMap<>();
  private final Set<String> own = new HashSet<>();
  private final Set<String> resumed = new LinkedHashSet<>();

  public PartFiles(WorkFolder folder, Workers workers) {
    this.folder = folder;
    this.workers = workers;
  }

  /// The parts of an earlier run that this one used, in the order it met them.
  public List<String> resumed() {
    return List.copyOf(resumed);
  }

  /// Whether a run that ends now has left anything to go on from.
  public boolean holdsAny() {
    return !own.isEmpty() || !resumed.isEmpty();
  }

  @Override
  public String next(String kind) {
    return kind + "-" + counts.merge(kind, 1, Integer::sum);
  }

  @Override
  public Path file(String name) {
    return folder.file(name);
  }

  @Override
  public void keep(String part, Path file, long from, long to, long... told) {
    try {
      Fsync.file(file);
      Map<String, Object> note = new LinkedHashMap<>();
      note.put("file", file.getFileName().toString());
      note.put("from", from);
      note.put("to", to);
      note.put("told", told);
      note.put("pieces", PieceSums.of(file, from, to - from, PIECE_BYTES, workers).digits());
      folder.writeNote(part + NOTE, note);
      own.add(part);
    } catch (IOException e) {
      throw new UncheckedIOException(
          new IOException(
              "%s cannot be written: %s".formatted(folder.file(part), e.getMessage()), e));
    }
  }

  @Override
  public Optional<Part> find(String part) {
    try {
      Optional<Part> found = checked(part);
      if (found.isPresent() && !own.contains(part)) {
        resumed.add(part);
      }
      return found;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Optional<Part> checked(String part) throws IOException {
    Path noteFile = folder.file(part + NOTE);
    Optional<Map<String, Object>> note = folder.note(part + NOTE);
    if (note.isEmpty()
        || !(note.get().get("file") instanceof String name)
        || !(note.get().get("from") instanceof Long from)
        || !(note.get().get("to") instanceof Long to)
        || !(note.get().get("told") instanceof List<?> told)
        || !(note.get().get("pieces") instanceof String digits)) {
      if (Files.deleteIfExists(noteFile)) {
        folder.tell("%s is damaged, so this part is made again".formatted(noteFile));
      }
      return Optional.empty();
    }
    Path file = folder.file(name);
    if (!Files.isRegularFile(file) || Files.size(file) < to) {
      folder.tell("%s is not whole, so this part is made again".formatted(file));
      Files.delete(noteFile);
      return Optional.empty();
    }
    int damaged =
        PieceSums.parse(digits)
            .firstDifference(PieceSums.of(file, from, to - from, PIECE_BYTES, workers));
    if (damaged >= 0) {
      long start = from + damaged * PIECE_BYTES;
      folder.tell(
          "%s is damaged in bytes %d to %d, so this part is made again"
              .formatted(file, start, Math.min(to, start + PIECE_BYTES) - 1));
      Files.delete(noteFile);
      return Optional.empty();
    }
    return Optional.of(
        new Part(file, from, to, told.stream().mapToLong(number -> (Long) number).toArray()));
  }

  @Override
  public void drop(String part) {
    try {
      Files.deleteIfExists(folder.file(part + NOTE));
      Files.deleteIfExists(folder.file(part));
      own.remove(part);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void discard(String name, String why) {
    boolean any = false;
    try (var files = Files.newDirectoryStream(folder.path(), name + "-*")) {
      for (Path file : files) {
        Files.delete(file);
        any = true;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (any) {
      folder.tell("%s-* are not used: %s".formatted(folder.file(name), why));
    }
    own.removeIf(part -> part.startsWith(name + "-"));
    resumed.removeIf(part -> part.startsWith(name + "-"));
  }
}
