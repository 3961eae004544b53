package io.atp.oracle;

import ai.djl.engine.Engine;
import ai.djl.ndarray.NDManager;
import ai.djl.training.GradientCollector;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// PyTorch on this machine: its natives come from the class path and are unpacked below `target`;
/// nothing is ever fetched.
final class Torch {
  private static final Optional<String> TROUBLE = load();

  private Torch() {}

  /// Why there is no PyTorch here, if there is none.
  static Optional<String> trouble() {
    return TROUBLE;
  }

  private static Optional<String> load() {
    System.setProperty("ai.djl.offline", "true");
    // DJL reports its use to its makers unless told not to.
    System.setProperty("OPT_OUT_TRACKING", "true");
    Path cache = Path.of("target", "djl").toAbsolutePath();
    System.setProperty("DJL_CACHE_DIR", cache.toString());
    System.setProperty("ENGINE_CACHE_DIR", cache.toString());
    System.setProperty("jna.tmpdir", cache.toString());
    System.setProperty("PYTORCH_FLAVOR", "cpu");
    System.setProperty("ai.djl.pytorch.num_interop_threads", "1");
    System.setProperty("ai.djl.pytorch.num_threads", "1");
    try {
      Files.createDirectories(cache);
      engine().getVersion();
      return Optional.empty();
    } catch (Exception | LinkageError e) {
      return Optional.of(rootOf(e).toString());
    }
  }

  private static Throwable rootOf(Throwable e) {
    return e.getCause() == null ? e : rootOf(e.getCause());
  }

  private static Engine engine() {
    return Engine.getEngine("PyTorch");
  }

  /// Owns the arrays made in it.
  static NDManager manager() {
    return engine().newBaseManager();
  }

  /// Between its opening and closing PyTorch records gradients.
  static GradientCollector record() {
    return engine().newGradientCollector();
  }
}
