package io.atp.io.registry;

import io.atp.io.dataset.SplitRule;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A public data set.
///
/// @param name what users type, and the name of its folder in the cache
/// @param aliases other names users type
/// @param title its name in prose
/// @param paper what the ATP paper calls it, if it is one of the paper's twelve
/// @param home where it is described
/// @param licence what its home says about its use
/// @param split how it is usually parted; absent where there are no classes
/// @param counts what the whole file holds
/// @param largestComponent nodes and edges of the largest component, where it is not the whole
/// @param places where it may lie in a folder of data sets, best first
/// @param files what is downloaded
public record DataSet(
    String name,
    List<String> aliases,
    String title,
    Optional<String> paper,
    URI home,
    String licence,
    Optional<SplitRule> split,
    Counts counts,
    Optional<Counts> largestComponent,
    List<Place> places,
    List<DataFile> files) {

  /// @param path relative to a folder of data sets, with `/` between its parts
  public record Place(Layout layout, String path) {}

  public DataSet {
    aliases = List.copyOf(aliases);
    places = List.copyOf(places);
    files = List.copyOf(files);
  }

  /// Whether the usual experiments keep the largest component only.
  public boolean largestComponentOnly() {
    return split.orElse(null) instanceof SplitRule.PerClass rule && rule.largestComponentOnly();
  }

  /// The path to read, if the folder holds this data set: as a native store under its own name, or
  /// in one of its [#places].
  Optional<Path> in(Path folder) {
    Path store = folder.resolve(name);
    if (Files.isRegularFile(store.resolve("manifest.json"))) {
      return Optional.of(store);
    }
    for (Place place : places) {
      Path path = folder.resolve(place.path());
      if (place.layout().present(path)) {
        return Optional.of(path);
      }
    }
    return Optional.empty();
  }
}
