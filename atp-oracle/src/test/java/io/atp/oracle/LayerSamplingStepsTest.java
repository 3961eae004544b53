package io.atp.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.ndarray.NDArray;
import io.atp.core.runtime.StatelessHash;
import io.atp.learn.model.AsGcn;
import io.atp.learn.model.Backbone;
import io.atp.learn.model.DrawnBatch;
import io.atp.learn.model.FastGcn;
import io.atp.learn.model.Ladies;
import io.atp.learn.model.Model;
import io.atp.learn.model.Steps;
import io.atp.learn.model.VrGcn;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.sample.CumulativeWeights;
import io.atp.learn.sample.DistinctDraws;
import io.atp.learn.tensor.Phase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// One training step of the backbones whose layers draw nodes, node-wise coefficients, nothing
/// dropped: the loss, and the gradient of every parameter.
///
/// Who is drawn comes from the same seeds and draws as in the step; chances, the factors that make
/// up for them, and the network are written down anew.
@AgainstTorch
class LayerSamplingStepsTest {
  private static final int LAYERS = 3;
  private static final int SAMPLES = 5;
  private static final int[] TRAINED = {4, 0, 17, 9, 21, 13, 2, 11};
  private static final int BATCH = 4;
  private static final long SEED = 9;
  private static final long PHASE = 3;

  private final DenseProblem data = DenseProblem.open();
  private final double[][] m = data.operator();

  @AfterEach
  void close() {
    data.close();
  }

  /// The second step of an epoch, after the first one.
  private <S extends Record, I> void compare(
      Backbone<S, I> backbone,
      S settings,
      BiFunction<Map<String, NDArray>, DrawnBatch, NDArray> torch) {
    try (var store = new ParameterStore(4)) {
      I inputs = backbone.prepare(settings, data.problem(), data.work());
      Model<I> model = backbone.create(settings, inputs, DenseProblem.CLASSES, store);
      ModelOracle.disturb(store);
      Steps steps = model.steps(inputs, TRAINED, data.targets(), BATCH, SEED);
      assertThat(steps.count(1)).isEqualTo(2);
      for (int number = 0; number < 2; number++) {
        Steps.Step step = steps.draw(1, number);
        var batch = DrawnBatch.of(TRAINED, BATCH, SEED, 1, number);
        ModelOracle.compare(
            store,
            store.parameters(),
            tape -> step.loss(tape, Phase.training(PHASE)),
            p -> torch.apply(p, batch));
        ModelOracle.disturb(store.parameters().stream().map(p -> p.value()).toList());
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void fastGcnWithItsFirstLayerWhole(FastGcn.Importance importance) {
    fastGcn(importance, true);
  }

  @ParameterizedTest
  @EnumSource
  void fastGcnWithAllLayersDrawn(FastGcn.Importance importance) {
    fastGcn(importance, false);
  }

  private void fastGcn(FastGcn.Importance importance, boolean exactFirst) {
    double[] norms = DenseBlock.squaredColumns(m, IntStream.range(0, m.length).toArray());
    if (importance == FastGcn.Importance.NORM) {
      Arrays.setAll(norms, u -> Math.sqrt(norms[u]));
    }
    double total = Arrays.stream(norms).sum();
    compare(
        new FastGcn(),
        new FastGcn.Settings(LAYERS, 5, SAMPLES, importance, exactFirst, 0, 0),
        (p, batch) -> {
          List<DenseBlock> blocks = new ArrayList<>();
          int[] targets = batch.nodes();
          for (int l = LAYERS - 1; l >= 0; l--) {
            long seed = StatelessHash.of(batch.seed(), l);
            var drawn = new CumulativeWeights(norms).draw(SAMPLES, seed);
            int[] nodes = drawn.places();
            blocks.addFirst(
                l == 0 && exactFirst
                    ? DenseBlock.full(m, targets)
                    : DenseBlock.of(
                        m,
                        targets,
                        nodes,
                        k -> drawn.counts()[k] * total / (SAMPLES * norms[nodes[k]])));
            targets = blocks.getFirst().sources();
          }
          return data.crossEntropy(convolutions(p, blocks), batch.nodes());
        });
  }

  /// `H_l = ReLU(B_l · H_{l−1} · W_l)`, the last without ReLU.
  private NDArray convolutions(Map<String, NDArray> p, List<DenseBlock> blocks) {
    NDArray h = rows(p, blocks.getFirst().sources());
    for (int l = 0; l < blocks.size(); l++) {
      NDArray sum = blocks.get(l).times(l == 0 ? h : TorchOps.relu(h));
      h = sum.matMul(p.get("layer" + l + ".weight"));
    }
    return h;
  }

  private NDArray rows(Map<String, NDArray> p, int[] nodes) {
    float[][] rows = Arrays.stream(nodes).mapToObj(node -> data.x()[node]).toArray(float[][]::new);
    return TorchOps.beside(p.get("layer0.weight"), rows);
  }

  /// As the authors draw; as the article's estimate is unbiased; and two between them.
  @ParameterizedTest
  @CsvSource({"false, true, true", "true, false, false", "true, true, true", "false, false, false"})
  void ladies(boolean replacement, boolean keepTargets, boolean normaliseRows) {
    compare(
        new Ladies(),
        new Ladies.Settings(LAYERS, 5, SAMPLES, replacement, keepTargets, normaliseRows, 0, 0),
        (p, batch) -> {
          List<DenseBlock> blocks = new ArrayList<>();
          int[] targets = batch.nodes();
          for (int l = LAYERS - 1; l >= 0; l--) {
            DenseBlock block =
                columns(targets, replacement, keepTargets ? batch.nodes() : new int[0], batch, l);
            blocks.addFirst(normaliseRows ? block.withSumsOf(m, targets) : block);
            targets = block.sources();
          }
          NDArray h = rows(p, targets);
          for (int l = 0; l < LAYERS; l++) {
            h = TorchOps.elu(blocks.get(l).times(linear(p, "layer" + l, h)));
          }
          return data.crossEntropy(linear(p, "classifier", h), batch.nodes());
        });
  }

  private static NDArray linear(Map<String, NDArray> p, String name, NDArray h) {
    return TorchOps.linear(h, p.get(name + ".weight"), p.get(name + ".bias"));
  }

  /// `M_vu · c_u / (s · q(u))` with `q(u) = Σ_v M_vu² / ‖M_{targets,:}‖²`.
  private DenseBlock columns(
      int[] targets, boolean replacement, int[] kept, DrawnBatch batch, int layer) {
    long seed = StatelessHash.of(batch.seed(), layer);
    double[] squares = DenseBlock.squaredColumns(m, targets);
    double total = Arrays.stream(squares).sum();
    int[] candidates = IntStream.range(0, m.length).filter(u -> squares[u] > 0).toArray();
    assertThat(candidates).as("more columns than are drawn").hasSizeGreaterThan(SAMPLES);
    double[] q = Arrays.stream(candidates).mapToDouble(u -> squares[u] / total).toArray();
    int[] counts = new int[m.length];
    if (replacement) {
      var drawn = new CumulativeWeights(q).draw(SAMPLES, seed);
      for (int k = 0; k < drawn.places().length; k++) {
        counts[candidates[drawn.places()[k]]] = drawn.counts()[k];
      }
    } else {
      for (int place : DistinctDraws.byWeight(q, SAMPLES, seed)) {
        counts[candidates[place]] = 1;
      }
    }
    for (int node : kept) {
      counts[node] = Math.max(1, counts[node]);
    }
    int[] sources = IntStream.range(0, m.length).filter(u -> counts[u] > 0).toArray();
    return DenseBlock.of(
        m, targets, sources, k -> counts[sources[k]] * total / (SAMPLES * squares[sources[k]]));
  }

  /// The second step finds what the first one remembered, under weights that have moved since.
  @ParameterizedTest
  @EnumSource
  void vrGcnWithRememberedStates(VrGcn.Control control) {
    int neighbours = 1;
    compare(
        new VrGcn(),
        new VrGcn.Settings(LAYERS, 5, neighbours, control, 0, 0),
        (p, batch) -> {
          List<int[]> targets = new ArrayList<>(List.of(batch.nodes()));
          List<DenseBlock> drawn = new ArrayList<>();
          for (int l = LAYERS - 1; l > 0; l--) {
            long seed = StatelessHash.of(batch.seed(), l);
            drawn.addFirst(neighbours(targets.getFirst(), neighbours, seed));
            targets.addFirst(drawn.getFirst().sources());
          }
          NDArray x = TorchOps.beside(p.get("layer0.weight"), data.x());
          NDArray h =
              DenseBlock.full(m, targets.getFirst()).times(x).matMul(p.get("layer0.weight"));
          for (int l = 1; l < LAYERS; l++) {
            NDArray states = TorchOps.relu(h);
            NDArray history = p.get("history" + l);
            int[] sources = targets.get(l - 1);
            NDArray news = states.sub(TorchOps.rows(history, sources));
            NDArray sum =
                DenseBlock.full(m, targets.get(l)).times(history).add(drawn.get(l - 1).times(news));
            h = sum.matMul(p.get("layer" + l + ".weight"));
            NDArray moved = TorchOps.indexAdd(news.stopGradient(), sources, m.length);
            p.put("history" + l, history.add(moved));
          }
          return data.crossEntropy(h, batch.nodes());
        });
  }

  /// `M_vv`, and `M_vu · d / min(D, d)` for the neighbours u drawn of d.
  private DenseBlock neighbours(int[] targets, int count, long seed) {
    double[][] entries = new double[targets.length][m.length];
    TreeSet<Integer> sources = new TreeSet<>();
    for (int i = 0; i < targets.length; i++) {
      int v = targets[i];
      int[] all = IntStream.range(0, m.length).filter(u -> u != v && m[v][u] > 0).toArray();
      entries[i][v] = m[v][v];
      sources.add(v);
      for (int place : DistinctDraws.uniform(all.length, count, StatelessHash.of(seed, v))) {
        int u = all[place];
        entries[i][u] = m[v][u] * all.length / Math.min(count, all.length);
        sources.add(u);
      }
    }
    int[] columns = sources.stream().mapToInt(Integer::intValue).toArray();
    int[] rows = IntStream.range(0, targets.length).toArray();
    return DenseBlock.of(entries, rows, columns, _ -> 1);
  }

  /// `λ/|B| · Σ_u e_u / q(u)` comes on top, through which alone the sampler learns: e_u is `c_u /
  /// (t q(u)) · Σ_v M_vu² · ‖h_u‖² / t`, a number.
  @Test
  void asGcnWithTheVarianceOfItsLastLayer() {
    double lambda = 0.7;
    compare(
        new AsGcn(),
        new AsGcn.Settings(LAYERS, 5, SAMPLES, lambda, 0, 0),
        (p, batch) -> {
          Phase phase = Phase.training(PHASE);
          List<Learned> drawn = new ArrayList<>();
          int[] targets = batch.nodes();
          for (int l = LAYERS - 1; l >= 0; l--) {
            drawn.addFirst(learned(p, targets, phase.nextSeed()));
            targets = drawn.getFirst().block().sources();
          }
          List<DenseBlock> blocks = drawn.stream().map(Learned::block).toList();
          NDArray loss = data.crossEntropy(convolutions(p, blocks), batch.nodes());
          NDArray h = TorchOps.relu(convolutions(p, blocks.subList(0, LAYERS - 1)));
          NDArray lengths = h.stopGradient().square().sum(new int[] {1}, true);
          Learned last = drawn.getLast();
          NDArray amounts = lengths.mul(TorchOps.column(lengths, last.amounts()));
          NDArray moment = amounts.div(last.q()).sum().reshape(1, 1);
          return loss.add(moment.mul(lambda / batch.nodes().length));
        });
  }

  /// @param q of the sources drawn, by the sampler's weights
  /// @param amounts `c_u / (t q(u)) · Σ_v M_vu² / t` of the same
  private record Learned(DenseBlock block, NDArray q, float[] amounts) {}

  /// `q(u) ∝ √(Σ_v M_vu²) · (ReLU(Σ_v w₁ᵀx_v + w₀ᵀx_u) + 1) · (ReLU(w₀ᵀx_u) + 1)`.
  private Learned learned(Map<String, NDArray> p, int[] targets, long seed) {
    double[] squares = DenseBlock.squaredColumns(m, targets);
    int[] candidates = IntStream.range(0, m.length).filter(u -> squares[u] > 0).toArray();
    float[] norms = new float[candidates.length];
    for (int i = 0; i < norms.length; i++) {
      norms[i] = (float) Math.sqrt(squares[candidates[i]]);
    }
    NDArray own = rows(p, candidates).matMul(p.get("sampler.own"));
    NDArray above = rows(p, targets).matMul(p.get("sampler.above")).sum(new int[] {0}, true);
    NDArray weights =
        TorchOps.relu(own)
            .add(1)
            .mul(TorchOps.relu(own.add(above)).add(1))
            .mul(TorchOps.column(own, norms));
    NDArray q = weights.div(weights.sum());
    float[] chances = q.toFloatArray();
    double[] weighed = IntStream.range(0, norms.length).mapToDouble(i -> chances[i]).toArray();
    var drawn = new CumulativeWeights(weighed).draw(SAMPLES, seed);
    int[] places = drawn.places();
    int[] sources = Arrays.stream(places).map(place -> candidates[place]).toArray();
    double[] factors = new double[places.length];
    float[] amounts = new float[places.length];
    for (int k = 0; k < places.length; k++) {
      factors[k] = drawn.counts()[k] / (SAMPLES * weighed[places[k]]);
      amounts[k] = (float) (factors[k] * squares[sources[k]] / SAMPLES);
    }
    return new Learned(
        DenseBlock.of(m, targets, sources, k -> factors[k]), TorchOps.rows(q, places), amounts);
  }
}
