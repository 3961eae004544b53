package io.atp.spark;

import io.atp.core.feature.FittedScaling;
import io.atp.core.nodewise.NodeWise;
import io.atp.core.propagate.PropagationConfig;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.Split;
import io.atp.learn.experiment.HopTraining;
import io.atp.learn.model.HopBackbone;
import io.atp.learn.model.Recipe;
import io.atp.learn.model.input.Lessons;
import io.atp.learn.predict.SavedModel;
import io.atp.learn.settings.Settings;
import io.atp.spark.learn.HashedSplit;
import io.atp.spark.learn.LabelledRows;
import io.atp.spark.learn.LearnConfig;
import io.atp.spark.learn.SparkScaling;
import io.atp.spark.room.Rooms;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.spark.api.java.JavaSparkContext;

/// The flow with a model at its end: scale, correct, encode, propagate over the cluster, train on
/// the driver.
///
/// @param hops what the model was trained on
/// @param validation its score on the validation nodes
/// @param trained how many nodes it learned from
public record SparkLearning(SavedModel model, SparkHops hops, double validation, int trained) {
  private static final System.Logger LOG = System.getLogger(SparkLearning.class.getName());

  static SparkLearning train(SparkGraph graph, LearnConfig config) {
    return train(graph, config, Backbone.of(config));
  }

  /// A backbone with the settings it is to have.
  private record Backbone<S extends Record>(HopBackbone<S> backbone, Recipe<S> recipe) {
    static Backbone<?> of(LearnConfig config) {
      return of(config.found(), config.changes());
    }

    private static <S extends Record> Backbone<S> of(
        HopBackbone<S> backbone, Map<String, String> changes) {
      return new Backbone<>(backbone, backbone.recipe("").with(changes));
    }

    PropagationConfig propagation() {
      return backbone.propagation(recipe.settings());
    }

    HopTraining.Trained train(
        LabelledRows rows, int classes, Split split, long seed, Workspace work) {
      return HopTraining.train(
          backbone, recipe, rows.inputs(work), rows.labels(classes), split, seed, work);
    }
  }

  private static SparkLearning train(SparkGraph given, LearnConfig config, Backbone<?> backbone) {
    NodeFacts facts = given.facts();
    Require.that(facts.featureWidth() > 0, "the node table has no features to learn from");
    int classes = facts.classes().count();
    Require.that(
        classes >= 2,
        "learning needs labels of two classes or more, the node table has %d",
        classes);
    SparkGraph graph = given;
    if (!facts.hasSplit()) {
      LOG.log(
          System.Logger.Level.WARNING,
          "the node table has no split: labelled nodes are dealt 60/20/20 by a hash of seed {0}",
          config.seed());
      graph =
          given.withNodes(
              HashedSplit.apply(given.nodes(), config.seed()), "split " + config.seed());
    }
    JavaSparkContext spark = JavaSparkContext.fromSparkContext(facts.spark().sparkContext());
    try (Workspace work = Workspace.open()) {
      Rooms.enter(spark, "learn", "fitting the scaling");
      FittedScaling scaling =
          SparkScaling.fit(graph.nodes(), backbone.recipe().scaling(), facts.featureWidth(), work);
      PropagationConfig propagation = backbone.propagation();
      SparkHops hops = graph.scaled(scaling).operator(config.plan()).propagate(propagation);
      Rooms.enter(spark, "learn", "collecting hops of labelled nodes");
      LabelledRows rows =
          LabelledRows.of(
              hops.nodes(), hops.blocks(), facts.featureWidth(), propagation.outputCount());
      Split split = rows.split();
      Require.that(
          split.train().length > 0,
          "no node is both labelled and in the training part of the split");
      Rooms.enter(spark, "learn", "training");
      HopTraining.Trained trained = backbone.train(rows, classes, split, config.seed(), work);
      Rooms.leave(spark);
      Map<String, String> settings = new LinkedHashMap<>();
      Settings.toMap(backbone.recipe().settings())
          .forEach((name, value) -> settings.put(name, value.toString()));
      SavedModel model =
          new SavedModel(
              config.backbone(),
              settings,
              config.plan(),
              scaling,
              NodeWise.PLAIN,
              classes,
              facts.featureWidth(),
              trained.temperature(),
              trained.weights().copies(),
              Lessons.NONE);
      return new SparkLearning(model, hops, trained.validation(), split.train().length);
    }
  }

  /// The model asked about every node.
  public SparkPredictions predictions() {
    return hops.predict(model);
  }
}
