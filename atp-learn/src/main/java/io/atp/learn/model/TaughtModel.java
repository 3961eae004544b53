package io.atp.learn.model;

import io.atp.learn.model.input.Lessons;
import io.atp.learn.optimise.ParameterGroup;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.op.Add;
import io.atp.learn.tensor.op.GatherRows;
import io.atp.learn.tensor.op.Scale;
import io.atp.learn.tensor.op.SoftCrossEntropy;
import java.util.List;
import java.util.stream.IntStream;

/// A model that learns from labels and from [Lessons] side by side; the loss is that of [Stages].
///
/// @param weight γ
public record TaughtModel<I>(Model<I> pupil, Lessons lessons, double weight) implements Model<I> {
  @Override
  public List<ParameterGroup> groups(double learningRate, double weightDecay) {
    return pupil.groups(learningRate, weightDecay);
  }

  @Override
  public Tensor logits(Tape tape, I inputs, int[] nodes, Phase phase) {
    return pupil.logits(tape, inputs, nodes, phase);
  }

  @Override
  public int judgingBatch() {
    return pupil.judgingBatch();
  }

  @Override
  public Tensor loss(Tape tape, I inputs, int[] nodes, Targets targets, Phase phase) {
    Tensor logits = pupil.logits(tape, inputs, nodes, phase);
    int[] taught = rows(nodes, true);
    int[] known = rows(nodes, false);
    if (taught.length == 0) {
      return targets.loss(logits, nodes);
    }
    Tensor imitation =
        Scale.of(imitation(logits, nodes, taught), weight * taught.length / nodes.length);
    if (known.length == 0) {
      return imitation;
    }
    int[] knownNodes = IntStream.of(known).map(row -> nodes[row]).toArray();
    Tensor supervised = targets.loss(GatherRows.of(logits, known), knownNodes);
    return Add.of(Scale.of(supervised, (double) known.length / nodes.length), imitation);
  }

  private int[] rows(int[] nodes, boolean taught) {
    return IntStream.range(0, nodes.length)
        .filter(row -> lessons.of(nodes[row]) != null == taught)
        .toArray();
  }

  /// `mean_i[max p_i · KL(p_i ‖ q_i)]`.
  private Tensor imitation(Tensor logits, int[] nodes, int[] rows) {
    Matrix wanted = logits.tape().borrow(rows.length, logits.columns());
    float[] trust = new float[rows.length];
    for (int i = 0; i < rows.length; i++) {
      float[] shares = lessons.of(nodes[rows[i]]);
      trust[i] = Lessons.largest(shares);
      for (int c = 0; c < shares.length; c++) {
        wanted.set(i, c, shares[c]);
      }
    }
    return SoftCrossEntropy.divergence(GatherRows.of(logits, rows), wanted, trust);
  }
}
