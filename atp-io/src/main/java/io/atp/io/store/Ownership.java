package io.atp.io.store;

import io.atp.io.json.Json;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Decides whether a folder that exists may be replaced.
///
/// Ours is a folder that is empty, or one whose `run.json` or `manifest.json` names `atp` as its
/// producer and whose every file is listed in them. A single file more, a folder inside or a link
/// makes it someone else's, and it is left alone.
final class Ownership {
  static final String PRODUCER = "atp";
  static final String RUN = "run.json";
  static final String MANIFEST = "manifest.json";

  private static final List<String> LISTS = List.of(RUN, MANIFEST);
  private static final long MAX_LIST_BYTES = 64 << 20;

  private Ownership() {}

  /// @throws IOException in one sentence if the folder is not ours
  static void require(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      throw new IOException("output %s exists and is not a folder; name another".formatted(folder));
    }
    Set<String> listed = new HashSet<>();
    for (String list : LISTS) {
      listed.addAll(listedIn(folder.resolve(list)));
    }
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        String name = entry.getFileName().toString();
        if (!listed.contains(name) || !Files.isRegularFile(entry, LinkOption.NOFOLLOW_LINKS)) {
          throw new IOException(
              "output folder %s exists and holds '%s', which atp did not write; name another folder"
                  .formatted(folder, name));
        }
      }
    }
  }

  /// The list itself and the files it names; nothing if it is absent or not written by us.
  private static Set<String> listedIn(Path list) throws IOException {
    if (!Files.isRegularFile(list, LinkOption.NOFOLLOW_LINKS)
        || Files.size(list) > MAX_LIST_BYTES) {
      return Set.of();
    }
    Object parsed;
    try {
      parsed = Json.parse(Files.readString(list), list.toString());
    } catch (IOException e) {
      return Set.of(); // not JSON, so not ours: the caller refuses the folder by this file's name
    }
    if (!(parsed instanceof Map<?, ?> map)
        || !PRODUCER.equals(map.get("producer"))
        || !(map.get("files") instanceof Map<?, ?> files)) {
      return Set.of();
    }
    Set<String> names = new HashSet<>();
    names.add(list.getFileName().toString());
    files.keySet().forEach(name -> names.add((String) name));
    return names;
  }
}
