package io.atp.io.registry;

import io.atp.core.runtime.Require;
import java.util.OptionalLong;

/// What a data set is known to hold once it is undirected, simple and without loops.
///
/// @param edges absent where nobody has published the number after repeats are merged
public record Counts(long nodes, OptionalLong edges, int features, int classes) {
  public Counts {
    Require.atLeast("nodes", nodes, 1);
    Require.atLeast("features", features, 0);
    Require.atLeast("classes", classes, 0);
  }
}
