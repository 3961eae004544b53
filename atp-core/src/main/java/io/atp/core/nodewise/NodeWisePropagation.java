package io.atp.core.nodewise;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.feature.FeatureScaling;
import io.atp.core.feature.Features;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.propagate.HopCombiner;
import io.atp.core.propagate.HopFeatures;
import io.atp.core.propagate.HopOutput;
import io.atp.core.propagate.PropagationConfig;
import io.atp.core.propagate.Propagator;
import io.atp.core.runtime.NativeView;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workspace;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// `X̃_u = Σ_{l ≤ l_u} h_l · (M^l X)_u`, or the list of hops it is made of, for any operator M and
/// any [NodeWise] choice.
///
/// L selects receivers: a node that stopped still sends. All of it is linear in X, so with ATP it
/// is the plain walk on `X/s`, times s.
public final class NodeWisePropagation {
  private NodeWisePropagation() {}

  /// Into memory of the workspace.
  ///
  /// @param form what a backbone asks for: how many hops, one sum or all of them, and with which
  ///   weights where [HopWeights.Own] keeps its own
  public static NodeWiseFeatures propagate(
      PropagationOperator operator,
      Features features,
      NodeWise choice,
      PropagationConfig form,
      Workspace work) {
    long floats = (long) features.rows() * features.width();
    return propagate(operator, features, choice, form, _ -> work.allocateFloats(floats), work);
  }

  /// Into destinations of the caller's, as many as the form has outputs.
  public static NodeWiseFeatures propagate(
      PropagationOperator operator,
      Features features,
      NodeWise choice,
      PropagationConfig form,
      HopOutput output,
      Workspace work) {
    Require.that(
        features.rows() == operator.nodeCount(),
        "features have %d rows, graph has %d nodes",
        features.rows(),
        operator.nodeCount());
    List<DenseFeatures> outputs = new ArrayList<>();
    for (int i = 0; i < form.outputCount(); i++) {
      outputs.add(new DenseFeatures(features.rows(), features.width(), output.destination(i)));
    }
    try (Workspace scratch = work.scratch()) {
      Features entering = entering(features, choice.entry(), scratch);
      Steps steps = steps(operator, entering, choice, form, scratch);
      NodeWiseAccount account =
          run(operator, entering, choice, form, steps.last(), loopable(outputs, scratch), scratch)
              .withSteps(steps.last(), steps.hops());
      List<double[]> slopes = new ArrayList<>();
      if (choice.entry() instanceof FeatureEntry.Push push && push.standardise()) {
        outputs.forEach(matrix -> slopes.add(ClippedStandard.apply(matrix, push.clip(), work)));
      }
      int[] last = steps.last() == null ? new int[0] : steps.last();
      return new NodeWiseFeatures(new HopFeatures(outputs), last, slopes, account);
    }
  }

  /// The same matrices, in segments of the one class that loops want.
  private static List<DenseFeatures> loopable(List<DenseFeatures> outputs, Workspace scratch) {
    return outputs.stream()
        .map(
            output ->
                new DenseFeatures(
                    output.rows(), output.width(), NativeView.of(output.data(), scratch.arena())))
        .toList();
  }

  /// @param last null where nobody stops before the others
  /// @param hops walked to find out
  record Steps(int[] last, long hops) {}

  static Features entering(Features features, FeatureEntry entry, Workspace scratch) {
    boolean standardised = entry instanceof FeatureEntry.Push push && push.standardise();
    int[] rows = IntStream.range(0, standardised ? features.rows() : 0).toArray();
    return standardised && rows.length > 0
        ? FeatureScaling.apply(features, FeatureScaling.STANDARDISE, rows, scratch)
        : features;
  }

  static Steps steps(
      PropagationOperator operator,
      Features features,
      NodeWise choice,
      PropagationConfig form,
      Workspace scratch) {
    return switch (choice.steps()) {
      case NodeSteps.AllHops() -> new Steps(null, 0);
      case NodeSteps.ByDegree rule -> new Steps(DegreeSteps.of(operator.graph(), rule), 0);
      case NodeSteps.ByDistance rule -> {
        int needed =
            form.combiner() instanceof HopCombiner.All
                ? form.hopCount()
                : choice.weights() instanceof HopWeights.Heat heat
                    ? Schedule.terms(heat.time())
                    : rule.mostSteps();
        DistanceSteps found =
            DistanceSteps.of(operator, features, rule, form.lazyShare(), needed, scratch);
        yield new Steps(found.steps(), found.hops());
      }
    };
  }

  private static NodeWiseAccount run(
      PropagationOperator operator,
      Features features,
      NodeWise choice,
      PropagationConfig form,
      int[] last,
      List<DenseFeatures> outputs,
      Workspace scratch) {
    return switch (choice.entry()) {
      case FeatureEntry.Exact() -> {
        Schedule schedule = Schedule.of(choice.weights(), last, form);
        exact(operator, features, schedule, form.memoryBytes(), outputs, scratch);
        long entries = operator.graph().arcCount() + operator.nodeCount();
        yield NodeWiseAccount.exact(schedule.hops(), schedule.hops() * entries * features.width());
      }
      case FeatureEntry.Diffusion(var kept) ->
          SparsifiedDiffusion.propagate(
              operator, features, choice.weights(), last, kept, form, outputs, scratch);
      case FeatureEntry.Push push ->
          FeaturePush.propagate(
              operator,
              features,
              Schedule.of(choice.weights(), last, form),
              push,
              outputs,
              scratch);
      case FeatureEntry.Walks walks ->
          SampledWalks.propagate(
              operator,
              features,
              Schedule.of(choice.weights(), last, form),
              walks,
              outputs,
              scratch);
    };
  }

  static void exact(
      PropagationOperator operator,
      Features features,
      Schedule schedule,
      long memoryBytes,
      List<DenseFeatures> outputs,
      Workspace scratch) {
    Propagator.walk(
        operator,
        features,
        schedule.hops(),
        schedule.lazyShare(),
        memoryBytes,
        new ScheduledRows(schedule, operator.right(), outputs),
        scratch);
  }
}
