package io.atp.io.format;

import io.atp.io.text.Place;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/// Files that a description inside a folder names.
final class FolderFile {
  private FolderFile() {}

  /// The regular file of that name, which lies in the folder whatever links stand on the way.
  ///
  /// @param named a path with `/` between its steps
  /// @param source who names it
  static Path of(Path folder, String named, String source) throws IOException {
    Path relative;
    try {
      relative = Path.of(named);
    } catch (InvalidPathException e) {
      throw new IOException(
          "%s names the impossible file '%.80s'".formatted(source, Place.shown(named)), e);
    }
    if (relative.isAbsolute() || named.isBlank() || climbs(relative)) {
      throw new IOException(
          "%s names '%.80s', which does not lie inside its folder"
              .formatted(source, Place.shown(named)));
    }
    Path file = folder.resolve(relative);
    if (!Files.isRegularFile(file)) {
      throw new IOException(
          "%s names '%.80s', and there is no such file".formatted(source, Place.shown(named)));
    }
    if (!file.toRealPath().startsWith(folder.toRealPath())) {
      throw new IOException(
          "%s names '%.80s', a link that leads out of its folder"
              .formatted(source, Place.shown(named)));
    }
    return file;
  }

  /// What to call the graph of a folder.
  static String title(Path folder) {
    Path name = folder.toAbsolutePath().normalize().getFileName();
    return name == null ? "graph" : name.toString();
  }

  private static boolean climbs(Path relative) {
    for (Path step : relative) {
      if (step.toString().equals("..")) {
        return true;
      }
    }
    return false;
  }
}
