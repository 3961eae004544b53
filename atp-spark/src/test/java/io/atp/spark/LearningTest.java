package io.atp.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.core.correct.CorrectionConfig;
import io.atp.core.encode.EncodingConfig.Weights;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.SplitRule;
import io.atp.io.generate.GeneratorConfig;
import io.atp.io.generate.GraphGenerator;
import io.atp.learn.experiment.Experiment;
import io.atp.learn.experiment.ExperimentConfig;
import io.atp.learn.experiment.ExperimentResult;
import io.atp.learn.experiment.LabelledData;
import io.atp.learn.model.Gamlp;
import io.atp.learn.model.Sign;
import io.atp.learn.plan.OperatorPlan;
import io.atp.learn.predict.Predictions;
import io.atp.learn.predict.Predictor;
import io.atp.learn.predict.SavedModel;
import io.atp.spark.learn.LearnConfig;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Test;

/// A model trained on the cluster's hops is the one that a single machine finds.
class LearningTest {
  private static final Map<String, String> SETTINGS =
      Map.of("hops", "2", "hidden", "8", "epochs", "12", "scaling", "standardise");

  private static OperatorPlan plan() {
    var correction = CorrectionConfig.defaults();
    var encoding = OneMachineTest.encoding(new Weights(1, 1, 0, 0, 0));
    return new OperatorPlan(Optional.of(correction), new OperatorPlan.Kernel.NodeWise(encoding));
  }

  /// By names whose order is that of the numbers, so that nodes are numbered alike.
  private static SparkGraph onSpark(GraphData data) {
    SparkData tables =
        SparkData.of(data, DataTypes.StringType, node -> "paper-%04d".formatted(node));
    return AtpSpark.on(tables.edges(), tables.nodes())
        .with(SparkConfig.defaults().withPartitions(3))
        .graph();
  }

  /// GAMLP is not trained here, but what it says of a node follows from the node's hops.
  @Test
  void aModelOnHopsThatOneMachineTrainedSaysTheSame() {
    try (Workspace work = Workspace.open(1)) {
      GraphData data = GraphGenerator.generate(GeneratorConfig.of(240, 900, 9, 3), work);
      Gamlp gamlp = new Gamlp();
      var config =
          new ExperimentConfig<>(
              gamlp,
              gamlp.recipe("").with(SETTINGS),
              plan(),
              new SplitRule.Given(),
              false,
              0,
              1,
              5);
      ExperimentResult alone = Experiment.run(LabelledData.of(data), config, work);
      SavedModel model = SavedModel.of(config, alone, 3, 9);
      Predictions expected = Predictor.predict(model, data, work);
      SparkGraph graph = onSpark(data);
      List<Row> rows = graph.predict(model).table().orderBy("id").collectAsList();
      for (int node = 0; node < rows.size(); node++) {
        assertThat(rows.get(node).getFloat(2))
            .isEqualTo(expected.probabilities()[node][expected.labels()[node]]);
      }
    }
  }

  @Test
  void weightsAndPredictionsAreThoseOfOneMachineKeyedByTheUsersIds() {
    try (Workspace work = Workspace.open(1)) {
      GraphData data = GraphGenerator.generate(GeneratorConfig.of(240, 900, 9, 3), work);
      Sign sign = new Sign();
      var config =
          new ExperimentConfig<>(
              sign, sign.recipe("").with(SETTINGS), plan(), new SplitRule.Given(), false, 0, 1, 5);
      ExperimentResult alone = Experiment.run(LabelledData.of(data), config, work);
      SavedModel model = SavedModel.of(config, alone, 3, 9);
      Predictions expected = Predictor.predict(model, data, work);

      SparkGraph graph = onSpark(data);
      SparkLearning learned = graph.train(new LearnConfig("sign", SETTINGS, plan(), 5));
      learned
          .model()
          .weights()
          .forEach((name, rows) -> assertThat(rows).isDeepEqualTo(model.weights().get(name)));
      assertThat(learned.validation()).isEqualTo(alone.runs().getFirst().validation());
      SparkPredictions predictions = learned.predictions();
      assertThat(predictions.test().accuracy()).isEqualTo(alone.runs().getFirst().test());
      List<Row> rows = predictions.table().orderBy("id").collectAsList();
      assertThat(rows).hasSize(240);
      for (int node = 0; node < rows.size(); node++) {
        assertThat(rows.get(node).getString(0)).isEqualTo("paper-%04d".formatted(node));
        assertThat(rows.get(node).getString(1))
            .isEqualTo(data.labels().orElseThrow().className(expected.labels()[node]));
        assertThat(rows.get(node).getFloat(2))
            .isEqualTo(expected.probabilities()[node][expected.labels()[node]]);
      }
      // The model of one machine, asked on the cluster.
      assertThat(graph.predict(model).table().orderBy("id").collectAsList()).isEqualTo(rows);
    }
  }
}
