package io.atp.learn.tensor.op;

import io.atp.core.kernel.Kernels;
import io.atp.core.kernel.RowKernels;
import io.atp.core.kernel.RowSource;
import io.atp.core.kernel.WeightedRows;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// The way back of [GatherAttention]: one walk over receivers, one over senders.
final class GatherAttentionGradient {
  private static final int FACTS = HeadRow.FACTS;

  private final GatherAttention op;
  private final Matrix out;
  private final Matrix dOut;
  private final Matrix facts;
  private final Engine engine;
  private final RowKernels kernels = Kernels.active();
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
          for (int head = 0; head < heads; head++) {
            facts.set(row, FACTS * head, own.largest()[head]);
            facts.set(row, FACTS * head + 1, (float) (1 / own.sums()[head]));
            facts.set(row, FACTS * head + 2, own.dots()[head]);
          }
          if (ds != null) {
            takeSlopes(list, own);
            own.drop(list, row, op.dropout());
            kernels.gatherHeads(v, list, own.weights(), sums.data(), sums.at(chunk), false);
            dots(dOut, row, sums, chunk, own);
            for (int head = 0; head < heads; head++) {
              double c = facts.get(row, FACTS * head + 2);
              double slopes = own.sums()[head] * facts.get(row, FACTS * head + 1);
              double de = own.dots()[head] - c * slopes;
              ds.set(row, head, (float) (ds.get(row, head) + de));
            }
          }
        });
    engine.pool().give(sums);
  }

  /// Multiplies each weight of row i by λ_ij and leaves their sums.
  private void takeSlopes(WeightedRows list, HeadRow own) {
    Matrix t = op.sender().value();
    float[] s = own.own();
    float[] weights = own.weights().weights();
    double[] sums = own.sums();
    Arrays.fill(sums, 0);
    for (int k = 0, at = 0; k < list.count(); k++) {
      long from = t.at(list.rows()[k]);
      for (int head = 0; head < heads; head++, at++) {
        float q = s[head] + Floats.get(t.data(), from + (long) head * Float.BYTES);
        weights[at] *= q > 0 ? 1 : slope;
        sums[head] += weights[at];
      }
    }
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
            takeSlopesOfReceivers(list, own);
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
    Matrix s = op.receiver().value();
    float[] t = own.own();
    GatherAttention.read(op.sender().value(), row, t);
    float[] weights = own.weights().weights();
    double[] sums = own.sums();
    Arrays.fill(sums, 0);
    MemorySegment known = facts.data();
    boolean drops = op.dropout().share() > 0;
    for (int k = 0, at = 0; k < list.count(); k++) {
      int i = list.rows()[k];
      long from = s.at(i);
      long fact = facts.at(i);
      long entry = op.dropout().entry(i, row);
      for (int head = 0; head < heads; head++, at++, fact += FACTS * Float.BYTES) {
        float q = Floats.get(s.data(), from + (long) head * Float.BYTES) + t[head];
        float lambda = q > 0 ? 1 : slope;
        double alpha =
            Exponential.of(q * lambda - Floats.get(known, fact))
                * Floats.get(known, fact + Float.BYTES);
        sums[head] += lambda * alpha * Floats.get(known, fact + 2 * Float.BYTES);
        weights[at] =
            drops ? HeadRow.kept((float) alpha, op.dropout().keptBits(entry, head)) : (float) alpha;
      }
    }
  }

  /// Multiplies each weight of row j by λ_ij.
  private void takeSlopesOfReceivers(WeightedRows list, HeadRow own) {
    Matrix s = op.receiver().value();
    float[] t = own.own();
    float[] weights = own.weights().weights();
    for (int k = 0, at = 0; k < list.count(); k++) {
      long from = s.at(list.rows()[k]);
      for (int head = 0; head < heads; head++, at++) {
        float q = Floats.get(s.data(), from + (long) head * Float.BYTES) + t[head];
        weights[at] *= q > 0 ? 1 : slope;
      }
    }
  }

  /// `a_row · b_other` over the columns of each head.
  private void dots(Matrix a, int row, Matrix b, int other, HeadRow own) {
    Kernels.heads().dots(a.data(), a.at(row), b.data(), b.at(other), heads, width, own.dots(), 0);
  }
}
