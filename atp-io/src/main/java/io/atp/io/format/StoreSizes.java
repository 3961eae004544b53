package io.atp.io.format;

import io.atp.io.store.NativeStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// How large the graph of a native store is, from its manifest alone.
public record StoreSizes(long nodes, long arcs, int features) {
  /// Empty where `path` is no native store.
  public static Optional<StoreSizes> of(Path path) throws IOException {
    if (!Files.isRegularFile(path.resolve(NativeStore.MANIFEST))) {
      return Optional.empty();
    }
    Manifest manifest = Manifest.read(path);
    long features = manifest.has("features") ? manifest.number("features") : 0;
    return Optional.of(
        new StoreSizes(
            manifest.number("nodes"),
            manifest.number("arcs"),
            (int) Math.min(features, Integer.MAX_VALUE)));
  }
}
