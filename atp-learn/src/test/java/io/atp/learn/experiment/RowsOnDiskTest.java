package io.atp.learn.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.propagate.MemoryPlan;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.Split;
import io.atp.io.dataset.SplitRule;
import io.atp.learn.model.Backbone;
import io.atp.learn.model.Backbones;
import io.atp.learn.model.Model;
import io.atp.learn.model.Problem;
import io.atp.learn.model.Recipe;
import io.atp.learn.model.Sign;
import io.atp.learn.model.input.HopInputs;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.predict.Predictions;
import io.atp.learn.predict.Predictor;
import io.atp.learn.predict.SavedModel;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Tape;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Rows of all nodes in memory, of the judged nodes alone, or in mapped files: the same weights.
class RowsOnDiskTest {
  @TempDir Path folder;

  /// The backbone as it would be if it kept every row.
  private record AllRows<S extends Record, I>(Backbone<S, I> inner) implements Backbone<S, I> {
    @Override
    public String name() {
      return inner.name();
    }

    @Override
    public String summary() {
      return inner.summary();
    }

    @Override
    public Recipe<S> recipe(String dataSet) {
      return inner.recipe(dataSet);
    }

    @Override
    public boolean usesLabels(S settings) {
      return inner.usesLabels(settings);
    }

    @Override
    public I prepare(S settings, Problem problem, Workspace work) {
      return inner.prepare(settings, problem, work);
    }

    @Override
    public Model<I> create(S settings, I inputs, int outputs, ParameterStore store) {
      return inner.create(settings, inputs, outputs, store);
    }
  }

  private static GraphData graph(Workspace work) {
    int[] train = IntStream.range(0, 30).map(i -> i * 7).toArray();
    int[] validation = IntStream.range(0, 20).map(i -> i * 7 + 3).toArray();
    int[] test = IntStream.range(0, 20).map(i -> i * 7 + 5).toArray();
    return SmallExperiment.graph(work).withSplits(List.of(new Split(train, validation, test)));
  }

  private static <S extends Record, I> ExperimentConfig<S, I> config(
      Backbone<S, I> backbone, String scaling) {
    ExperimentConfig<S, I> some =
        SmallExperiment.config(backbone, 1, "scaling", scaling, "batchSize", "8", "epochs", "4");
    return new ExperimentConfig<>(
        backbone, some.recipe(), some.plan(), new SplitRule.Given(), false, 0, 2, 7);
  }

  /// Everything that is allocated from here on finds memory short.
  private void makeMemoryShort(Workspace work) {
    long limit = 4 * MemoryPlan.jvmBytes();
    work.spillTo(folder, limit);
    work.allocate(limit / 2 + 1); // never touched
    assertThat(work.allocateResult(4).isMapped()).isTrue();
    assertThat(folder).isEmptyDirectory(); // the file has no name any more
  }

  private <S extends Record, I> ExperimentResult run(
      Backbone<S, I> backbone, String scaling, boolean memoryIsShort) {
    try (Workspace work = Workspace.open(2)) {
      GraphData graph = graph(work);
      if (memoryIsShort) {
        makeMemoryShort(work);
      }
      return Experiment.run(LabelledData.of(graph), config(backbone, scaling), work);
    }
  }

  private static void assertSame(ExperimentResult actual, ExperimentResult expected) {
    Map<String, float[][]> weights = expected.weights().copies();
    assertThat(actual.weights().copies().keySet()).isEqualTo(weights.keySet());
    weights.forEach(
        (name, rows) ->
            assertThat(actual.weights().copies().get(name)).as(name).isDeepEqualTo(rows));
    assertThat(actual.runs()).hasSameSizeAs(expected.runs());
    for (int i = 0; i < expected.runs().size(); i++) {
      assertThat(actual.runs().get(i).test()).isEqualTo(expected.runs().get(i).test());
      assertThat(actual.runs().get(i).temperature())
          .isEqualTo(expected.runs().get(i).temperature());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"sgc", "s2gc", "sign", "sagn", "gamlp"})
  void theWeightsDoNotDependOnWhereRowsAreKept(String name) {
    String scaling = name.equals("sign") ? "standardise" : "row_norm";
    ExperimentResult whole = run(new AllRows<>(Backbones.named(name)), scaling, false);
    assertSame(run(Backbones.named(name), scaling, false), whole);
    assertSame(run(Backbones.named(name), scaling, true), whole);
  }

  @Test
  void predictionsForAllNodesDoNotDependOnWhereRowsAreKept() {
    SavedModel saved = saved();
    Predictions whole;
    try (Workspace work = Workspace.open(2)) {
      whole = Predictor.predict(saved, graph(work), work);
    }
    try (Workspace work = Workspace.open(1)) {
      GraphData graph = graph(work);
      makeMemoryShort(work);
      Predictions streamed = Predictor.predict(saved, graph, work);
      assertThat(streamed.labels()).isEqualTo(whole.labels());
      assertThat(streamed.probabilities()).isDeepEqualTo(whole.probabilities());
    }
  }

  private static SavedModel saved() {
    try (Workspace work = Workspace.open(2)) {
      var config = config(new Sign(), "none");
      var result = Experiment.run(LabelledData.of(graph(work)), config, work);
      return SavedModel.of(config, result, 3, 12);
    }
  }

  @Test
  void aNodeWhoseRowWasNotKeptIsRefused() {
    try (Workspace work = Workspace.open(1);
        Engine engine = Engine.on(work);
        Tape tape = engine.tape()) {
      var data = LabelledData.of(graph(work));
      var prepared =
          Prepared.of(
              data,
              config(new Sign(), "none"),
              data.split(new SplitRule.Given(), 0, 0),
              new int[] {3, 10, 17},
              List.of(),
              work);
      HopInputs inputs = prepared.judgeInputs();
      assertThat(inputs.nodeCount()).isEqualTo(3);
      assertThatThrownBy(() -> inputs.rows(tape, 0, new int[] {10, 11}))
          .hasMessage("node 11 is not one of the 3 nodes whose rows were kept");
    }
  }
}
