package io.atp.core.propagate;

import io.atp.core.feature.DenseFeatures;
import java.util.List;

/// What propagation gives: X⁽⁰⁾ … X⁽ᴷ⁾, or the one matrix they were combined into.
public record HopFeatures(List<DenseFeatures> matrices) {
  public HopFeatures {
    matrices = List.copyOf(matrices);
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
