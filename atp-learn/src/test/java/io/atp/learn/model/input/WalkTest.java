package io.atp.learn.model.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.nodewise.FeatureEntry.Kept;
import io.atp.core.nodewise.NodeSteps.Distance;
import io.atp.core.nodewise.NodeSteps.EdgeCount;
import io.atp.core.nodewise.NodeWise;
import io.atp.core.nodewise.NodeWiseSum;
import io.atp.core.nodewise.Strategy;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.operator.TestVectors;
import io.atp.core.propagate.HopCombiner;
import io.atp.core.propagate.PropagationConfig;
import io.atp.core.runtime.Workspace;
import io.atp.learn.tensor.GradientCheck;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Probed;
import io.atp.learn.tensor.op.PersonalisedSolve;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Predictions spread by a node-wise sum, against the sum's own product and the closed form.
class WalkTest {
  private static final float[][] H = GradientCheck.entries(5, 3, 1);
  private static final PropagationConfig SUM =
      PropagationConfig.of(4, HopCombiner.personalisedPageRank(4, 0.2));

  private Workspace work;
  private PropagationOperator operator;

  @BeforeEach
  void open() {
    work = Workspace.open(1);
    operator = PropagationOperator.of(NamedGraphs.g5(work), TestVectors.R);
  }

  @AfterEach
  void close() {
    work.close();
  }

  static Stream<Strategy> strategies() {
    return Stream.of(
        new Strategy.Dgc(1, 0),
        new Strategy.Dgc(1, 2),
        new Strategy.Gdc(Strategy.Diffused.HEAT, 1, 0.15, new Kept.AtLeast(0.05)),
        new Strategy.Ndls(0.05, 50, Distance.RELATIVE),
        new Strategy.Ndm(1, 1, 1, false, EdgeCount.STORED_TWICE, 0, 0),
        new Strategy.Scara(0.2, 0.01, 0.02, true, 3));
  }

  private NodeWiseSum sum(Strategy strategy) {
    return NodeWiseSum.of(operator, features(), NodeWise.of(List.of(strategy)), SUM, work);
  }

  private DenseFeatures features() {
    return new DenseFeatures(5, 3, Matrix.of(H, work.arena()).data());
  }

  @ParameterizedTest
  @MethodSource("strategies")
  void itIsTheProductWithTheSum(Strategy strategy) {
    NodeWiseSum sum = sum(strategy);
    Walk walk = Walk.of(sum, operator, 0, work);
    DenseFeatures product = sum.times(features(), work);
    float[][] expected = new Matrix(5, 3, product.data()).toArray();
    Probed spread = Probed.of(1, t -> walk.spread(t.getFirst(), Phase.judging()), H);
    assertThat(Probed.distance(spread.value(), expected)).isLessThan(1e-6);
    GradientCheck.check(1e-3, t -> walk.spread(t.getFirst(), Phase.judging()), H);
  }

  /// SCARA's weights are those of PPNP, summed to the end.
  @Test
  void pageRankIsTheExactSolution() {
    Walk walk = Walk.of(sum(new Strategy.Scara(0.2, 0.01, 0.02, true, 3)), operator, 0, work);
    PropagationOperator transposed = operator.transpose(work);
    Probed spread = Probed.of(1, t -> walk.spread(t.getFirst(), Phase.judging()), H);
    Probed solved =
        Probed.of(1, t -> PersonalisedSolve.of(operator, transposed, t.getFirst(), 0.2), H);
    assertThat(spread.distanceTo(solved)).isLessThan(1e-4);
  }

  @ParameterizedTest
  @MethodSource("strategies")
  void dropoutOfEntriesIsForTrainingAlone(Strategy strategy) {
    NodeWiseSum sum = sum(strategy);
    Walk dropping = Walk.of(sum, operator, 0.5, work);
    Walk whole = Walk.of(sum, operator, 0, work);
    Probed judged = Probed.of(1, t -> dropping.spread(t.getFirst(), Phase.judging()), H);
    Probed trained = Probed.of(1, t -> dropping.spread(t.getFirst(), Phase.training(3)), H);
    Probed expected = Probed.of(1, t -> whole.spread(t.getFirst(), Phase.training(3)), H);
    assertThat(judged.sameBits(expected)).isTrue();
    assertThat(trained.sameBits(expected)).isFalse();
  }
}
