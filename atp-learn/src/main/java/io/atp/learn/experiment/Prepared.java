package io.atp.learn.experiment;

import io.atp.core.feature.FeatureRows;
import io.atp.core.feature.Features;
import io.atp.core.feature.FittedScaling;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.InducedSubgraph;
import io.atp.core.nodewise.NodeWise;
import io.atp.core.nodewise.NodeWiseAccount;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.Labels;
import io.atp.io.dataset.Split;
import io.atp.learn.model.HopSource;
import io.atp.learn.model.Problem;
import io.atp.learn.model.Targets;
import io.atp.learn.model.input.Lessons;
import io.atp.learn.plan.BuiltOperator;
import io.atp.learn.plan.OperatorPlan;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

/// All that comes before weights: the operator, and what the backbone makes of it.
///
/// @param trainInputs of the whole graph, or of the training nodes alone
/// @param taught the judge's inputs again, after what a stage of training taught
/// @param built the operator of the whole graph
/// @param scaling what was done to the features
/// @param nodeWise what node-wise hops of the whole graph cost
/// @param prepareSeconds time the backbone took, propagation mostly
public record Prepared<I>(
    I judgeInputs,
    I trainInputs,
    boolean inductive,
    Function<Lessons, I> taught,
    BuiltOperator built,
    FittedScaling scaling,
    Optional<NodeWiseAccount> nodeWise,
    double prepareSeconds) {
  /// @param split of the repeat; only its training part is looked at, and only where the method
  ///   needs it
  /// @param judged every node that is trained or judged on, rising; a backbone that answers for a
  ///   node from that node's own rows keeps these and no others
  /// @param next plans that will be asked for with the same recipe
  static <S extends Record, I> Prepared<I> of(
      LabelledData data,
      ExperimentConfig<S, I> config,
      Split split,
      int[] judged,
      List<OperatorPlan> next,
      Workspace work) {
    FittedScaling scaling =
        FittedScaling.fit(data.features(), config.recipe().scaling(), split.train(), work);
    Features scaled = scaling.apply(data.features(), work);
    BuiltOperator whole = BuiltOperator.of(config.plan(), data.graph(), scaled, work);
    long start = System.nanoTime();
    var choice = NodeWise.of(config.recipe().nodeWise());
    var source = new HopSource(choice, () -> others(config.plan(), whole, next, work));
    Labels seen = data.known(split.train());
    var problem =
        new Problem(whole.operator(), whole.coefficients(), scaled, seen, Lessons.NONE, source);
    var backbone = config.backbone();
    S settings = config.recipe().settings();
    I judgeInputs = backbone.prepareFor(settings, problem, judged, work);
    I trainInputs = judgeInputs;
    if (config.inductive()) {
      int[] nodes = split.train();
      CsrGraph graph = InducedSubgraph.of(data.graph(), nodes, work).graph();
      Features features = FeatureRows.select(scaled, nodes, work);
      BuiltOperator part = BuiltOperator.of(config.plan(), graph, features, work);
      Labels labels = data.known(nodes);
      int[] values = IntStream.of(nodes).map(node -> labels.values()[node]).toArray();
      Labels known = new Labels(labels.classCount(), values);
      var own = new HopSource(choice);
      var induced =
          new Problem(part.operator(), part.coefficients(), features, known, Lessons.NONE, own);
      trainInputs = backbone.prepareFor(settings, induced, allNodes(nodes.length), work);
    }
    double seconds = (System.nanoTime() - start) * 1e-9 + source.sparedSeconds();
    return new Prepared<>(
        judgeInputs,
        trainInputs,
        config.inductive(),
        lessons -> backbone.taught(settings, judgeInputs, problem.with(lessons), work),
        whole,
        scaling,
        source.account(),
        seconds);
  }

  /// Operators of those plans that have the topology of this one.
  private static List<PropagationOperator> others(
      OperatorPlan plan, BuiltOperator built, List<OperatorPlan> next, Workspace work) {
    return next.stream()
        .filter(other -> !other.equals(plan) && other.correction().equals(plan.correction()))
        .map(other -> built.with(other.kernel(), work))
        .toList();
  }

  /// Training nodes as rows of [#trainInputs].
  int[] trainNodes(Split split) {
    return inductive ? IntStream.range(0, split.train().length).toArray() : split.train();
  }

  /// Targets by row of [#trainInputs].
  Targets trainTargets(Targets targets, Split split) {
    return inductive ? targets.select(split.train()) : targets;
  }

  static int[] allNodes(int count) {
    int[] nodes = new int[count];
    Arrays.setAll(nodes, node -> node);
    return nodes;
  }
}
