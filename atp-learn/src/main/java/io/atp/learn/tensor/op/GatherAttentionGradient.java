package io.atp.learn.tensor.op;

import io.atp.core.kernel.AttentionKernels;
import io.atp.core.kernel.Kernels;
import io.atp.core.kernel.RowKernels;
import io.atp.core.kernel.RowSource;
import io.atp.core.kernel.WeightedRows;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;

/// The way back of [GatherAttention]: one walk over receivers, one over senders.
final class GatherAttentionGradient {
  private final GatherAttention op;
  private final Matrix out;
  private final Matrix dOut;
  private final Matrix facts;
  private final Engine engine;
  private final RowKernels kernels = Kernels.active();
  private final AttentionKernels attention = Kernels.attention();
  private final int heads;
  private final int width;
  private final float slope;

  GatherAttentionGradient(
      GatherAttention op, Matrix out, Matrix dOut, Matrix facts, Engine engine) {
    this.op = op;
    this.out = out;
    this.dOut = dOut;
    this.facts = facts;
    this.engine = engine;
    this.heads = op.heads();
    this.width = op.columns() / heads;
    this.slope = op.slope();
  }

  void run() {
    walkReceivers();
    if (op.sender().wantsGradient() || op.values().wantsGradient()) {
      walkSenders();
    }
  }

  /// Row by row of those who listen: ds, and the facts that the walk over senders needs.
  private void walkReceivers() {
    RowSource v = HeadRow.source(op.values().value());
    SparseLoop loop = new SparseLoop(op.neighbours().plain(), op.columns());
    Matrix sums = engine.pool().take(loop.chunkCount(), op.columns());
    Matrix ds = op.receiver().wantsGradient() ? op.receiver().gradient() : null;
    loop.run(
        engine,
        heads,
        (chunk, row, list, own) -> {
          op.score(row, list, own);
          own.softmax(list.count());
          own.scaleBySums(op.dropout().scale());
          dots(dOut, row, out, row, own);
          own.remember(row, own.dots(), facts);
          if (ds != null) {
            takeSlopes(op.sender().value(), list, own);
            own.drop(own.weights().weights(), list, row, op.dropout());
            kernels.gatherHeads(v, list, own.weights(), sums.data(), sums.at(chunk), false);
            dots(dOut, row, sums, chunk, own);
            for (int head = 0; head < heads; head++) {
              double c = facts.get(row, 2 * heads + head);
              double slopes = own.slopes()[head] * facts.get(row, heads + head);
              double de = own.dots()[head] - c * slopes;
              ds.set(row, head, (float) (ds.get(row, head) + de));
            }
          }
        });
    engine.pool().give(sums);
  }

  /// Multiplies each weight of a row by λ and leaves the sums of that among its slopes.
  private void takeSlopes(Matrix others, WeightedRows list, HeadRow own) {
    float[] weights = own.weights().weights();
    attention.takeSlopes(own.own(), HeadRow.source(others), list, slope, weights, own.slopes());
  }

  /// Row by row of those who are listened to: dV and dt.
  private void walkSenders() {
    RowSource dY = HeadRow.source(dOut);
    SparseLoop loop = new SparseLoop(op.neighbours().transposed(), op.columns());
    Matrix sums = engine.pool().take(loop.chunkCount(), op.columns());
    Matrix dt = op.sender().wantsGradient() ? op.sender().gradient() : null;
    Matrix dV = op.values().wantsGradient() ? op.values().gradient() : null;
    loop.run(
        engine,
        heads,
        (chunk, row, list, own) -> {
          coefficients(row, list, own);
          own.scale(op.dropout().scale());
          if (dV != null) {
            kernels.gatherHeads(dY, list, own.weights(), dV.data(), dV.at(row), true);
          }
          if (dt != null) {
            takeSlopes(op.receiver().value(), list, own);
            kernels.gatherHeads(dY, list, own.weights(), sums.data(), sums.at(chunk), false);
            dots(op.values().value(), row, sums, chunk, own);
            for (int head = 0; head < heads; head++) {
              double de = own.dots()[head] - own.sums()[head];
              dt.set(row, head, (float) (dt.get(row, head) + de));
            }
          }
        });
    engine.pool().give(sums);
  }

  /// The weights of row j become δ_ij α_ij of its receivers i, but for the scale of δ; the sums
  /// become Σ_i λ_ij α_ij c_i.
  private void coefficients(int row, WeightedRows list, HeadRow own) {
    GatherAttention.read(op.sender().value(), row, own.own());
    RowSource s = HeadRow.source(op.receiver().value());
    float[] weights = own.weights().weights();
    attention.scores(own.own(), s, list, slope, weights);
    attention.recall(weights, HeadRow.source(facts), list, slope, own.sums());
    own.dropReceivers(weights, list, row, op.dropout());
  }

  /// `a_row · b_other` over the columns of each head.
  private void dots(Matrix a, int row, Matrix b, int other, HeadRow own) {
    Kernels.heads().dots(a.data(), a.at(row), b.data(), b.at(other), heads, width, own.dots(), 0);
  }
}
