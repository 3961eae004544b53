package io.atp.bench;

import io.atp.core.runtime.Workspace;
import io.atp.learn.model.Model;
import io.atp.learn.model.Targets;
import io.atp.learn.model.input.GraphInputs;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.optimise.Optimiser;
import io.atp.learn.optimise.OptimiserConfig;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;

/// One epoch by atp-learn: forward, cross-entropy over the training nodes, backward, Adam.
///
/// Usage: `OurEpoch FOLDER MODEL TRIALS THREADS`.
final class OurEpoch {
  private OurEpoch() {}

  public static void main(String[] arguments) throws IOException {
    EpochAnswer answer =
        measure(
            Path.of(arguments[0]),
            EpochModel.valueOf(arguments[1]),
            Integer.parseInt(arguments[2]),
            Integer.parseInt(arguments[3]));
    System.out.println(answer.line("atp"));
  }

  static EpochAnswer measure(Path folder, EpochModel shape, int trials, int threads)
      throws IOException {
    try (Arena files = Arena.ofShared();
        Workspace work = Workspace.open(threads);
        Engine engine = Engine.on(work);
        var store = new ParameterStore(EpochModel.SEED)) {
      EpochData data = EpochData.read(folder, files, work);
      Targets targets = new Targets.OneClass(data.labels());
      Model<GraphInputs> model = shape.create(data.inputs(), targets.outputs(), store);
      try (Optimiser optimiser =
          new OptimiserConfig.Adam().over(model.groups(EpochModel.RATE, 0))) {
        return EpochAnswer.measure(
            trials, () -> optimiser.step(() -> gradients(model, data, targets, store, engine), 1));
      }
    }
  }

  private static double gradients(
      Model<GraphInputs> model,
      EpochData data,
      Targets targets,
      ParameterStore store,
      Engine engine) {
    store.clearGradients();
    try (Tape tape = engine.tape()) {
      Tensor loss = model.loss(tape, data.inputs(), data.trainNodes(), targets, Phase.training(0));
      double value = loss.value().get(0, 0);
      tape.backward(loss);
      return value;
    }
  }
}
