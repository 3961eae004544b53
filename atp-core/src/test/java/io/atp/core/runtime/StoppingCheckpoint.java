package io.atp.core.runtime;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// A checkpoint that lives in a folder and a map, and can end the work after so many parts.
public final class StoppingCheckpoint implements Checkpoint {
  private final Path folder;
  private final Map<String, Part> parts = new TreeMap<>();
  private final Map<String, Integer> counts = new HashMap<>();
  private final List<String> found = new ArrayList<>();
  private int left = Integer.MAX_VALUE;

  public StoppingCheckpoint(Path folder) {
    this.folder = folder;
  }

  /// The end of a process.
  public static final class Stopped extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /// Begins a run that ends right after its `count`-th part is kept.
  public StoppingCheckpoint stopAfter(int count) {
    left = count;
    counts.clear();
    found.clear();
    return this;
  }

  /// Begins a run that nothing stops.
  public StoppingCheckpoint goOn() {
    return stopAfter(Integer.MAX_VALUE);
  }

  public Map<String, Part> parts() {
    return parts;
  }

  /// What this run took over, in the order it asked.
  public List<String> found() {
    return found;
  }

  @Override
  public String next(String kind) {
    return kind + "-" + counts.merge(kind, 1, Integer::sum);
  }

  @Override
  public Path file(String name) {
    return folder.resolve(name);
  }

  @Override
  public void keep(String part, Path file, long from, long to, long... told) {
    parts.put(part, new Part(file, from, to, told));
    if (--left == 0) {
      throw new Stopped();
    }
  }

  @Override
  public Optional<Part> find(String part) {
    Optional<Part> kept = Optional.ofNullable(parts.get(part));
    kept.ifPresent(_ -> found.add(part));
    return kept;
  }

  @Override
  public void drop(String part) {
    parts.remove(part);
    try {
      Files.deleteIfExists(file(part));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void discard(String name, String why) {
    List.copyOf(parts.keySet()).stream()
        .filter(part -> part.startsWith(name + "-"))
        .forEach(this::drop);
  }
}
