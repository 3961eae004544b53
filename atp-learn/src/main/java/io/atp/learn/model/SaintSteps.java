package io.atp.learn.model;

import io.atp.core.runtime.StatelessHash;
import io.atp.learn.sample.SaintConstants;
import io.atp.learn.sample.SaintDraws;
import io.atp.learn.sample.Subgraph;
import io.atp.learn.sample.SubgraphWeights;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.op.GatherRows;
import io.atp.learn.tensor.sparse.SparsePair;
import java.util.stream.IntStream;

/// A subgraph for each step, `Σ_v loss_v / λ_v` over its training nodes. An epoch has as many as
/// hold the nodes of the graph once by their budget.
///
/// Subgraphs are numbered. The constants come from the first N of them, which are then the first to
/// be trained on, the last drawn first, as in the original.
final class SaintSteps implements Steps {
  private static final long PURPOSE = 0x7361696E74L;

  private final GraphSaint.Network network;
  private final GraphSaint.Inputs inputs;
  private final Targets targets;
  private final long seed;
  private final SaintDraws draws;
  private final SaintConstants constants;
  private final int trainCount;
  private final boolean[] trained;
  private final int count;

  SaintSteps(
      GraphSaint.Network network,
      GraphSaint.Inputs inputs,
      int[] trainNodes,
      Targets targets,
      long seed) {
    this.network = network;
    this.inputs = inputs;
    this.targets = targets;
    this.seed = seed;
    GraphSaint.Settings settings = network.settings();
    int nodeCount = inputs.graph().nodeCount();
    this.draws = new SaintDraws(inputs.graph(), trainNodes, settings.sampler());
    this.constants =
        SaintConstants.estimate(
            inputs.graph(), this::nodes, (long) settings.coverage() * nodeCount, inputs.workers());
    this.trainCount = trainNodes.length;
    this.trained = new boolean[nodeCount];
    for (int node : trainNodes) {
      trained[node] = true;
    }
    this.count = Math.toIntExact(Math.ceilDiv(nodeCount, settings.sampler().nodeBudget()));
  }

  private int[] nodes(long subgraph) {
    return draws.nodes(StatelessHash.of(seed, PURPOSE, subgraph));
  }

  @Override
  public int count(int epoch) {
    return count;
  }

  @Override
  public Step draw(int epoch, int number) {
    long step = (epoch - 1L) * count + number;
    int known = constants.subgraphs();
    Subgraph part = Subgraph.induced(inputs.graph(), nodes(step < known ? known - 1 - step : step));
    var slice = SubgraphWeights.SLICE;
    SparsePair operator =
        network.settings().selfLoops()
            ? slice.withLoops(part, inputs.graph(), inputs.coefficients(), constants::arcFactor)
            : slice.withoutLoops(part, inputs.graph(), inputs.coefficients(), constants::arcFactor);
    int[] rows =
        IntStream.range(0, part.nodeCount()).filter(i -> trained[part.nodes()[i]]).toArray();
    int[] asked = IntStream.of(rows).map(i -> part.nodes()[i]).toArray();
    float[] weights = new float[asked.length];
    for (int i = 0; i < asked.length; i++) {
      weights[i] = constants.lossFactor(asked[i], trainCount);
    }
    return (tape, phase) ->
        rows.length == 0
            ? nothing(tape)
            : targets.weightedLoss(
                GatherRows.of(logits(tape, part, operator, phase), rows), asked, weights);
  }

  private Tensor logits(Tape tape, Subgraph part, SparsePair operator, Phase phase) {
    return network.logits(tape, inputs.features(), part.nodes(), operator, phase);
  }

  /// The loss of a subgraph without training nodes.
  private static Tensor nothing(Tape tape) {
    Matrix zero = tape.borrow(1, 1);
    zero.fill(0);
    return tape.constant(zero);
  }
}
