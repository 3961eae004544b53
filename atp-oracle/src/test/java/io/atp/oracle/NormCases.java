package io.atp.oracle;

import static io.atp.oracle.Numbers.positive;
import static io.atp.oracle.Numbers.uniform;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.op.BatchNorm;
import io.atp.learn.tensor.op.LayerNorm;
import io.atp.learn.tensor.op.NormaliseRows;
import io.atp.learn.tensor.op.RunningStatistics;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.stream.Stream;

/// Norms of n rows of c entries around `centre`.
final class NormCases {
  private NormCases() {}

  static Stream<OpCase> of(int n, int c, float centre) {
    String form = "%d × %d around %s".formatted(n, c, centre);
    float[][] x = uniform(n, c, 1, 2);
    for (float[] row : x) {
      for (int j = 0; j < c; j++) {
        row[j] += centre;
      }
    }
    float[][] scale = {positive(c, 2)};
    float[][] shift = uniform(1, c, 3);
    return Stream.of(
        OpCase.of(
            BatchNorm.class,
            "training, " + form,
            t -> ours(t, Phase.training(1)),
            t -> torch(t, true),
            x,
            scale,
            shift),
        OpCase.of(
            BatchNorm.class,
            "judging, " + form,
            t -> ours(t, Phase.judging()),
            t -> torch(t, false),
            x,
            scale,
            shift),
        OpCase.of(
            LayerNorm.class,
            form,
            t -> LayerNorm.of(t.get(0), t.get(1), t.get(2)),
            t -> TorchOps.layerNorm(t.get(0), t.get(1), t.get(2)),
            x,
            scale,
            shift),
        OpCase.of(
            NormaliseRows.class,
            form,
            t -> NormaliseRows.of(t.get(0)),
            t -> t.get(0).normalize(2, 1),
            x));
  }

  private static Tensor ours(List<Tensor> t, Phase phase) {
    int c = t.get(0).columns();
    Arena arena = t.get(0).tape().engine().workspace().arena();
    var running =
        new RunningStatistics(
            Matrix.of(uniform(1, c, 4), arena), Matrix.of(new float[][] {positive(c, 5)}, arena));
    return BatchNorm.of(t.get(0), t.get(1), t.get(2), running, phase);
  }

  private static NDArray torch(NDList t, boolean training) {
    int c = Math.toIntExact(t.get(0).getShape().get(1));
    NDArray mean = t.get(0).getManager().create(uniform(1, c, 4)[0]);
    NDArray variance = t.get(0).getManager().create(positive(c, 5));
    return TorchOps.batchNorm(t.get(0), t.get(1), t.get(2), mean, variance, training);
  }
}
