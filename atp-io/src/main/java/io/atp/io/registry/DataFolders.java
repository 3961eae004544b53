package io.atp.io.registry;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Where data sets are looked for, in order, and where downloads go.
///
/// @param searched the folder the user named, those of `ATP_DATA`, and the cache
/// @param cache `$XDG_CACHE_HOME/atp`, or `.cache/atp` in the user's home
public record DataFolders(List<Path> searched, Path cache) {
  public DataFolders {
    searched = List.copyOf(searched);
  }

  /// @param environment as [System#getenv()] gives it
  public static DataFolders of(
      Optional<Path> named, Map<String, String> environment, Path userHome) {
    List<Path> searched = new ArrayList<>();
    named.ifPresent(searched::add);
    for (String folder : environment.getOrDefault("ATP_DATA", "").split(File.pathSeparator)) {
      if (!folder.isBlank()) {
        searched.add(Path.of(folder));
      }
    }
    String xdg = environment.getOrDefault("XDG_CACHE_HOME", "");
    boolean usable = !xdg.isBlank() && Path.of(xdg).isAbsolute(); // as its standard demands
    Path cache = (usable ? Path.of(xdg) : userHome.resolve(".cache")).resolve("atp");
    searched.add(cache);
    return new DataFolders(searched, cache);
  }
}
