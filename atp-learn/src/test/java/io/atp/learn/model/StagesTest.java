package io.atp.learn.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.Labels;
import io.atp.learn.model.input.LabelledHops;
import io.atp.learn.model.input.Lessons;
import io.atp.learn.model.input.OneHot;
import io.atp.learn.optimise.ParameterGroup;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Parameter;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.op.GatherRows;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StagesTest {
  private static final float LOG3 = (float) Math.log(3);

  /// Probabilities (¾, ¼), (½, ½), (¼, ¾), (0.1, 0.9).
  private static final float[][] LOGITS = {{LOG3, 0}, {0, 0}, {0, LOG3}, {0, (float) Math.log(9)}};

  /// Logits are parameters.
  private record Table(Parameter rows) implements Model<Void> {
    @Override
    public List<ParameterGroup> groups(double learningRate, double weightDecay) {
      return List.of(new ParameterGroup("all", List.of(rows), learningRate, weightDecay));
    }

    @Override
    public Tensor logits(Tape tape, Void inputs, int[] nodes, Phase phase) {
      return GatherRows.of(tape.parameter(rows), nodes);
    }
  }

  @Test
  void lessonsAreTheSureRowsOutsideTraining() {
    try (Arena arena = Arena.ofConfined()) {
      Matrix logits = Matrix.of(LOGITS, arena);
      Lessons lessons = Lessons.of(logits, new int[] {3}, 0.7, 1);
      assertThat(lessons.nodes()).containsExactly(0, 2);
      assertThat(lessons.of(0)).containsExactly(new float[] {0.75f, 0.25f}, within(1e-6f));
      assertThat(lessons.of(1)).isNull();
      assertThat(lessons.of(3)).isNull();
      assertThat(Lessons.of(logits, new int[] {3}, 0.7, 2).nodes()).isEmpty(); // √3 : 1
      assertThat(Lessons.of(logits, new int[] {0}, 0, 0.001).of(3)).containsExactly(0, 1);
    }
  }

  /// Two training nodes and two taught ones: `½ · CE + γ · ½ · mean[max p · KL(p ‖ q)]`.
  @Test
  void theLossIsThatOfLabelsAndLessonsByTheirShareOfTheBatch() {
    float[][] p = {{0.75f, 0.25f}, {0.1f, 0.9f}};
    var lessons = new Lessons(4, new int[] {0, 3}, p);
    double[] q = {0.75, 0.5, 0.25, 0.1}; // of the first class
    double labels = -(Math.log(q[1]) + Math.log(1 - q[2])) / 2;
    double taught = 0; // the pupil says what the teacher says
    assertThat(loss(lessons, 0.4, 0, 1, 2, 3))
        .isCloseTo(labels / 2 + 0.4 * taught / 2, within(1e-6));

    var other = new Lessons(4, new int[] {0, 1}, new float[][] {{0.75f, 0.25f}, {0.9f, 0.1f}});
    double divergence = 0.9 * Math.log(0.9 / 0.5) + 0.1 * Math.log(0.1 / 0.5);
    assertThat(loss(other, 0.4, 0, 1)).isCloseTo(0.4 * 0.9 * divergence / 2, within(1e-6));
    assertThat(loss(other, 0.4, 2)).isCloseTo(-Math.log(0.75), within(1e-6));
    assertThat(loss(other, 0.4, 1, 2, 3))
        .isCloseTo(
            2.0 / 3 * -(Math.log(0.75) + Math.log(0.9)) / 2 + 0.4 / 3 * 0.9 * divergence,
            within(1e-6));
  }

  /// As if the taught nodes' classes were known.
  @Test
  void selfLabelsCountLikeLabels() {
    try (Arena arena = Arena.ofConfined()) {
      var stages = new Stages.SelfLabelled(2, 0.7);
      Lessons lessons = stages.lessons(Matrix.of(LOGITS, arena), new int[] {3});
      assertThat(lessons.nodes()).containsExactly(0, 2);
      assertThat(lessons.of(0)).containsExactly(1, 0);
      assertThat(lessons.of(2)).containsExactly(0, 1);
      double labels = -(Math.log(0.5) + Math.log(0.9)); // nodes 1 and 3
      double taught = -2 * Math.log(0.75);
      assertThat(loss(lessons, stages.weight(), 0, 1, 2, 3))
          .isCloseTo((labels + taught) / 4, within(1e-6));
      Lessons tie = new Lessons(1, new int[] {0}, new float[][] {{0.5f, 0.5f}});
      assertThat(tie.decided().of(0)).containsExactly(1, 0);
    }
  }

  private static double loss(Lessons lessons, double weight, int... nodes) {
    Targets targets = new Targets.OneClass(new Labels(2, new int[] {0, 0, 1, 1}));
    try (Workspace work = Workspace.open(1);
        Engine engine = Engine.on(work);
        Arena arena = Arena.ofConfined();
        Tape tape = engine.tape()) {
      var rows = new Parameter("rows", Matrix.of(LOGITS, arena), Matrix.zeros(4, 2, arena));
      var model = new TaughtModel<>(new Table(rows), lessons, weight);
      return model.loss(tape, null, nodes, targets, Phase.training(1)).value().get(0, 0);
    }
  }

  @Test
  void whatIsTaughtStandsBesideTheLabels() {
    try (Workspace work = Workspace.open(1)) {
      var labels = new Labels(2, new int[] {1, Labels.UNLABELLED, Labels.UNLABELLED});
      var lessons = new Lessons(3, new int[] {2}, new float[][] {{0.75f, 0.25f}});
      DenseFeatures start = OneHot.of(labels, lessons, work);
      assertThat(start.get(0, 1)).isEqualTo(1);
      assertThat(start.get(1, 0) + start.get(1, 1)).isZero();
      assertThat(start.get(2, 0)).isEqualTo(0.75f);
      assertThat(start.get(2, 1)).isEqualTo(0.25f);
      var wide = new Lessons(3, new int[] {2}, new float[][] {{0.5f, 0.25f, 0.25f}});
      assertThatThrownBy(() -> OneHot.of(labels, wide, work))
          .hasMessage("node 2 was taught about 3 classes, and there are 2");
    }
  }

  @Test
  void lessonsOutOfOrderOrOutOfTheGraphAreRefused() {
    float[][] two = {{1, 0}, {1, 0}};
    assertThatThrownBy(() -> new Lessons(3, new int[] {1, 1}, two))
        .hasMessage("taught nodes must rise from 0 to 2, got 1");
    assertThatThrownBy(() -> new Lessons(3, new int[] {1, 3}, two))
        .hasMessage("taught nodes must rise from 0 to 2, got 3");
    assertThatThrownBy(() -> new Lessons(3, new int[] {1}, two))
        .hasMessage("1 nodes were taught with 2 rows");
  }

  /// A saved model prepares its inputs from the start; they are those its last stage learned from.
  @Test
  void inputsPreparedWithLessonsAreThoseThatWereTaught() {
    try (Workspace work = Workspace.open(1)) {
      var gamlp = new Gamlp();
      Gamlp.Settings settings = gamlp.recipe("").with(Map.of("labelHops", "2")).settings();
      Problem problem = SmallGraph.symmetric(work);
      var lessons = new Lessons(5, new int[] {2}, new float[][] {{0.75f, 0.25f}});
      Problem taught = problem.with(lessons);
      DenseFeatures untaught = labels(gamlp.prepare(settings, problem, work));
      DenseFeatures prepared = labels(gamlp.prepare(settings, taught, work));
      DenseFeatures later =
          labels(gamlp.taught(settings, gamlp.prepare(settings, problem, work), taught, work));
      assertThat(prepared.data().mismatch(later.data())).isEqualTo(-1);
      assertThat(prepared.data().mismatch(untaught.data())).isNotEqualTo(-1);
    }
  }

  private static DenseFeatures labels(LabelledHops inputs) {
    return inputs.labels().orElseThrow().matrices().getFirst();
  }
}
