package io.atp.learn.model;

import io.atp.core.feature.ComputedFeatures;
import io.atp.core.feature.DenseFeatures;
import io.atp.core.feature.Features;
import io.atp.core.feature.HalfFeatures;
import io.atp.core.feature.SparseFeatures;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.propagate.HopCombiner;
import io.atp.core.propagate.PropagationConfig;
import io.atp.core.runtime.ContentHash;
import io.atp.core.runtime.SharedResults;
import io.atp.core.runtime.Workspace;
import java.util.function.Function;

/// Hops that candidates of a search and cells of an experiment have in common: the same operator,
/// features and journey give the same hops.
///
/// @param rows that are kept of each matrix
/// @param form what else tells results apart: a node-wise choice, or which rows they are
record SharedHops(
    PropagationOperator operator,
    Features features,
    PropagationConfig config,
    int rows,
    String form) {
  /// Those that are kept, or made and perhaps kept.
  <T> SharedResults.Shared<T> of(Workspace work, Function<Workspace, T> make) {
    long bytes =
        features instanceof ComputedFeatures
            ? Long.MAX_VALUE // they have no bytes to tell them apart by
            : (long) config.outputCount() * rows * features.width() * Float.BYTES;
    return work.shared(this::key, bytes, make);
  }

  private String key() {
    var hash = new ContentHash();
    switch (features) {
      case DenseFeatures dense -> hash.add("dense").add(dense.data());
      case HalfFeatures half -> hash.add(half.format().toString()).add(half.data());
      case SparseFeatures sparse ->
          hash.add("sparse").add(sparse.offsets()).add(sparse.columns()).add(sparse.values());
      case ComputedFeatures _ -> throw new IllegalStateException("computed features have no bytes");
    }
    hash.add(new int[] {features.rows(), features.width(), config.hopCount(), rows})
        .add(operator.graph().offsets())
        .add(operator.graph().targets())
        .add(operator.left())
        .add(operator.right())
        .add(new double[] {config.lazyShare(), config.restartShare()})
        .add(config.combiner().getClass().getSimpleName())
        .add(form);
    return config.combiner() instanceof HopCombiner.Weighted(double[] weights)
        ? hash.add(weights).text()
        : hash.text();
  }
}
