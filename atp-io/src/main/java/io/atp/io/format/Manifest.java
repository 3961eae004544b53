package io.atp.io.format;

import io.atp.io.json.Json;
import io.atp.io.store.NativeStore;
import io.atp.io.text.TextFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// The `manifest.json` of a native store, or an object inside it: values by key, each of the kind
/// asked for.
final class Manifest {
  private static final long MAX_BYTES = 16 << 20;

  private final Path folder;
  private final Map<?, ?> values;

  private Manifest(Path folder, Map<?, ?> values) {
    this.folder = folder;
    this.values = values;
  }

  static Manifest read(Path folder) throws IOException {
    Path file = folder.resolve(NativeStore.MANIFEST);
    Object parsed = Json.parse(TextFile.whole(file, MAX_BYTES, "manifest"), file.toString());
    if (!(parsed instanceof Map<?, ?> values)) {
      throw new IOException("%s is no JSON object".formatted(file));
    }
    Manifest manifest = new Manifest(folder, values);
    long version = manifest.number("formatVersion");
    if (version != NativeStore.FORMAT_VERSION) {
      throw new IOException(
          "%s has format version %d; version %d is read"
              .formatted(file, version, NativeStore.FORMAT_VERSION));
    }
    return manifest;
  }

  boolean has(String key) {
    return values.containsKey(key);
  }

  long number(String key) throws IOException {
    if (values.get(key) instanceof Long number && number >= 0) {
      return number;
    }
    throw wrong(key, "a whole number from 0 on");
  }

  long whole(String key) throws IOException {
    if (values.get(key) instanceof Long number) {
      return number;
    }
    throw wrong(key, "a whole number");
  }

  double decimal(String key) throws IOException {
    if (values.get(key) instanceof Number number) {
      return number.doubleValue();
    }
    throw wrong(key, "a number");
  }

  boolean truth(String key) throws IOException {
    if (values.get(key) instanceof Boolean truth) {
      return truth;
    }
    throw wrong(key, "true or false");
  }

  String text(String key) throws IOException {
    if (values.get(key) instanceof String text) {
      return text;
    }
    throw wrong(key, "a text");
  }

  Manifest part(String key) throws IOException {
    if (values.get(key) instanceof Map<?, ?> part) {
      return new Manifest(folder, part);
    }
    throw wrong(key, "an object");
  }

  boolean lists(String name) throws IOException {
    return part("files").values.containsKey(name);
  }

  /// A file the manifest lists, there and of the size listed.
  Path file(String name) throws IOException {
    long bytes = part("files").part(name).number("bytes");
    Path file = folder.resolve(name);
    if (!Files.isRegularFile(file)) {
      throw new IOException("%s is missing, although the manifest lists it".formatted(file));
    }
    if (Files.size(file) != bytes) {
      throw new IOException(
          "%s has %,d bytes, the manifest lists %,d".formatted(file, Files.size(file), bytes));
    }
    return file;
  }

  private IOException wrong(String key, String wanted) {
    return new IOException(
        "%s: '%s' must be %s, got %.40s"
            .formatted(folder.resolve(NativeStore.MANIFEST), key, wanted, values.get(key)));
  }

  @Override
  public String toString() {
    return folder.toString();
  }
}
