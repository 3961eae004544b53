package io.atp.learn.model;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.feature.Features;
import io.atp.core.nodewise.FeatureEntry;
import io.atp.core.nodewise.NodeWise;
import io.atp.core.nodewise.NodeWiseAccount;
import io.atp.core.nodewise.NodeWiseFeatures;
import io.atp.core.nodewise.NodeWiseOrigin;
import io.atp.core.nodewise.NodeWisePropagation;
import io.atp.core.nodewise.NodeWiseSum;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.propagate.PropagationConfig;
import io.atp.core.propagate.Propagator;
import io.atp.core.propagate.RowOrigin;
import io.atp.core.propagate.RowPropagator;
import io.atp.core.runtime.SharedResults;
import io.atp.core.runtime.Workspace;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Makes the hops a backbone asks for: plain ones, or what node-wise strategies make of them; for
/// those that spread later, the sum itself. It remembers the last ones, what they are made of and
/// cost.
public final class HopSource {
  private static final System.Logger LOG = System.getLogger(HopSource.class.getName());

  private final NodeWise choice;
  private final Supplier<List<PropagationOperator>> others;
  private NodeWiseFeatures made;
  private NodeWiseSum sum;
  private double sparedSeconds;

  public HopSource(NodeWise choice) {
    this(choice, List::of);
  }

  /// @param others operators whose plain hops of the same features will be asked for next, if that
  ///   is known
  public HopSource(NodeWise choice, Supplier<List<PropagationOperator>> others) {
    this.choice = choice;
    this.others = others;
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
      return taken(
          plain(operator, features, config, null)
              .of(
                  others,
                  work,
                  memory -> Propagator.propagate(operator, features, config, memory).matrices()));
    }
    made =
        taken(
            new SharedHops(operator, features, config, null, choice.toString())
                .of(
                    work,
                    memory ->
                        NodeWisePropagation.propagate(operator, features, choice, config, memory)));
    return made.hops().matrices();
  }

  /// What strategies make of a backbone's sum, for whatever it will be applied to; nothing where
  /// there are none.
  Optional<NodeWiseSum> sum(
      PropagationOperator operator, Features features, PropagationConfig form, Workspace work) {
    if (!choice.isPlain()) {
      if (choice.entry() instanceof FeatureEntry.Push
          || choice.entry() instanceof FeatureEntry.Walks) {
        LOG.log(
            System.Logger.Level.INFO,
            "a sum that is taken while training is taken whole: nothing is pushed, sampled or"
                + " standardised");
      }
      sum = NodeWiseSum.of(operator, features, choice, form, work);
    }
    return lastSum();
  }

  /// The one that was made last.
  Optional<NodeWiseSum> lastSum() {
    return Optional.ofNullable(sum);
  }

  /// Some rows of plain hops.
  List<DenseFeatures> rows(
      PropagationOperator operator,
      Features features,
      PropagationConfig config,
      int[] nodes,
      Workspace work) {
    return taken(
        plain(operator, features, config, nodes)
            .of(
                others,
                work,
                memory ->
                    RowPropagator.propagate(operator, features, config, nodes, memory).matrices()));
  }

  private static SharedHops plain(
      PropagationOperator operator, Features features, PropagationConfig config, int[] nodes) {
    return new SharedHops(operator, features, config, nodes, "plain");
  }

  private <T> T taken(SharedResults.Shared<T> result) {
    sparedSeconds += result.sparedSeconds();
    return result.value();
  }

  /// Seconds that hops would have taken which others had made before.
  public double sparedSeconds() {
    return sparedSeconds;
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

  /// Of the last hops, or the sum, that were asked for; empty where they were plain.
  public Optional<NodeWiseAccount> account() {
    return lastSum()
        .map(NodeWiseSum::account)
        .or(() -> Optional.ofNullable(made).map(NodeWiseFeatures::account));
  }
}
