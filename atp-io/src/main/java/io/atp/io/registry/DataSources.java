package io.atp.io.registry;

import io.atp.io.dataset.FileTrouble;
import io.atp.io.dataset.GraphReader;
import io.atp.io.format.GraphFiles;
import java.io.File;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// Turns what a user typed for DATA into a path: one that exists, or a data set found by its name
/// in the [DataFolders], or downloaded.
///
/// @param offline nothing is downloaded
public record DataSources(
    Registry registry, DataFolders folders, boolean offline, Download download) {

  /// @param dataSet what it is, where it was found by name
  public record Found(Path path, Optional<DataSet> dataSet, boolean downloaded) {}

  /// @throws IOException if there is neither such a path nor such a data set, saying where it was
  ///   looked for and how to get it
  public Found find(String nameOrPath) throws IOException {
    Path path = Path.of(nameOrPath);
    if (Files.exists(path) || anyReaderAccepts(path)) {
      return new Found(path, Optional.empty(), false);
    }
    Optional<DataSet> known = registry.find(nameOrPath);
    if (known.isEmpty()) {
      throw unknown(nameOrPath);
    }
    DataSet set = known.get();
    for (Path folder : folders.searched()) {
      Optional<Path> there = set.in(folder);
      if (there.isPresent()) {
        return new Found(there.get(), known, false);
      }
    }
    if (offline) {
      throw new NotAtHand(absent(set) + "; without --offline it would be downloaded");
    }
    return new Found(fetch(set), known, true);
  }

  /// Some paths name no file: the beginning of several, for example.
  private static boolean anyReaderAccepts(Path path) throws IOException {
    for (GraphReader reader : GraphFiles.readers()) {
      if (reader.accepts(path)) {
        return true;
      }
    }
    return false;
  }

  private Path fetch(DataSet set) throws IOException {
    try {
      new Cache(folders.cache()).fetch(set, download);
    } catch (FileSystemException e) {
      throw FileTrouble.sentence(e, "cannot be written");
    } catch (IOException e) {
      throw new IOException("%s, and %s".formatted(absent(set), e.getMessage()), e);
    }
    return set.in(folders.cache())
        .orElseThrow(
            () ->
                new IOException(
                    "%s was downloaded into %s, but is not laid out as expected"
                        .formatted(set.name(), folders.cache().resolve(set.name()))));
  }

  private String absent(DataSet set) {
    return "%s is in none of %s (it is described at %s)"
        .formatted(
            set.name(),
            folders.searched().stream().map(Path::toString).collect(Collectors.joining(", ")),
            set.home());
  }

  private IOException unknown(String typed) {
    if (typed.contains("/") || typed.contains(".") || typed.contains(File.separator)) {
      return new IOException("%s does not exist".formatted(typed));
    }
    String sentence = "'%s' is neither a file nor a data set known by name".formatted(typed);
    return new IOException(
        registry
            .nearest(typed.toLowerCase(Locale.ROOT))
            .map(near -> "%s; did you mean %s?".formatted(sentence, near))
            .orElseGet(
                () ->
                    "%s: give a path, or one of %s"
                        .formatted(
                            sentence,
                            registry.all().stream()
                                .map(DataSet::name)
                                .collect(Collectors.joining(", ")))));
  }
}
