package io.atp.core.propagate;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// What propagation gives: X⁽⁰⁾ … X⁽ᴷ⁾, or the one matrix they were combined into.
public record HopFeatures(List<DenseFeatures> matrices) {
  public HopFeatures {
    matrices = List.copyOf(matrices);
  }

  /// So many matrices for results of a walk.
  static HopFeatures allocate(int count, int rows, int width, Workspace work) {
    List<DenseFeatures> matrices = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      MemorySegment result = work.allocateResult((long) rows * width * Float.BYTES);
      matrices.add(new DenseFeatures(rows, width, result));
    }
    return new HopFeatures(matrices);
  }

  /// X⁽ᵏ⁾; hop 0 is X itself.
  public DenseFeatures hop(int k) {
    return matrices.get(k);
  }

  /// The only matrix, where hops were combined.
  public DenseFeatures combined() {
    if (matrices.size() != 1) {
      throw new IllegalStateException("%d hops were kept apart".formatted(matrices.size()));
    }
    return matrices.getFirst();
  }
}
