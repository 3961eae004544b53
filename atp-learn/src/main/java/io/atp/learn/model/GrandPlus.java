package io.atp.learn.model;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.nodewise.NodeWiseSum;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.propagate.HopCombiner;
import io.atp.core.propagate.PropagationConfig;
import io.atp.core.propagate.Propagator;
import io.atp.core.propagate.RowOrigin;
import io.atp.core.push.LevelPush;
import io.atp.core.push.LevelPushConfig;
import io.atp.core.push.LevelWeights;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.Labels;
import io.atp.learn.model.input.HopInputs;
import io.atp.learn.model.input.NodeFeatures;
import io.atp.learn.model.input.PushedRows;
import io.atp.learn.model.input.RandomRows;
import io.atp.learn.model.input.RowBatch;
import io.atp.learn.model.input.WalkAverage;
import io.atp.learn.model.layer.NormedStack;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.optimise.GradientClip;
import io.atp.learn.optimise.ParameterGroup;
import io.atp.learn.optimise.StoppingRule;
import io.atp.learn.optimise.TrainingConfig;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.op.Add;
import io.atp.learn.tensor.op.Scale;
import io.atp.learn.tensor.op.SliceRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/// Training: `x̃_i = Σ_j π̃_ij x_j / Σ_j π̃_ij`, π̃ the k largest entries of `Σ_l w_l P^l` scaled
/// by `d̂_j^(−r_j)` and half of them dropped, `logits = MLP(x̃)`, S = 2 times; the loss is the mean
/// cross-entropy plus λ times the disagreement of the S predictions of unlabelled nodes.
///
/// Scalable graph random neural network. Judging takes the exact average, undropped and
/// untruncated. As rows are divided by their sums, ATP acts through the columns alone, unless
/// [Settings#keepRowScale]. Node-wise strategies put their own sum in the place of `Σ_l w_l P^l`.
public final class GrandPlus implements Backbone<GrandPlus.Settings, GrandPlus.Inputs> {
  private static final long PURPOSE = 0x756E6C6162L; // "unlab"

  /// Weights of the levels of the walk.
  public enum Levels {
    /// `α(1−α)^l`.
    PAGE_RANK,
    /// All alike.
    AVERAGE,
    /// The last alone.
    SINGLE
  }

  /// @param order N, the last level of the walk
  /// @param restartProbability α
  /// @param keep k entries of a row
  /// @param threshold rmax of the push
  /// @param scoreDropout on the entries of a row
  /// @param samples S
  /// @param consistency λ
  /// @param temperature of the sharpened target
  /// @param warmUp steps until λ has its full weight
  /// @param unlabelledBatch unlabelled nodes that join each batch
  /// @param unlabelledPool how many unlabelled nodes these are drawn from; 0 for all
  /// @param nodeNorm whether rows are divided by their length before each layer
  /// @param keepRowScale whether `d̂_i^(r_i)` stays and the division by row sums is left out, in
  ///   training and judging
  public record Settings(
      Levels levels,
      int order,
      double restartProbability,
      int keep,
      double threshold,
      int hidden,
      int layers,
      double inputDropout,
      double hiddenDropout,
      boolean batchNorm,
      boolean nodeNorm,
      double scoreDropout,
      int samples,
      double consistency,
      Consistency.Distance distance,
      double temperature,
      int warmUp,
      int unlabelledBatch,
      int unlabelledPool,
      boolean keepRowScale) {
    public Settings {
      Require.atLeast("order", order, 0);
      Require.atLeast("keep", keep, 1);
      Require.atLeast("hidden", hidden, 1);
      Require.atLeast("layers", layers, 1);
      Require.within("inputDropout", inputDropout, 0, 0.99);
      Require.within("hiddenDropout", hiddenDropout, 0, 0.99);
      Require.within("scoreDropout", scoreDropout, 0, 0.99);
      Require.atLeast("samples", samples, 1);
      Require.that(consistency >= 0, "consistency must not be negative, got %s", consistency);
      Require.atLeast("warmUp", warmUp, 0);
      Require.atLeast("unlabelledBatch", unlabelledBatch, 0);
      Require.atLeast("unlabelledPool", unlabelledPool, 0);
    }

    LevelWeights weights() {
      LevelWeights weights =
          switch (levels) {
            case PAGE_RANK -> LevelWeights.truncatedPageRank(order, restartProbability);
            case AVERAGE -> LevelWeights.average(order);
            case SINGLE -> LevelWeights.single(order);
          };
      return weights.normalised();
    }
  }

  /// @param exact what judging sees
  /// @param rows what training mixes features by
  /// @param pool nodes that may join a batch without a label
  public record Inputs(HopInputs exact, NodeFeatures features, PushedRows rows, int[] pool) {}

  @Override
  public String name() {
    return "grand-plus";
  }

  @Override
  public String summary() {
    return "MLP on random averages of the nodes a push ranks first, which should agree";
  }

  /// Batches of the authors are counted in steps; here epochs are, of about three steps on Cora.
  @Override
  public Recipe<Settings> recipe(String dataSet) {
    return switch (dataSet) {
      case "citeseer" ->
          recipe(
              dataSet,
              settings(10, 0.4, 32, 1e-7, 256, 2, 0, 0, false, 0.8, 500),
              training(1000, 1e-3, 1e-3, 300, 50, 3));
      case "pubmed" ->
          recipe(
              dataSet,
              settings(6, 0.5, 16, 1e-5, 64, 1, 0.2, 0.2, true, 1, 100),
              training(300, 0.01, 1e-2, 50, 5, 1).withClip(new GradientClip.ByNorm(0.1)));
      case "cora" ->
          recipe(
              dataSet,
              settings(20, 0.2, 32, 1e-7, 64, 2, 0.5, 0.7, false, 1.5, 1000),
              training(1000, 0.01, 1e-3, 300, 50, 3));
      default ->
          recipe(
              dataSet,
              settings(10, 0.2, 32, 1e-5, 64, 2, 0.5, 0.5, false, 1, 500),
              training(1000, 0.01, 1e-4, 200, 50, 3));
    };
  }

  private static Settings settings(
      int order,
      double restartProbability,
      int keep,
      double threshold,
      int hidden,
      int layers,
      double inputDropout,
      double hiddenDropout,
      boolean norms,
      double consistency,
      int warmUp) {
    return new Settings(
        Levels.PAGE_RANK,
        order,
        restartProbability,
        keep,
        threshold,
        hidden,
        layers,
        inputDropout,
        hiddenDropout,
        norms,
        norms,
        0.5,
        2,
        consistency,
        Consistency.Distance.L2,
        0.1,
        warmUp,
        100,
        0,
        false);
  }

  private static TrainingConfig training(
      int epochs, double rate, double weightDecay, int patience, int batchSize, int judgeEvery) {
    return TrainingConfig.adam(epochs, rate, weightDecay, new StoppingRule.Either(patience))
        .withBatchSize(batchSize)
        .withJudgeEvery(judgeEvery);
  }

  private static Recipe<Settings> recipe(
      String dataSet, Settings settings, TrainingConfig training) {
    return new Recipe<>(settings, training, UsualScaling.of(dataSet), 0);
  }

  /// Only to know whom not to call unlabelled.
  @Override
  public boolean usesLabels(Settings settings) {
    return true;
  }

  @Override
  public boolean takesNodeWise() {
    return true;
  }

  @Override
  public Inputs prepare(Settings settings, Problem problem, Workspace work) {
    Optional<NodeWiseSum> nodeWise = problem.sum(own(settings), work);
    WalkAverage.Sum sum =
        nodeWise
            .<WalkAverage.Sum>map(other -> other::times)
            .orElseGet(() -> ownSum(problem.operator(), own(settings)));
    PushedRows.Push push =
        nodeWise.map(other -> push(settings, other)).orElseGet(() -> ownPush(settings, problem));
    DenseFeatures exact =
        settings.keepRowScale()
            ? sum.times(problem.features(), work)
            : WalkAverage.of(sum, problem.features(), work);
    return new Inputs(
        new HopInputs(List.of(exact)),
        problem.nodeFeatures(work),
        new PushedRows(problem.nodeCount(), push, work),
        pool(problem.known(), settings.unlabelledPool()));
  }

  private static PropagationConfig own(Settings settings) {
    LevelWeights weights = settings.weights();
    return PropagationConfig.of(weights.lastLevel(), new HopCombiner.Weighted(weights.values()));
  }

  private static WalkAverage.Sum ownSum(PropagationOperator operator, PropagationConfig sum) {
    return (rows, memory) ->
        Propagator.propagate(operator, rows, sum, memory).matrices().getFirst();
  }

  private static PushedRows.Push ownPush(Settings settings, Problem problem) {
    var graph = problem.operator().graph();
    var push =
        new LevelPushConfig(
            settings.weights(), settings.threshold(), settings.keep(), settings.keepRowScale());
    return (sources, quiet) -> LevelPush.rows(graph, sources, problem.coefficients(), push, quiet);
  }

  private static PushedRows.Push push(Settings settings, NodeWiseSum sum) {
    var cut =
        new NodeWiseSum.RowCut(settings.threshold(), settings.keep(), settings.keepRowScale());
    return (sources, quiet) -> sum.rows(sources, cut, quiet);
  }

  /// What judging sees.
  @Override
  public List<RowOrigin> origins(Settings settings, Problem problem, int node, Workspace work) {
    RowOrigin sum =
        problem
            .lastSum()
            .map(made -> made.origin(problem.features(), node))
            .orElseGet(
                () ->
                    RowOrigin.of(problem.operator(), problem.features(), own(settings), node)
                        .getFirst());
    return List.of(settings.keepRowScale() ? sum : WalkAverage.origin(sum));
  }

  /// Where every node is labelled, as in a subgraph of training nodes, all may join.
  private static int[] pool(Labels known, int size) {
    int nodes = known.values().length;
    int[] unlabelled = IntStream.range(0, nodes).filter(node -> !known.labelled(node)).toArray();
    int[] all = unlabelled.length > 0 ? unlabelled : IntStream.range(0, nodes).toArray();
    return size == 0 || size >= all.length ? all : draw(all, size, PURPOSE);
  }

  /// `size` of the nodes, none twice: the first of a shuffle that goes no further than it must and
  /// remembers only what it moved.
  private static int[] draw(int[] nodes, int size, long seed) {
    int[] drawn = new int[size];
    Map<Integer, Integer> moved = new HashMap<>();
    for (int i = 0; i < size; i++) {
      int j = i + StatelessHash.below(StatelessHash.of(seed, i), nodes.length - i);
      drawn[i] = nodes[moved.getOrDefault(j, j)];
      moved.put(j, moved.getOrDefault(i, i));
    }
    return drawn;
  }

  @Override
  public Model<Inputs> create(Settings settings, Inputs inputs, int outputs, ParameterStore store) {
    return new Network(
        settings,
        new RandomRows(settings.scoreDropout(), settings.keepRowScale()),
        new Consistency(settings.distance(), settings.temperature(), 2.0 / outputs),
        NormedStack.create(
            store,
            inputs.features().width(),
            settings.hidden(),
            outputs,
            settings.layers(),
            settings.batchNorm(),
            settings.nodeNorm(),
            settings.inputDropout(),
            settings.hiddenDropout()));
  }

  private record Network(
      Settings settings, RandomRows random, Consistency consistency, NormedStack stack)
      implements Model<Inputs> {
    @Override
    public List<ParameterGroup> groups(double learningRate, double weightDecay) {
      return List.of(new ParameterGroup("all", stack.parameters(), learningRate, weightDecay));
    }

    @Override
    public Tensor logits(Tape tape, Inputs inputs, int[] nodes, Phase phase) {
      return phase.isTraining()
          ? once(tape, inputs, inputs.rows().of(nodes), phase)
          : stack.apply(inputs.exact().rows(tape, 0, nodes), phase);
    }

    private Tensor once(Tape tape, Inputs inputs, RowBatch rows, Phase phase) {
      return stack.apply(inputs.features().mix(tape, random.of(rows, phase)), phase);
    }

    @Override
    public Tensor loss(Tape tape, Inputs inputs, int[] nodes, Targets targets, Phase phase) {
      double lambda = lambda(phase.step());
      int joined = lambda == 0 ? 0 : Math.min(settings.unlabelledBatch(), inputs.pool().length);
      RowBatch rows = inputs.rows().of(join(nodes, inputs.pool(), joined, phase));
      List<Tensor> unlabelled = new ArrayList<>();
      Tensor sum = null;
      for (int sample = 0; sample < settings.samples(); sample++) {
        Tensor all = once(tape, inputs, rows, phase);
        Tensor loss = targets.loss(SliceRows.of(all, 0, nodes.length), nodes);
        sum = sum == null ? loss : Add.of(sum, loss);
        if (joined > 0) {
          unlabelled.add(SliceRows.of(all, nodes.length, nodes.length + joined));
        }
      }
      Tensor known = Scale.of(sum, 1.0 / settings.samples());
      Optional<Tensor> apart = joined == 0 ? Optional.empty() : consistency.loss(unlabelled);
      return apart.map(term -> Add.of(known, Scale.of(term, lambda))).orElse(known);
    }

    private double lambda(long step) {
      double share = settings.warmUp() == 0 ? 1 : Math.min(1, (double) step / settings.warmUp());
      return settings.consistency() * share;
    }

    private static int[] join(int[] nodes, int[] pool, int count, Phase phase) {
      int[] both = Arrays.copyOf(nodes, nodes.length + count);
      int[] drawn = draw(pool, count, phase.nextSeed());
      System.arraycopy(drawn, 0, both, nodes.length, count);
      return both;
    }
  }
}
