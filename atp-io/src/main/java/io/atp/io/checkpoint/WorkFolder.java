package io.atp.io.checkpoint;

import io.atp.io.dataset.FileTrouble;
import io.atp.io.json.Json;
import io.atp.io.store.Fsync;
import io.atp.io.store.SelfChecked;
import io.atp.io.store.Sha256;
import io.atp.io.store.TemporaryFolder;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;

/// `.NAME.atp-checkpoint`, the hidden folder beside the output NAME in which finished parts wait.
///
/// It belongs to the facts it was begun with, data and settings; with other facts it is emptied,
/// and [#news] says which of them changed. Notes in it carry checksums of themselves: one that is
/// damaged is not there. One process at a time has it open.
public final class WorkFolder implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(WorkFolder.class.getName());
  private static final String FACTS = "facts.json";
  private static final String LOCK = "lock";
  private static final long MAX_NOTE_BYTES = 256 << 20;

  private final Path path;
  private final FileChannel lock;
  private final String fingerprint;
  private String news;

  private WorkFolder(Path path, FileChannel lock, String fingerprint) {
    this.path = path;
    this.lock = lock;
    this.fingerprint = fingerprint;
  }

  /// @param out the output the parts are for
  /// @param facts all that decides a byte of it: settings, and checksums of the data
  /// @throws IOException if another process has it open, or it cannot be made
  public static WorkFolder open(Path out, Map<String, ?> facts) throws IOException {
    Path path = pathFor(out);
    try {
      Files.createDirectories(path);
      FileChannel lock =
          FileChannel.open(path.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (!locked(lock)) {
        lock.close();
        throw new IOException("%s is in use: another run is working on %s".formatted(path, out));
      }
      String text = Json.write(facts);
      var folder = new WorkFolder(path, lock, Sha256.of(text));
      folder.begin(text);
      return folder;
    } catch (FileSystemException e) {
      throw FileTrouble.sentence(e, "cannot be written");
    }
  }

  /// Where the folder of an output is, or would be.
  public static Path pathFor(Path out) throws IOException {
    Path real = Files.exists(out) ? out.toRealPath() : out.toAbsolutePath().normalize();
    if (real.getParent() == null) {
      throw new IOException("%s cannot be an output folder".formatted(out));
    }
    return real.resolveSibling("." + real.getFileName() + ".atp-checkpoint");
  }

  private static boolean locked(FileChannel channel) throws IOException {
    try {
      FileLock held = channel.tryLock();
      return held != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  private void begin(String factsText) throws IOException {
    Map<?, ?> facts = (Map<?, ?>) Json.parse(factsText, FACTS);
    boolean any = Files.exists(path.resolve(FACTS));
    Optional<Map<String, Object>> before = note(FACTS);
    if (before.isPresent() && before.get().get("facts") instanceof Map<?, ?> old) {
      if (old.equals(facts)) {
        return;
      }
      tell(
          "%s is of other data or settings (%s), so it is not used"
              .formatted(path, difference(old, facts)));
    } else if (any) {
      tell("%s is damaged, so it is not used".formatted(path.resolve(FACTS)));
    }
    empty();
    Map<String, Object> note = new LinkedHashMap<>();
    note.put("producer", "atp");
    note.put("facts", facts);
    try {
      writeNote(FACTS, note);
    } catch (IOException e) {
      throw new IOException(
          "%s cannot be written: %s".formatted(path.resolve(FACTS), e.getMessage()), e);
    }
  }

  private static String difference(Map<?, ?> old, Map<?, ?> now) {
    TreeSet<String> changed = new TreeSet<>();
    old.forEach((key, value) -> noteChange(changed, key, value, now.get(key)));
    now.forEach((key, value) -> noteChange(changed, key, value, old.get(key)));
    return String.join(", ", changed) + " changed";
  }

  private static void noteChange(TreeSet<String> changed, Object key, Object a, Object b) {
    if (!Objects.equals(a, b)) {
      changed.add(key.toString());
    }
  }

  private void empty() throws IOException {
    try (var entries = Files.newDirectoryStream(path)) {
      for (Path entry : entries) {
        if (!entry.getFileName().toString().equals(LOCK)) {
          Files.delete(entry);
        }
      }
    }
  }

  public Path path() {
    return path;
  }

  public Path file(String name) {
    return path.resolve(name);
  }

  /// What there is to say of an earlier run's parts that are not used.
  public Optional<String> news() {
    return Optional.ofNullable(news);
  }

  /// Remembers what is to be said, and logs it.
  void tell(String sentence) {
    LOG.log(System.Logger.Level.WARNING, sentence);
    news = news == null ? sentence : news + "; " + sentence;
  }

  /// Puts a note in place in one step, and on disk before this returns.
  void writeNote(String name, Map<String, ?> content) throws IOException {
    Map<String, Object> note = new LinkedHashMap<>(content);
    note.put("of", fingerprint);
    Path growing = path.resolve(name + ".new");
    Files.writeString(growing, SelfChecked.write(note));
    Fsync.file(growing);
    Files.move(growing, path.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    Fsync.folder(path);
  }

  /// A note as it was written; nothing where it is absent, damaged, or of other facts.
  Optional<Map<String, Object>> note(String name) throws IOException {
    Path file = path.resolve(name);
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        || Files.size(file) > MAX_NOTE_BYTES) {
      return Optional.empty();
    }
    try {
      String text = Files.readString(file);
      if (SelfChecked.check(text) == SelfChecked.Verdict.WHOLE
          && Json.parse(text, name) instanceof Map<?, ?> map
          && (name.equals(FACTS) || fingerprint.equals(map.get("of")))) {
        Map<String, Object> note = new LinkedHashMap<>();
        map.forEach((key, value) -> note.put(key.toString(), value));
        return Optional.of(note);
      }
      return Optional.empty();
    } catch (CharacterCodingException e) {
      return Optional.empty(); // not as it was written
    }
  }

  /// Removes the folder: the output is in place.
  public void remove() throws IOException {
    close();
    TemporaryFolder.delete(path);
  }

  @Override
  public void close() throws IOException {
    lock.close();
  }
}
