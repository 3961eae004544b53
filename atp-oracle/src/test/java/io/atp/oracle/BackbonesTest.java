package io.atp.oracle;

import static io.atp.oracle.Numbers.uniform;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import io.atp.core.feature.DenseFeatures;
import io.atp.learn.model.Backbone;
import io.atp.learn.model.Fsgnn;
import io.atp.learn.model.Gamlp;
import io.atp.learn.model.Model;
import io.atp.learn.model.Sagn;
import io.atp.learn.model.Sign;
import io.atp.learn.model.Stages;
import io.atp.learn.model.input.HopInputs;
import io.atp.learn.model.input.LabelledHops;
import io.atp.learn.model.layer.HopAttention.Activation;
import io.atp.learn.model.layer.HopAttention.Reference;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Parameter;
import io.atp.learn.tensor.Phase;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Whole backbones on given hop features, dropout 0: logits, the gradient of every parameter that a
/// group trains, running statistics.
@AgainstTorch
class BackbonesTest {
  private static final int NODES = 20;
  private static final int WIDTH = 6;
  private static final int HOPS = 4;
  private static final int CLASSES = 3;
  private static final int[] BATCH = {3, 0, 19, 7, 8, 12, 5, 1, 16};

  private static final float[][] LABELS = uniform(NODES, CLASSES, 77);

  private final Arena arena = Arena.ofShared();

  @AfterEach
  void close() {
    arena.close();
  }

  @Test
  void sign() {
    for (boolean hopNorm : new boolean[] {false, true}) {
      var settings = new Sign.Settings(HOPS - 1, 5, 0, 0, hopNorm, false);
      compare(new Sign(), settings, hops(), torch -> torch.sign(hopNorm));
    }
  }

  @Test
  void signOnJoinedHops() {
    var settings = new Sign.Settings(HOPS - 1, 5, 0, 0, true, true);
    compare(new Sign(), settings, hops(), TorchBackbones::signJoined);
  }

  @Test
  void fsgnn() {
    var settings = new Fsgnn.Settings(HOPS - 1, 5, 0, true, 0, 0, 0, 0.01);
    compare(new Fsgnn(), settings, hops(), TorchBackbones::fsgnn);
  }

  @Test
  void sagnWithTwoHeads() {
    var settings = new Sagn.Settings(HOPS - 1, 2, 5, 0, 0, 0);
    compare(new Sagn(), settings, hops(), torch -> torch.sagn(2));
  }

  @Test
  void gamlpWithResidualAndLabels() {
    var settings =
        new Gamlp.Settings(
            HOPS - 1,
            Reference.RECURSIVE,
            Activation.SIGMOID,
            true,
            true,
            5,
            3,
            0,
            0,
            0,
            2,
            new Stages.Single());
    compare(new Gamlp(), settings, labelledHops(), torch -> torch.gamlp(3, labels(torch)));
  }

  private LabelledHops labelledHops() {
    return new LabelledHops(hops(), Optional.of(new HopInputs(List.of(features(LABELS)))));
  }

  private static NDArray labels(TorchBackbones torch) {
    return batch(torch.hops().getFirst().getManager(), LABELS);
  }

  private <S extends Record, I> void compare(
      Backbone<S, I> backbone, S settings, I inputs, Function<TorchBackbones, NDArray> torch) {
    try (ParameterStore store = new ParameterStore(4)) {
      Model<I> model = backbone.create(settings, inputs, CLASSES, store);
      ModelOracle.disturb(store);
      List<Parameter> trained = new ArrayList<>();
      model.groups(0.01, 0).forEach(group -> trained.addAll(group.parameters()));
      ModelOracle.compare(
          store,
          trained,
          tape -> model.logits(tape, inputs, BATCH, Phase.training(1)),
          p -> {
            NDManager manager = p.values().iterator().next().getManager();
            List<NDArray> rows = new ArrayList<>();
            for (int l = 0; l < HOPS; l++) {
              rows.add(batch(manager, hop(l)));
            }
            return torch.apply(new TorchBackbones(p, rows));
          });
    }
  }

  private HopInputs hops() {
    List<DenseFeatures> all = new ArrayList<>();
    for (int l = 0; l < HOPS; l++) {
      all.add(features(hop(l)));
    }
    return new HopInputs(all);
  }

  private static float[][] hop(int l) {
    return uniform(NODES, WIDTH, 50 + l);
  }

  private DenseFeatures features(float[][] rows) {
    return new DenseFeatures(NODES, rows[0].length, Matrix.of(rows, arena).data());
  }

  private static NDArray batch(NDManager manager, float[][] rows) {
    return TorchOps.rows(TorchOps.array(manager, rows), BATCH);
  }
}
