package io.atp.learn.model;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.feature.Features;
import io.atp.core.nodewise.NodeWise;
import io.atp.core.nodewise.NodeWiseAccount;
import io.atp.core.nodewise.NodeWiseFeatures;
import io.atp.core.nodewise.NodeWiseOrigin;
import io.atp.core.nodewise.NodeWisePropagation;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.propagate.PropagationConfig;
import io.atp.core.propagate.Propagator;
import io.atp.core.propagate.RowOrigin;
import io.atp.core.runtime.Workspace;
import java.util.List;
import java.util.Optional;

/// Makes the hops a backbone asks for: plain ones, or what node-wise strategies make of them. It
/// remembers the last ones, what they are made of and cost.
public final class HopSource {
  private final NodeWise choice;
  private NodeWiseFeatures made;

  public HopSource(NodeWise choice) {
    this.choice = choice;
  }

  public static HopSource plain() {
    return new HopSource(NodeWise.PLAIN);
  }

  public boolean isPlain() {
    return choice.isPlain();
  }

  List<DenseFeatures> hops(
      PropagationOperator operator, Features features, PropagationConfig config, Workspace work) {
    if (choice.isPlain()) {
      return Propagator.propagate(operator, features, config, work).matrices();
    }
    made = NodeWisePropagation.propagate(operator, features, choice, config, work);
    return made.hops().matrices();
  }

  /// What a node's rows of the last hops are made of.
  List<RowOrigin> origins(
      PropagationOperator operator,
      Features features,
      PropagationConfig config,
      int node,
      Workspace work) {
    return choice.isPlain()
        ? RowOrigin.of(operator, features, config, node)
        : NodeWiseOrigin.of(operator, features, choice, config, made, node, work);
  }

  /// Of the last hops that were asked for; empty where they were plain.
  public Optional<NodeWiseAccount> account() {
    return Optional.ofNullable(made).map(NodeWiseFeatures::account);
  }
}
