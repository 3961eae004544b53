package io.atp.learn.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.correct.CorrectionConfig;
import io.atp.core.correct.MaskBudget;
import io.atp.core.correct.MaskBy;
import io.atp.core.correct.MaskOrder;
import io.atp.core.correct.NodeChoice;
import io.atp.core.encode.Encoding;
import io.atp.core.encode.EncodingConfig;
import io.atp.core.feature.DenseFeatures;
import io.atp.core.feature.Features;
import io.atp.core.feature.SparseFeatures;
import io.atp.core.graph.CsrGraph;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.generate.GeneratorConfig;
import io.atp.io.generate.GraphGenerator;
import io.atp.learn.experiment.Experiment;
import io.atp.learn.experiment.ExperimentConfig;
import io.atp.learn.experiment.LabelledData;
import io.atp.learn.experiment.SmallExperiment;
import io.atp.learn.model.Appnp;
import io.atp.learn.model.AuthorsSum;
import io.atp.learn.model.Backbone;
import io.atp.learn.model.Backbones;
import io.atp.learn.model.Gamlp;
import io.atp.learn.model.Gat;
import io.atp.learn.model.Gcn;
import io.atp.learn.model.GrandPlus;
import io.atp.learn.model.LabelPropagation;
import io.atp.learn.model.NodeWiseRecipes;
import io.atp.learn.model.PprGo;
import io.atp.learn.model.S2gc;
import io.atp.learn.model.Sgc;
import io.atp.learn.model.Sign;
import io.atp.learn.plan.OperatorPlan;
import io.atp.learn.plan.OperatorPlan.Kernel;
import io.atp.learn.plan.OperatorUse;
import io.atp.learn.predict.Explanation.MaskedEdge;
import io.atp.learn.predict.Explanation.NodeShare;
import io.atp.learn.predict.Explanation.Steps;
import io.atp.learn.train.Judge;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Shares against what they claim to be: how the logit moves when a node's features are scaled.
class ExplainerTest {
  private static final int NODE = 17;
  private static final int NODES = 120;
  private static final double STEP = 0.005;

  private static final OperatorPlan PLAN =
      new OperatorPlan(Optional.empty(), new Kernel.NodeWise(EncodingConfig.defaults()));

  static Stream<Backbone<?, ?>> backbones() {
    return Backbones.all().stream()
        .filter(backbone -> !backbone.name().equals("label-propagation"));
  }

  private static <S extends Record, I> SavedModel trained(
      Backbone<S, I> backbone, OperatorPlan plan, GraphData graph, Workspace work, String... set) {
    ExperimentConfig<S, I> config = SmallExperiment.config(backbone, 1, set).withPlan(plan);
    var result = Experiment.run(LabelledData.of(graph), config, work);
    return SavedModel.of(config, result, 3, graph.features().orElseThrow().width());
  }

  private static Map<Integer, Double> shares(Explanation why) {
    Map<Integer, Double> shares = new HashMap<>();
    why.nodeShares().forEach(each -> shares.put(each.node(), each.features()));
    return shares;
  }

  private static GraphData with(GraphData graph, Features features) {
    return new GraphData(
        graph.name(),
        graph.format(),
        graph.graph(),
        graph.account(),
        Optional.of(features),
        graph.labels(),
        graph.split(),
        graph.ids());
  }

  /// The graph with one node's features times a factor.
  private static GraphData scaled(GraphData graph, int node, double factor, Workspace work) {
    DenseFeatures old = (DenseFeatures) graph.features().orElseThrow();
    int width = old.width();
    var copy = new DenseFeatures(old.rows(), width, work.allocateFloats((long) old.rows() * width));
    copy.data().copyFrom(old.data());
    for (int c = 0; c < width; c++) {
      float value = (float) (factor * old.get(node, c));
      copy.data().set(ValueLayout.JAVA_FLOAT_UNALIGNED, copy.at(node, c), value);
    }
    return with(graph, copy);
  }

  private static double logit(SavedModel saved, GraphData graph, Explanation why, Workspace work) {
    return LoadedModel.with(
        saved, saved.bind(), graph, false, work, loaded -> logit(loaded, why.label()));
  }

  private static <I> double logit(LoadedModel<?, I> loaded, int label) {
    return Judge.logits(loaded.model(), loaded.inputs(), new int[] {NODE}, 3, loaded.engine())
        .get(0, label);
  }

  /// The nodes that count most, and one that does not count where there is one.
  private static int[] asked(Map<Integer, Double> shares) {
    IntStream most =
        shares.keySet().stream()
            .sorted(Comparator.comparingDouble(j -> -Math.abs(shares.get(j))))
            .mapToInt(j -> j)
            .limit(4);
    IntStream none = IntStream.range(0, NODES).filter(j -> !shares.containsKey(j)).limit(1);
    return IntStream.concat(most, none).toArray();
  }

  /// Shares of nodes by hop add up both ways.
  private static void assertHops(Explanation why) {
    int hops = why.steps() == Steps.HOPS ? why.stepShares().length : 0;
    double[] sums = new double[hops];
    for (NodeShare each : why.nodeShares()) {
      assertThat(each.perHop()).hasSize(hops);
      Arrays.setAll(sums, hop -> sums[hop] + each.perHop()[hop]);
      if (hops > 0) {
        assertThat(Arrays.stream(each.perHop()).sum()).isCloseTo(each.features(), within(1e-9));
      }
    }
    for (int hop = 0; hop < hops; hop++) {
      assertThat(sums[hop]).isCloseTo(why.stepShares()[hop], within(1e-6));
    }
  }

  /// Slopes to both sides, which differ where a ReLU bends between them.
  private static void assertSlopes(SavedModel saved, GraphData graph, Workspace work) {
    Explanation why = Explainer.explain(saved, graph, NODE, NODES, work);
    Map<Integer, Double> shares = shares(why);
    assertThat(logit(saved, graph, why, work)).isCloseTo(why.logit(), within(1e-5));
    double largest = shares.values().stream().mapToDouble(Math::abs).max().orElse(0);
    assertThat(largest).isPositive();
    for (int j : asked(shares)) {
      double up = (logit(saved, scaled(graph, j, 1 + STEP, work), why, work) - why.logit()) / STEP;
      double down =
          (why.logit() - logit(saved, scaled(graph, j, 1 - STEP, work), why, work)) / STEP;
      double off = 0.02 * largest + 1e-3;
      assertThat(shares.getOrDefault(j, 0.0))
          .as("node %d", j)
          .isBetween(Math.min(up, down) - off, Math.max(up, down) + off);
    }
    double told = Arrays.stream(why.stepShares()).sum();
    double nodes = shares.values().stream().mapToDouble(share -> share).sum();
    assertThat(told).isCloseTo(nodes, within(1e-6 + 1e-6 * Math.abs(nodes)));
    assertThat(told + why.labelShare() + why.rest()).isCloseTo(why.logit(), within(1e-5));
    assertHops(why);
  }

  @ParameterizedTest
  @MethodSource("backbones")
  void aShareIsHowTheLogitMovesWithTheFeatures(Backbone<?, ?> backbone) {
    try (Workspace work = Workspace.open(2)) {
      GraphData graph = GraphGenerator.generate(GeneratorConfig.of(NODES, 300, 12, 3), work);
      assertSlopes(trained(backbone, PLAN, graph, work), graph, work);
    }
  }

  /// Inputs that node-wise strategies changed. Those that look at features where they stop, or
  /// round what they push, do not move smoothly; what such rows are made of is tested with them.
  @ParameterizedTest
  @ValueSource(strings = {"dgc", "gdc", "ndm"})
  void nodeWiseHopsAreFollowedToo(String strategy) {
    try (Workspace work = Workspace.open(2)) {
      GraphData graph = GraphGenerator.generate(GeneratorConfig.of(NODES, 300, 12, 3), work);
      for (Backbone<?, ?> backbone : List.of(new S2gc(), new Sign())) {
        SavedModel saved = nodeWise(backbone, strategy, graph, work);
        assertSlopes(saved, graph, work);
        Explanation why = Explainer.explain(saved, graph, NODE, NODES, work);
        assertThat(why.steps()).isEqualTo(strategy.equals("gdc") ? Steps.DISTANCE : Steps.HOPS);
      }
    }
  }

  /// The same where the sum is taken while training, or when judging.
  @ParameterizedTest
  @ValueSource(strings = {"dgc", "gdc", "ndm", "scara"})
  void nodeWiseSumsAreFollowedToo(String strategy) {
    try (Workspace work = Workspace.open(2)) {
      GraphData graph = GraphGenerator.generate(GeneratorConfig.of(NODES, 300, 12, 3), work);
      for (Backbone<?, ?> backbone : List.of(Appnp.iterated(), new PprGo(), new GrandPlus())) {
        assertSlopes(nodeWise(backbone, strategy, graph, work), graph, work);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ndls", "scara"})
  void noStrategyIsRefused(String strategy) {
    try (Workspace work = Workspace.open(2)) {
      GraphData graph = GraphGenerator.generate(GeneratorConfig.of(NODES, 300, 12, 3), work);
      SavedModel saved = nodeWise(new S2gc(), strategy, graph, work);
      Explanation why = Explainer.explain(saved, graph, NODE, NODES, work);
      assertThat(why.exact()).isEqualTo(strategy.equals("ndls"));
      assertThat(Arrays.stream(why.stepShares()).sum() + why.rest())
          .isCloseTo(why.logit(), within(1e-5));
      assertThat(why.nodeShares()).isNotEmpty();
    }
  }

  /// Factors of rows tell the same of either kind of features.
  @Test
  void sparseFeaturesHaveTheSharesOfDenseOnes() {
    try (Workspace work = Workspace.open(2)) {
      GraphData dense = GraphGenerator.generate(GeneratorConfig.of(NODES, 300, 12, 3), work);
      GraphData sparse = with(dense, sparse((DenseFeatures) dense.features().orElseThrow(), work));
      SavedModel saved = trained(new Gcn(), PLAN, dense, work);
      Map<Integer, Double> expected = shares(Explainer.explain(saved, dense, NODE, NODES, work));
      Map<Integer, Double> actual = shares(Explainer.explain(saved, sparse, NODE, NODES, work));
      assertThat(actual).hasSameSizeAs(expected);
      expected.forEach((j, share) -> assertThat(actual.get(j)).isCloseTo(share, within(1e-5)));
    }
  }

  private static SparseFeatures sparse(DenseFeatures dense, Workspace work) {
    int width = dense.width();
    MemorySegment offsets = work.allocateLongs(dense.rows() + 1L);
    MemorySegment columns = work.allocateInts((long) dense.rows() * width);
    for (int i = 0; i < dense.rows(); i++) {
      offsets.setAtIndex(ValueLayout.JAVA_LONG, i + 1L, (i + 1L) * width);
      for (int c = 0; c < width; c++) {
        columns.setAtIndex(ValueLayout.JAVA_INT, (long) i * width + c, c);
      }
    }
    return new SparseFeatures(dense.rows(), width, offsets, columns, dense.data());
  }

  private static <S extends Record, I> SavedModel nodeWise(
      Backbone<S, I> backbone, String strategy, GraphData graph, Workspace work) {
    ExperimentConfig<S, I> plain = SmallExperiment.config(backbone, 1).withPlan(PLAN);
    ExperimentConfig<S, I> config =
        plain.withRecipe(plain.recipe().withNodeWise(NodeWiseRecipes.of(List.of(strategy), "")));
    var result = Experiment.run(LabelledData.of(graph), config, work);
    return SavedModel.of(config, result, 3, 12);
  }

  /// The shares of a linear backbone leave the bias alone.
  @Test
  void aLinearLogitIsItsSharesAndItsBias() {
    try (Workspace work = Workspace.open(2)) {
      GraphData graph = SmallExperiment.graph(work);
      for (Backbone<?, ?> backbone : List.of(new Sgc(), new S2gc(), AuthorsSum.sgc())) {
        SavedModel saved = trained(backbone, OperatorPlan.adaptive(), graph, work);
        Explanation why = Explainer.explain(saved, graph, NODE, 1000, work);
        assertThat(why.exact()).isTrue();
        double bias = saved.weights().get("classifier.bias")[0][why.label()];
        assertThat(why.rest()).isCloseTo(bias, within(1e-4));
      }
    }
  }

  /// One layer and nothing else: linear, although the graph is in it.
  @Test
  void oneLayerIsExactWhereTheGraphIsInIt() {
    try (Workspace work = Workspace.open(2)) {
      GraphData graph = SmallExperiment.graph(work);
      SavedModel saved = trained(new Gcn(), PLAN, graph, work, "layers", "1");
      Explanation why = Explainer.explain(saved, graph, NODE, 1000, work);
      assertThat(why.exact()).isTrue();
      assertThat(why.rest()).isCloseTo(0, within(1e-5));
      assertThat(why.stepShares()).hasSize(2);
      assertThat(why.nodeShares()).hasSizeLessThanOrEqualTo(graph.graph().degree(NODE) + 1);
    }
  }

  /// Where only labels travel, they have it all.
  @Test
  void labelsThatTravelHaveTheirShare() {
    try (Workspace work = Workspace.open(2)) {
      GraphData graph = SmallExperiment.graph(work);
      SavedModel saved = trained(new LabelPropagation(), PLAN, graph, work);
      Explanation why = Explainer.explain(saved, graph, NODE, 1000, work);
      assertThat(why.labelShare()).isCloseTo(1, within(1e-5));
      assertThat(why.stepShares()).containsOnly(0);
      int[] labels = graph.labels().orElseThrow().values();
      assertThat(why.nodeShares())
          .isNotEmpty()
          .allSatisfy(each -> assertThat(labels[each.node()]).isEqualTo(why.label()));
      SavedModel both = trained(new Gamlp(), PLAN, graph, work, "labelHops", "2");
      assertThat(Explainer.explain(both, graph, NODE, 5, work).labelShare()).isNotZero();
    }
  }

  @Test
  void theEncodingsAreThoseTheCoefficientIsMadeOf() {
    try (Workspace work = Workspace.open(2)) {
      GraphData graph = SmallExperiment.graph(work);
      for (OperatorPlan plan : List.of(OperatorPlan.adaptive(), OperatorPlan.classic(0.5))) {
        SavedModel saved = trained(new Sgc(), plan, graph, work);
        Explanation why = Explainer.explain(saved, graph, NODE, 1, work);
        assertThat(why.encodings())
            .containsOnlyKeys(Encoding.DEGREE, Encoding.CLUSTERING, Encoding.EIGENVECTOR);
        int degree = graph.graph().degree(NODE) - why.maskedNeighbours().size();
        assertThat(why.encodings().get(Encoding.DEGREE)).isCloseTo(degree / 239.0, within(1e-12));
        assertThat(why.use()).isEqualTo(OperatorUse.WEIGHTS);
      }
      SavedModel attention = trained(Gat.original(), OperatorPlan.classic(0.5), graph, work);
      assertThat(Explainer.explain(attention, graph, NODE, 1, work).use())
          .isEqualTo(OperatorUse.TOPOLOGY);
    }
  }

  /// Every edge that went is there with a reason that names an end that was chosen.
  @ParameterizedTest
  @EnumSource(MaskBy.class)
  void hiddenEdgesAreNamedWithTheReason(MaskBy by) {
    try (Workspace work = Workspace.open(2)) {
      GraphData graph = SmallExperiment.graph(work);
      CsrGraph topology = graph.graph();
      int hub =
          IntStream.range(0, topology.nodeCount())
              .reduce((a, b) -> topology.degree(b) > topology.degree(a) ? b : a)
              .orElseThrow();
      var correction =
          new CorrectionConfig(
              new NodeChoice.DegreeAtLeast(topology.degree(hub)),
              new MaskBudget.MaskedShare(0.5),
              by,
              MaskOrder.RANDOM,
              1);
      var plan = new OperatorPlan(Optional.of(correction), new Kernel.Constant(0.5));
      SavedModel saved = trained(new Sgc(), plan, graph, work);
      List<MaskedEdge> lost = Explainer.explain(saved, graph, hub, 1, work).maskedNeighbours();
      assertThat(lost).hasSizeBetween(1, topology.degree(hub) - 1);
      assertThat(lost.getFirst().reason())
          .isEqualTo(
              "this node with %d edges has at least %d; of such nodes' edges 50 %% go, drawn by lot"
                  .formatted(topology.degree(hub), topology.degree(hub)));
      int neighbour = lost.getFirst().neighbour();
      List<MaskedEdge> others =
          Explainer.explain(saved, graph, neighbour, 1, work).maskedNeighbours();
      if (by == MaskBy.ROWS) {
        assertThat(others).isEmpty();
      } else {
        assertThat(others).extracting(MaskedEdge::neighbour).containsExactly(hub);
        assertThat(others.getFirst().reason()).startsWith("the neighbour with");
      }
    }
  }
}
