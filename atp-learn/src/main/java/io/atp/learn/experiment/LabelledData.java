package io.atp.learn.experiment;

import io.atp.core.feature.Features;
import io.atp.core.graph.CsrGraph;
import io.atp.core.runtime.Require;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.Labels;
import io.atp.io.dataset.Split;
import io.atp.io.dataset.SplitRule;
import io.atp.learn.model.Targets;
import java.util.Arrays;
import java.util.Optional;

/// A graph with what learning needs of it: features and targets.
public record LabelledData(GraphData data, Features features, Targets targets) {
  /// @throws IllegalArgumentException if there are no features or no labels
  public static LabelledData of(GraphData data) {
    Features features =
        data.features()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "%s has no features to learn from".formatted(data.name())));
    Targets targets =
        data.labels()
            .<Targets>map(Targets.OneClass::new)
            .or(() -> data.multiLabels().map(Targets.ManyClasses::new))
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "%s has no labels to learn from".formatted(data.name())));
    return new LabelledData(data, features, targets);
  }

  public CsrGraph graph() {
    return data.graph();
  }

  /// One class per node, where that is what the targets are.
  public Optional<Labels> labels() {
    return targets instanceof Targets.OneClass(Labels labels, var _)
        ? Optional.of(labels)
        : Optional.empty();
  }

  /// The split of one repeat: stored splits take turns, drawn ones follow the seed.
  public Split split(SplitRule rule, int repeat, long seed) {
    int stored = data.splits().size();
    Optional<Split> given =
        stored > 1 ? Optional.of(data.splits().get(repeat % stored)) : data.split();
    return switch (targets) {
      case Targets.OneClass one -> rule.draw(one.labels(), graph(), given, seed);
      case Targets.ManyClasses _ -> {
        Require.that(
            rule instanceof SplitRule.Given && given.isPresent(),
            "nodes with many labels are judged on the data's own split only, and the rule is %s",
            rule.text());
        yield given.get();
      }
    };
  }

  /// The labels of these nodes, and of no other.
  Labels known(int[] nodes) {
    int[] values = new int[graph().nodeCount()];
    Arrays.fill(values, Labels.UNLABELLED);
    labels()
        .ifPresent(
            all -> {
              for (int node : nodes) {
                values[node] = all.values()[node];
              }
            });
    return new Labels(targets.outputs(), values);
  }
}
