package io.atp.learn.model;

import io.atp.core.feature.ComputedFeatures;
import io.atp.core.feature.DenseFeatures;
import io.atp.core.feature.Features;
import io.atp.core.kernel.Kernels;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.propagate.HopCombiner;
import io.atp.core.propagate.HopFeatures;
import io.atp.core.propagate.JointPropagator;
import io.atp.core.propagate.PropagationConfig;
import io.atp.core.runtime.ContentHash;
import io.atp.core.runtime.SharedResults;
import io.atp.core.runtime.SharedResults.Shared;
import io.atp.core.runtime.Workspace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/// Hops that candidates of a search and cells of an experiment have in common: the same operator,
/// features and journey give the same hops.
///
/// @param nodes whose rows are kept of each matrix; null for all
/// @param form a node-wise choice, or that there is none
record SharedHops(
    PropagationOperator operator,
    Features features,
    PropagationConfig config,
    int[] nodes,
    String form) {
  /// Operators go together over features of fewer columns. From there on a walk of all of them
  /// takes as long as one of each: rows are what it moves then, and not the topology.
  private static final int NARROW = 8;

  /// The same where few rows are kept, so that writing them costs little.
  private static final int NARROW_FOR_SOME = 16;

  /// Two that take turns, one for a restart and one for a sum.
  private static final int PANELS = 4;

  private static final long BUFFER_BYTES = 64L << 20;

  /// Those that are kept, or made and perhaps kept.
  <T> Shared<T> of(Workspace work, Function<Workspace, T> make) {
    return work.shared(() -> key(operator, work), bytes(), make);
  }

  /// The same for plain hops. Where they are made and features are narrow, those of others that can
  /// go with this operator are made in the same walk, and kept until they are asked for.
  ///
  /// @param others that will be asked for
  /// @param make of this operator alone
  Shared<List<DenseFeatures>> of(
      Supplier<List<PropagationOperator>> others,
      Workspace work,
      Function<Workspace, List<DenseFeatures>> make) {
    Optional<SharedResults> store = work.shared();
    if (store.isEmpty() || !narrow() || store.get().has(key(operator, work))) {
      return of(work, make);
    }
    List<PropagationOperator> all = new ArrayList<>(List.of(operator));
    for (PropagationOperator other : others.get()) {
      if (JointPropagator.joins(operator, other, config)) {
        all.add(other);
      }
    }
    if (all.size() == 1 || work.room() < roomFor(all.size())) {
      return of(work, make);
    }
    List<String> keys = all.stream().map(each -> key(each, work)).toList();
    return store
        .get()
        .together(keys, bytes(), work, (memory, wanted) -> joint(all, wanted, memory))
        .orElseGet(() -> of(work, make));
  }

  /// For results, panels as wide as they come, and what else a walk holds.
  private long roomFor(int operators) {
    long columns = Math.min(operators * features.width(), Kernels.active().widestPanel());
    return operators * bytes() + PANELS * columns * features.rows() * Float.BYTES + BUFFER_BYTES;
  }

  private boolean narrow() {
    int bound = nodes == null ? NARROW : NARROW_FOR_SOME;
    return features.width() < bound && !(features instanceof ComputedFeatures);
  }

  private List<List<DenseFeatures>> joint(
      List<PropagationOperator> all, List<Integer> wanted, Workspace memory) {
    List<PropagationOperator> operators = wanted.stream().map(all::get).toList();
    return JointPropagator.propagate(operators, features, config, nodes, memory).stream()
        .map(HopFeatures::matrices)
        .toList();
  }

  private long bytes() {
    int rows = nodes == null ? features.rows() : nodes.length;
    return features instanceof ComputedFeatures
        ? Long.MAX_VALUE // they have no bytes to tell them apart by
        : (long) config.outputCount() * rows * features.width() * Float.BYTES;
  }

  private String key(PropagationOperator of, Workspace work) {
    var hash =
        new ContentHash()
            .add(work.hashOf(features))
            .add(work.hashOf(of.graph()))
            .add(of.left())
            .add(of.right())
            .add(nodes == null ? "all" : new ContentHash().add(nodes).text())
            .add(new double[] {config.hopCount(), config.lazyShare(), config.restartShare()})
            .add(config.combiner().getClass().getSimpleName())
            .add(form);
    return config.combiner() instanceof HopCombiner.Weighted(double[] weights)
        ? hash.add(weights).text()
        : hash.text();
  }
}
