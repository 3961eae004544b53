package io.atp.io.checkpoint;

import io.atp.io.npy.Npy;
import io.atp.io.npy.NpyWriter;
import io.atp.io.store.Fsync;
import io.atp.io.store.Sha256;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// One number per node that took long to find, and what was found out on the way.
///
/// @param told what belongs to it in the run record
public record SavedVector(double[] values, Map<String, Object> told) {
  /// Leaves it in the folder, on disk.
  public void save(WorkFolder folder, String name) throws IOException {
    Path file = folder.file(name + ".npy");
    Files.deleteIfExists(folder.file(name + ".json"));
    Files.deleteIfExists(file);
    NpyWriter.write(file, "<f8", new long[] {values.length}, MemorySegment.ofArray(values));
    Fsync.file(file);
    Map<String, Object> note = new LinkedHashMap<>();
    note.put("sha256", Sha256.summary(file).sha256());
    note.put("told", told);
    folder.writeNote(name + ".json", note);
  }

  /// What an earlier run left, if it is as it was written.
  public static Optional<SavedVector> load(WorkFolder folder, String name) throws IOException {
    Path file = folder.file(name + ".npy");
    Optional<Map<String, Object>> note = folder.note(name + ".json");
    if (note.isEmpty() || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      if (Files.exists(folder.file(name + ".json"))) {
        folder.tell("%s is damaged, so it is made again".formatted(folder.file(name + ".json")));
      }
      return Optional.empty();
    }
    if (!Sha256.summary(file).sha256().equals(note.get().get("sha256"))) {
      folder.tell("%s is damaged, so it is made again".formatted(file));
      return Optional.empty();
    }
    Map<String, Object> told = new LinkedHashMap<>();
    if (note.get().get("told") instanceof Map<?, ?> map) {
      map.forEach((key, value) -> told.put(key.toString(), value));
    }
    return Optional.of(new SavedVector(Npy.read(file).toDoubles(), told));
  }
}
