package io.atp.core.kernel;

import io.atp.core.runtime.Require;

/// Chooses the edition of all kernels once: vector where the JVM offers `jdk.incubator.vector`,
/// scalar otherwise.
///
/// The property `atp.kernels` forces one: `vector`, `scalar`, or `auto` (the default). The choice
/// is logged.
public final class Kernels {
  public static final String PROPERTY = "atp.kernels";

  private static final System.Logger LOG = System.getLogger(Kernels.class.getName());

  /// Kernels that are chosen together.
  private record Edition(
      RowKernels rows,
      ElementKernels elements,
      HeadKernels heads,
      AttentionKernels attention,
      TileKernels tiles) {}

  private static volatile Edition active;

  private Kernels() {}

  /// The row kernels this process runs with.
  ///
  /// @throws IllegalArgumentException where the property names no edition
  public static RowKernels active() {
    return edition().rows();
  }

  /// The element kernels this process runs with.
  ///
  /// @throws IllegalArgumentException where the property names no edition
  public static ElementKernels elements() {
    return edition().elements();
  }

  /// The kernels for several heads that this process runs with.
  ///
  /// @throws IllegalArgumentException where the property names no edition
  public static HeadKernels heads() {
    return edition().heads();
  }

  /// The kernels of attention that this process runs with.
  ///
  /// @throws IllegalArgumentException where the property names no edition
  public static AttentionKernels attention() {
    return edition().attention();
  }

  static TileKernels tiles() {
    return edition().tiles();
  }

  private static Edition edition() {
    Edition chosen = active;
    return chosen != null ? chosen : chooseOnce();
  }

  private static synchronized Edition chooseOnce() {
    if (active == null) {
      active = choose(System.getProperty(PROPERTY, "auto"));
    }
    return active;
  }

  public static RowKernels scalar() {
    return new ScalarKernels();
  }

  /// @throws IllegalStateException where the JVM was started without the vector module
  public static RowKernels vector() {
    requireVectorModule();
    return new VectorKernels();
  }

  public static HeadKernels scalarHeads() {
    return new ScalarHeadKernels();
  }

  /// @throws IllegalStateException where the JVM was started without the vector module
  public static HeadKernels vectorHeads() {
    requireVectorModule();
    return new VectorHeadKernels();
  }

  public static AttentionKernels scalarAttention() {
    return new ScalarAttention();
  }

  /// @throws IllegalStateException where the JVM was started without the vector module
  public static AttentionKernels vectorAttention() {
    requireVectorModule();
    return new VectorAttention();
  }

  public static ElementKernels scalarElements() {
    return new ScalarElements();
  }

  /// @throws IllegalStateException where the JVM was started without the vector module
  public static ElementKernels vectorElements() {
    requireVectorModule();
    return new VectorElements();
  }

  private static void requireVectorModule() {
    if (!vectorModulePresent()) {
      throw new IllegalStateException(
          "vector kernels need the JVM option --add-modules jdk.incubator.vector");
    }
  }

  public static boolean vectorModulePresent() {
    return ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();
  }

  private static Edition choose(String wanted) {
    Require.that(
        wanted.equals("auto") || wanted.equals("vector") || wanted.equals("scalar"),
        "property %s must be auto, vector or scalar, got '%s'",
        PROPERTY,
        wanted);
    boolean vector = !wanted.equals("scalar") && (wanted.equals("vector") || vectorModulePresent());
    Edition chosen =
        vector
            ? new Edition(
                vector(), vectorElements(), vectorHeads(), vectorAttention(), new VectorTiles())
            : new Edition(
                scalar(), scalarElements(), scalarHeads(), scalarAttention(), new ScalarTiles());
    String reason =
        switch (wanted) {
          case "auto" ->
              vector
                  ? "module jdk.incubator.vector is there"
                  : "module jdk.incubator.vector is missing, and hops are several times slower";
          default -> "forced by " + PROPERTY;
        };
    System.Logger.Level level =
        vector || wanted.equals("scalar") ? System.Logger.Level.INFO : System.Logger.Level.WARNING;
    LOG.log(level, "kernels: {0} ({1})", chosen.rows().name(), reason);
    return chosen;
  }
}
