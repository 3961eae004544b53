package io.atp.learn.tensor.op;

import io.atp.core.kernel.AttentionKernels;
import io.atp.core.kernel.HeadKernels;
import io.atp.core.kernel.HeadKernels.LeakyScores;
import io.atp.core.kernel.Kernels;
import io.atp.core.kernel.RowKernels;
import io.atp.core.kernel.RowSource;
import io.atp.core.kernel.WeightedRows;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import java.lang.foreign.MemorySegment;

/// The way back of [DynamicAttention]: one walk over receivers, one over senders.
final class DynamicAttentionGradient {
  private final DynamicAttention op;
  private final Matrix out;
  private final Matrix dOut;
  private final Matrix facts;
  private final Engine engine;
  private final RowKernels rows = Kernels.active();
  private final HeadKernels kernels = Kernels.heads();
  private final AttentionKernels attention = Kernels.attention();
  private final LeakyScores scores;
  private final Matrix r;
  private final Matrix l;
  private final Matrix v;
  private final RowSource receivers;
  private final RowSource senders;
  private final RowSource values;
  private final int heads;
  private final int width;
  private final float scale;

  DynamicAttentionGradient(
      DynamicAttention op, Matrix out, Matrix dOut, Matrix facts, Engine engine) {
    this.op = op;
    this.out = out;
    this.dOut = dOut;
    this.facts = facts;
    this.engine = engine;
    this.scores = op.scores();
    this.r = op.receiver().value();
    this.l = op.sender().value();
    this.v = op.values().value();
    this.receivers = HeadRow.source(r);
    this.senders = HeadRow.source(l);
    this.values = HeadRow.source(v);
    this.heads = op.heads();
    this.width = op.columns() / heads;
    this.scale = op.dropout().scale();
  }

  void run() {
    walkReceivers();
    if (op.sender().wantsGradient() || op.values().wantsGradient()) {
      walkSenders();
    }
  }

  /// dR_i and da; facts for the other walk.
  private void walkReceivers() {
    SparseLoop loop = new SparseLoop(op.neighbours().plain(), op.columns());
    Matrix dR = op.receiver().wantsGradient() ? op.receiver().gradient() : null;
    Matrix dA =
        op.a().wantsGradient() ? engine.pool().zeros(loop.chunkCount(), op.a().columns()) : null;
    loop.run(
        engine,
        heads,
        (chunk, row, list, own) -> {
          op.score(row, scores, list, own);
          own.softmax(list.count());
          float[] c = own.dots();
          float[] inverse = own.own();
          dots(dOut, row, out, row, c);
          own.remember(row, c, facts);
          for (int head = 0; head < heads; head++) {
            inverse[head] = facts.get(row, heads + head);
          }
          if (dR == null && dA == null) {
            return;
          }
          float[] dQ = new float[op.a().columns()];
          float[] dWeights = new float[dQ.length];
          float[] deltas = own.deltas(list.count());
          kernels.dots(dOut.data(), dOut.at(row), values, list, heads, width, deltas);
          own.drop(deltas, list, row, op.dropout());
          for (int k = 0, at = 0; k < list.count(); k++) {
            for (int head = 0; head < heads; head++, at++) {
              float alpha = own.weights().weights()[at] * inverse[head];
              deltas[at] = alpha * (deltas[at] * scale - c[head]);
            }
          }
          kernels.scoreGradients(r.data(), r.at(row), senders, list, scores, deltas, dQ, dWeights);
          addTo(dR, row, dQ);
          addTo(dA, chunk, dWeights);
        });
    if (dA != null) {
      RowSums.add(dA, op.a().gradient(), engine);
      engine.pool().give(dA);
    }
  }

  /// dL_j and dV_j.
  private void walkSenders() {
    Matrix dL = op.sender().wantsGradient() ? op.sender().gradient() : null;
    Matrix dV = op.values().wantsGradient() ? op.values().gradient() : null;
    RowSource dY = HeadRow.source(dOut);
    new SparseLoop(op.neighbours().transposed(), op.columns())
        .run(
            engine,
            heads,
            (_, row, list, own) -> {
              float[] dQ = new float[op.a().columns()];
              float[] unused = new float[dQ.length];
              coefficients(row, list, own);
              if (dL != null) {
                float[] deltas = own.deltas(list.count());
                kernels.dots(v.data(), v.at(row), dY, list, heads, width, deltas);
                own.dropReceivers(deltas, list, row, op.dropout());
                MemorySegment known = facts.data();
                for (int k = 0, at = 0; k < list.count(); k++) {
                  int i = list.rows()[k];
                  long c = facts.at(i) + 2L * heads * Float.BYTES;
                  for (int head = 0; head < heads; head++, at++, c += Float.BYTES) {
                    float alpha = own.weights().weights()[at];
                    deltas[at] = alpha * (deltas[at] * scale - Floats.get(known, c));
                  }
                }
                kernels.scoreGradients(
                    l.data(), l.at(row), receivers, list, scores, deltas, dQ, unused);
              }
              addTo(dL, row, dQ);
              if (dV != null) {
                own.dropReceivers(own.weights().weights(), list, row, op.dropout());
                own.scale(scale);
                rows.gatherHeads(dY, list, own.weights(), dV.data(), dV.at(row), true);
              }
            });
  }

  /// The weights of row j become α_ij of its receivers i.
  private void coefficients(int row, WeightedRows list, HeadRow own) {
    float[] weights = own.weights().weights();
    kernels.scores(l.data(), l.at(row), receivers, list, scores, weights);
    // Slopes count for sums that nobody reads here.
    attention.recall(weights, HeadRow.source(facts), list, 1, own.sums());
  }

  private void dots(Matrix a, int row, Matrix b, int other, float[] into) {
    kernels.dots(a.data(), a.at(row), b.data(), b.at(other), heads, width, into, 0);
  }

  private static void addTo(Matrix gradient, int row, float[] sums) {
    if (gradient != null) {
      Floats.put(gradient.data(), gradient.at(row), sums, true);
    }
  }
}
