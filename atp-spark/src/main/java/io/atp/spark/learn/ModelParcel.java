package io.atp.spark.learn;

import io.atp.core.feature.FeatureScaling;
import io.atp.core.feature.FittedScaling;
import io.atp.core.nodewise.NodeWise;
import io.atp.learn.model.input.Lessons;
import io.atp.learn.plan.OperatorPlan;
import io.atp.learn.predict.SavedModel;
import java.io.Serializable;
import java.util.HashMap;
import java.util.Map;

/// The part of a model that the partitions need, in a form that travels.
record ModelParcel(
    String backbone,
    HashMap<String, String> settings,
    int outputs,
    int featureWidth,
    double temperature,
    HashMap<String, float[][]> weights)
    implements Serializable {
  static ModelParcel of(SavedModel model) {
    return new ModelParcel(
        model.backbone(),
        new HashMap<>(model.settings()),
        model.outputs(),
        model.featureWidth(),
        model.temperature(),
        new HashMap<>(model.weights()));
  }

  /// Operator and scaling are done with when rows are judged.
  SavedModel model() {
    return new SavedModel(
        backbone,
        Map.copyOf(settings),
        OperatorPlan.classic(0),
        new FittedScaling(FeatureScaling.NONE, new double[0], new double[0]),
        NodeWise.PLAIN,
        outputs,
        featureWidth,
        temperature,
        Map.copyOf(weights),
        Lessons.NONE);
  }
}
