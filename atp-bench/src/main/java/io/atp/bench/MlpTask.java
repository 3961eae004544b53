package io.atp.bench;

import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;
import io.atp.io.npy.NpyWriter;
import io.atp.learn.model.layer.Linear;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.optimise.Optimiser;
import io.atp.learn.optimise.OptimiserConfig;
import io.atp.learn.optimise.ParameterGroup;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Parameter;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.op.CrossEntropy;
import io.atp.learn.tensor.op.Relu;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// One full-batch epoch of a network 128–256–256–40 over as many rows as ogbn-arxiv has nodes:
/// forward, cross-entropy, backward, Adam. Ours and PyTorch's from the same weights, whose third
/// losses are compared.
final class MlpTask {
  private static final int[] WIDTHS = {128, 256, 256, 40};
  private static final int ROWS = 169_343;
  private static final double TARGET = 1.0;

  private final Run run;
  private final List<Double> losses = new ArrayList<>();

  MlpTask(Run run) {
    this.run = run;
  }

  void run() throws IOException {
    try (Workspace scratch = run.work().scratch();
        Engine engine = Engine.on(scratch);
        var store = new ParameterStore(3)) {
      Matrix inputs = new Matrix(ROWS, WIDTHS[0], scratch.allocateFloats((long) ROWS * WIDTHS[0]));
      int[] classes = new int[ROWS];
      fill(inputs, classes);
      write("mlp-inputs.npy", inputs);
      NpyWriter.write(
          run.folder().file("mlp-classes.npy"),
          "<i4",
          new long[] {ROWS},
          MemorySegment.ofArray(classes));
      List<Linear> layers = new ArrayList<>();
      List<Parameter> parameters = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        Linear layer = Linear.create(store, "layer" + i, WIDTHS[i], WIDTHS[i + 1]);
        layer.bias().orElseThrow().value().fill(0);
        write("mlp-weight" + i + ".npy", layer.weight().value());
        layers.add(layer);
        parameters.addAll(layer.parameters());
      }
      var groups = List.of(new ParameterGroup("all", parameters, 0.01, 0));
      try (Optimiser optimiser = new OptimiserConfig.Adam().over(groups)) {
        Runnable epoch =
            () ->
                losses.add(
                    optimiser.step(() -> gradients(engine, store, layers, inputs, classes), 1));
        Peer.Answer torch =
            PythonPeer.TORCH_MLP.run(
                run.folder(), run.folder().path(), run.trials(), run.folder().threads());
        for (int warmUp = 0; warmUp < 3; warmUp++) {
          epoch.run();
        }
        long held = engine.pool().allocatedBytes();
        Timing ours = Timing.of(0, run.trials(), epoch);
        String note =
            "%.0f MB of buffers%s"
                .formatted(
                    held * 1e-6,
                    engine.pool().allocatedBytes() == held ? ", the same after every epoch" : "");
        run.report().add(Row.ours("epoch of a network", ours, note));
        Outcome outcome = torch.outcome("epoch");
        run.report()
            .add(Row.peer("epoch of a network", outcome, ours, TARGET, () -> agrees(outcome)));
      }
    }
  }

  private static double gradients(
      Engine engine, ParameterStore store, List<Linear> layers, Matrix inputs, int[] classes) {
    store.clearGradients();
    try (Tape tape = engine.tape()) {
      Tensor hidden = tape.constant(inputs);
      for (int i = 0; i < layers.size(); i++) {
        hidden = layers.get(i).apply(i == 0 ? hidden : Relu.of(hidden));
      }
      Tensor loss = CrossEntropy.of(hidden, classes);
      double value = loss.value().get(0, 0);
      tape.backward(loss);
      return value;
    }
  }

  /// Features in [-1, 1) and a class that depends on them.
  private static void fill(Matrix inputs, int[] classes) {
    for (int i = 0; i < inputs.rows(); i++) {
      for (int j = 0; j < inputs.columns(); j++) {
        inputs.set(i, j, (float) (2 * StatelessHash.unit(StatelessHash.of(9, i, j)) - 1));
      }
      classes[i] = (int) (WIDTHS[3] * (inputs.get(i, 0) + 1) / 2);
    }
  }

  private void write(String file, Matrix matrix) throws IOException {
    NpyWriter.write(
        run.folder().file(file),
        "<f4",
        new long[] {matrix.rows(), matrix.columns()},
        matrix.data());
  }

  private Agreement agrees(Outcome outcome) {
    double theirs = ((Outcome.Measured) outcome).checksum();
    return Agreement.ofSums(losses.get(2), theirs, Math.abs(losses.get(2)), 1e-4);
  }
}
