package io.atp.learn.tune;

import io.atp.core.correct.CorrectionConfig;
import io.atp.core.correct.MaskBudget;
import io.atp.core.correct.MaskBy;
import io.atp.core.correct.MaskOrder;
import io.atp.core.correct.NodeChoice;
import io.atp.core.encode.EncodingConfig;
import io.atp.core.encode.EncodingConfig.Profile;
import io.atp.core.encode.EncodingConfig.Weights;
import io.atp.core.runtime.StatelessHash;
import io.atp.learn.model.Recipe;
import io.atp.learn.plan.OperatorPlan;
import io.atp.learn.plan.OperatorPlan.Kernel;
import io.atp.learn.plan.OperatorUse;
import io.atp.learn.settings.Settings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What may be tried. Draws are hashes of (seed, number of the draw, what is drawn).
///
/// Masks reach to nine tenths of the edges of a fifth of the nodes, because dense graphs of low
/// homophily want them that strong; kernels include every classic r with and without a mask.
final class SearchSpace<S extends Record> {
  private static final List<Double> CLASSIC = List.of(0.5, 0.0, 1.0, 0.25, 0.75);

  private static final List<Double> TOP = List.of(0.05, 0.1, 0.2, 0.4);
  private static final List<Double> SAMPLED = List.of(0.0, 0.0, 0.2, 0.5);
  private static final List<Double> MASKED = List.of(0.25, 0.5, 0.75, 0.9);
  private static final List<Double> REMOVED = List.of(0.1, 0.3, 0.5, 0.7);
  private static final List<Double> SCALES = List.of(0.25, 0.5, 0.75, 1.0);
  private static final List<Weights> WEIGHTS =
      List.of(
          Weights.equal(),
          Weights.equal(),
          new Weights(0, 1, 0, 0, 0),
          new Weights(1, 0, 0, 0, 0),
          new Weights(0, 0, 1, 0, 0),
          new Weights(1, 1, 0, 0, 0),
          new Weights(0, 1, 0, 1, 0));

  private static final String SCALING = "scaling";

  /// By name of the setting; one that a backbone does not have is not tried.
  private static final Map<String, List<String>> CHOICES = choices();

  private static Map<String, List<String>> choices() {
    Map<String, List<String>> all = new LinkedHashMap<>();
    all.put("hops", List.of("1", "2", "3", "4", "6", "10"));
    all.put("hidden", List.of("32", "64", "128", "256"));
    all.put("dropout", List.of("0", "0.2", "0.5", "0.7"));
    all.put("inputDropout", List.of("0", "0.2", "0.5"));
    all.put("hopNorm", List.of("true", "false"));
    all.put("joined", List.of("true", "false"));
    all.put("restart", List.of("0.05", "0.1", "0.2", "0.3"));
    all.put("restartProbability", List.of("0.05", "0.1", "0.2", "0.3"));
    all.put("self", List.of("0.05", "0.1", "0.3"));
    all.put("learningRate", List.of("0.2", "0.05", "0.01", "0.003"));
    all.put("weightDecay", List.of("0", "1e-5", "1e-4", "1e-3", "5e-3"));
    all.put(SCALING, List.of("none", "row-sum", "row-norm"));
    return all;
  }

  private final Recipe<S> recipe;
  private final OperatorUse use;
  private final long seed;

  SearchSpace(Recipe<S> recipe, OperatorUse use, long seed) {
    this.recipe = recipe;
    this.use = use;
    this.seed = seed;
  }

  /// The classic r there are to tell apart, the recipe's own first.
  List<Double> classic() {
    List<Double> all = new ArrayList<>(use == OperatorUse.WEIGHTS ? CLASSIC : List.of());
    all.remove(recipe.kernelCoefficient());
    all.addFirst(recipe.kernelCoefficient());
    return all;
  }

  /// What is tried before anything is drawn, with the recipe as it is: every classic r, the
  /// recipe's own first, and for ATP the [StartingPlans]; these alone where ATP is to be whole. Of
  /// several node-wise strategies every selection is tried with the first operator.
  List<Candidate<S>> opening(Family family) {
    List<OperatorPlan> plans = plans(family);
    List<Candidate<S>> opening = new ArrayList<>();
    opening.add(new Candidate<>(plans.getFirst(), Map.of(), recipe));
    for (Map<String, String> selection : NodeWiseSpace.others(recipe.nodeWise())) {
      opening.add(new Candidate<>(plans.getFirst(), selection, recipe.with(selection)));
    }
    for (OperatorPlan plan : plans.subList(1, plans.size())) {
      opening.add(new Candidate<>(plan, Map.of(), recipe));
    }
    return opening;
  }

  private List<OperatorPlan> plans(Family family) {
    boolean symmetric = NodeWiseSpace.needsSymmetry(recipe.nodeWise());
    List<OperatorPlan> classic = classic().stream().map(OperatorPlan::classic).toList();
    return switch (family) {
      case CLASSIC -> classic;
      case ADAPTIVE -> {
        List<OperatorPlan> all = new ArrayList<>(classic);
        all.addAll(StartingPlans.of(recipe.kernelCoefficient(), use, symmetric));
        yield all;
      }
      case WHOLE -> StartingPlans.whole(use, symmetric);
    };
  }

  /// Candidates of a family: its [#opening], then draws without end, every other one near the best
  /// so far.
  ///
  /// Settings are drawn alike in all families, so that none has the luckier ones; only operators
  /// differ.
  ///
  /// @param best the best candidate so far
  Candidate<S> candidate(Family family, int number, Optional<Candidate<S>> best) {
    List<Candidate<S>> opening = opening(family);
    if (number < opening.size()) {
      return opening.get(number);
    }
    var settings = new Draw(seed, number);
    var operators = new Draw(StatelessHash.of(seed, purpose(family)), number);
    boolean near = number % 2 == 1 && best.isPresent();
    OperatorPlan plan = near && operators.chance(0.5) ? best.get().plan() : plan(family, operators);
    Map<String, String> changes =
        near ? varied(best.get().changes(), settings) : changes(settings, 0.4);
    return new Candidate<>(plan, changes, recipe.with(changes));
  }

  private static long purpose(Family family) {
    return switch (family) {
      case ADAPTIVE -> 1;
      case CLASSIC -> 2;
      case WHOLE -> 3;
    };
  }

  private OperatorPlan plan(Family family, Draw draw) {
    return switch (family) {
      case CLASSIC -> OperatorPlan.classic(draw.of(classic()));
      case ADAPTIVE -> adaptivePlan(draw);
      case WHOLE ->
          new OperatorPlan(
              Optional.of(mask(draw)), new Kernel.NodeWise(encoding(Weights.equal(), draw)));
    };
  }

  private Map<String, String> varied(Map<String, String> changes, Draw draw) {
    Map<String, String> varied = new LinkedHashMap<>(changes);
    varied.putAll(changes(draw, 0.2));
    return varied;
  }

  private OperatorPlan adaptivePlan(Draw draw) {
    if (use != OperatorUse.WEIGHTS) {
      double r = recipe.kernelCoefficient();
      return new OperatorPlan(Optional.of(mask(draw)), new Kernel.Constant(r)).restrictedTo(use, r);
    }
    Optional<CorrectionConfig> mask = draw.chance(0.2) ? Optional.empty() : Optional.of(mask(draw));
    Kernel kernel =
        draw.chance(0.5) && mask.isPresent()
            ? new Kernel.Constant(draw.of(CLASSIC))
            : new Kernel.NodeWise(encoding(draw.of(WEIGHTS), draw));
    return new OperatorPlan(mask, kernel);
  }

  private CorrectionConfig mask(Draw draw) {
    MaskBudget budget =
        draw.chance(0.3)
            ? new MaskBudget.RemovedShare(draw.of(REMOVED))
            : new MaskBudget.MaskedShare(draw.of(MASKED));
    NodeChoice choice =
        budget instanceof MaskBudget.RemovedShare
            ? new NodeChoice.TopAndSampled(1, 0) // any share can be removed of all nodes
            : new NodeChoice.TopAndSampled(draw.of(TOP), draw.of(SAMPLED));
    boolean rows = draw.chance(0.3) && !NodeWiseSpace.needsSymmetry(recipe.nodeWise());
    MaskBy by = rows ? MaskBy.ROWS : MaskBy.EDGES;
    return new CorrectionConfig(choice, budget, by, MaskOrder.RANDOM, 0);
  }

  private static EncodingConfig encoding(Weights weights, Draw draw) {
    EncodingConfig defaults = EncodingConfig.defaults();
    return new EncodingConfig(
        weights,
        Profile.SCALED,
        draw.of(SCALES),
        defaults.clustering(),
        defaults.stop(),
        defaults.tolerance(),
        defaults.maxIterations());
  }

  private Map<String, String> changes(Draw draw, double share) {
    Map<String, String> changes = new LinkedHashMap<>();
    CHOICES.forEach(
        (name, values) -> {
          boolean known =
              name.equals(SCALING)
                  || Settings.has(recipe.settings(), name)
                  || Settings.has(recipe.training(), name);
          if (known && draw.chance(share)) {
            changes.put(name, draw.of(values));
          }
        });
    changes.putAll(NodeWiseSpace.changes(recipe.nodeWise(), draw, share));
    return changes;
  }
}
