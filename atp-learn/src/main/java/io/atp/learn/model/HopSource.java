package io.atp.learn.model;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.feature.Features;
import io.atp.core.nodewise.NodeWise;
import io.atp.core.nodewise.NodeWiseAccount;
import io.atp.core.nodewise.NodeWiseFeatures;
import io.atp.core.nodewise.NodeWisePropagation;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.propagate.PropagationConfig;
import io.atp.core.propagate.Propagator;
import io.atp.core.runtime.Workspace;
import java.util.List;
import java.util.Optional;

/// Makes the hops a backbone asks for: plain ones, or what node-wise strategies make of them. It
/// remembers what the last ones cost.
public final class HopSource {
  private final NodeWise choice;
  private NodeWiseAccount account;

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
    NodeWiseFeatures made = NodeWisePropagation.propagate(operator, features, choice, config, work);
    account = made.account();
    return made.hops().matrices();
  }

  /// Of the last hops that were asked for; empty where they were plain.
  public Optional<NodeWiseAccount> account() {
    return Optional.ofNullable(account);
  }
}
