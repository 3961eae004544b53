package io.atp.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.ndarray.NDArray;
import io.atp.core.partition.Coarsening;
import io.atp.core.partition.GraphCoarsening;
import io.atp.learn.model.CoarsenedGcn;
import io.atp.learn.model.Model;
import io.atp.learn.model.Steps;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.tensor.Phase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// One training step of GCN on super-nodes, node-wise coefficients, nothing dropped: the loss, and
/// the gradient of every parameter. Who is in which super-node comes from the coarsening itself;
/// the small graph, its features, coefficients and classes are written down anew.
@AgainstTorch
class CoarsenedGcnTest {
  private static final double RATIO = 0.5;
  private static final int LAYERS = 3;
  private static final int[] TRAINED = IntStream.range(0, 18).toArray();

  private final DenseProblem data = DenseProblem.open();

  @AfterEach
  void close() {
    data.close();
  }

  @Test
  void aStepOnTheSmallGraphIsThatOfPyTorch() {
    var backbone = new CoarsenedGcn();
    var settings = new CoarsenedGcn.Settings(RATIO, LAYERS, 5, 0, 0);
    Coarsening coarsening = GraphCoarsening.coarsen(data.graph(), RATIO, data.work());
    try (var store = new ParameterStore(4)) {
      CoarsenedGcn.Inputs inputs = backbone.prepare(settings, data.problem(), data.work());
      Model<CoarsenedGcn.Inputs> model =
          backbone.create(settings, inputs, DenseProblem.CLASSES, store);
      ModelOracle.disturb(store);
      Steps.Step step = model.steps(inputs, TRAINED, data.targets(), 0, 9).draw(1, 0);
      ModelOracle.compare(
          store,
          store.parameters(),
          tape -> step.loss(tape, Phase.training(1)),
          p -> torch(p, coarsening));
    }
  }

  private NDArray torch(Map<String, NDArray> p, Coarsening coarsening) {
    List<List<Integer>> members = new ArrayList<>();
    IntStream.range(0, coarsening.superCount()).forEach(_ -> members.add(new ArrayList<>()));
    for (int node = 0; node < DenseProblem.NODES; node++) {
      members.get(coarsening.superOf()[node]).add(node);
    }
    assertThat(members).hasSizeLessThan(DenseProblem.NODES);
    NDArray any = p.get("layer0.weight");
    NDArray m = TorchOps.beside(any, DenseProblem.floats(operator(members)));
    NDArray h = TorchOps.beside(any, features(members, coarsening.entries()));
    for (int l = 0; l < LAYERS; l++) {
      h = m.matMul(l == 0 ? h : TorchOps.relu(h)).matMul(p.get("layer" + l + ".weight"));
    }
    int[] agreed = agreed(members);
    int[] examples = Arrays.stream(agreed).map(s -> trained(members.get(s))[0]).toArray();
    return data.crossEntropy(TorchOps.rows(h, agreed), examples);
  }

  /// Super-nodes are joined where members are; r is the mean of the members'.
  private double[][] operator(List<List<Integer>> members) {
    int n = members.size();
    boolean[][] joined = new boolean[n][n];
    double[] r = new double[n];
    for (int s = 0; s < n; s++) {
      for (int t = 0; t < n; t++) {
        for (int i : members.get(s)) {
          joined[s][t] |= members.get(t).stream().anyMatch(j -> data.graph().hasArc(i, j));
        }
      }
      r[s] = members.get(s).stream().mapToDouble(data.r()::of).average().orElseThrow();
    }
    return DenseProblem.operator(joined, r);
  }

  /// `Σ_i C_si x_i / Σ_i C_si`.
  private float[][] features(List<List<Integer>> members, double[] entries) {
    float[][] rows = new float[members.size()][DenseProblem.WIDTH];
    for (int s = 0; s < rows.length; s++) {
      double total = members.get(s).stream().mapToDouble(i -> entries[i]).sum();
      for (int c = 0; c < DenseProblem.WIDTH; c++) {
        int column = c;
        double sum =
            members.get(s).stream().mapToDouble(i -> entries[i] * data.x()[i][column]).sum();
        rows[s][c] = (float) (sum / total);
      }
    }
    return rows;
  }

  private static int[] trained(List<Integer> members) {
    return members.stream()
        .mapToInt(Integer::intValue)
        .filter(node -> Arrays.binarySearch(TRAINED, node) >= 0)
        .toArray();
  }

  /// Those whose training members are all of one class. Others exist, with several or none.
  private int[] agreed(List<List<Integer>> members) {
    long[] classes =
        members.stream()
            .mapToLong(some -> Arrays.stream(trained(some)).map(data::label).distinct().count())
            .toArray();
    assertThat(classes).contains(0, 1, 2);
    return IntStream.range(0, classes.length).filter(s -> classes[s] == 1).toArray();
  }
}
