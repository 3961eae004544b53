package io.atp.learn.tensor.op;

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
  private static final int FACTS = HeadRow.FACTS;

  private final DynamicAttention op;
  private final Matrix out;
  private final Matrix dOut;
  private final Matrix facts;
  private final Engine engine;
  private final RowKernels rows = Kernels.active();
  private final HeadKernels kernels = Kernels.heads();
  private final LeakyScores scores;
  private final Matrix r;
  private final Matrix l;
  private final Matrix v;
  private final RowSource receivers;
  private final RowSource senders;
  private final RowSource values;
  private final int heads;
  private final int width;

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
          for (int head = 0; head < heads; head++) {
            inverse[head] = (float) (1 / own.sums()[head]);
            facts.set(row, FACTS * head, own.largest()[head]);
            facts.set(row, FACTS * head + 1, inverse[head]);
            facts.set(row, FACTS * head + 2, c[head]);
          }
          if (dR == null && dA == null) {
            return;
          }
          float[] dQ = new float[op.a().columns()];
          float[] dWeights = new float[dQ.length];
          float[] deltas = own.deltas(list.count());
          kernels.dots(dOut.data(), dOut.at(row), values, list, heads, width, deltas);
          for (int k = 0, at = 0; k < list.count(); k++) {
            long entry = op.dropout().entry(row, list.rows()[k]);
            for (int head = 0; head < heads; head++, at++) {
              float alpha = own.weights().weights()[at] * inverse[head];
              deltas[at] = alpha * (message(deltas[at], entry, head) - c[head]);
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
                MemorySegment known = facts.data();
                for (int k = 0, at = 0; k < list.count(); k++) {
                  int i = list.rows()[k];
                  long entry = op.dropout().entry(i, row);
                  long fact = facts.at(i) + 2 * Float.BYTES;
                  for (int head = 0; head < heads; head++, at++, fact += FACTS * Float.BYTES) {
                    float alpha = own.weights().weights()[at];
                    float message = message(deltas[at], entry, head);
                    deltas[at] = alpha * (message - Floats.get(known, fact));
                  }
                }
                kernels.scoreGradients(
                    l.data(), l.at(row), receivers, list, scores, deltas, dQ, unused);
              }
              addTo(dL, row, dQ);
              if (dV != null) {
                drop(row, list, own);
                own.scale(op.dropout().scale());
                rows.gatherHeads(dY, list, own.weights(), dV.data(), dV.at(row), true);
              }
            });
  }

  /// The weights of row j become α_ij of its receivers i.
  private void coefficients(int row, WeightedRows list, HeadRow own) {
    float[] weights = own.weights().weights();
    kernels.scores(l.data(), l.at(row), receivers, list, scores, weights);
    MemorySegment known = facts.data();
    for (int k = 0, at = 0; k < list.count(); k++) {
      long fact = facts.at(list.rows()[k]);
      for (int head = 0; head < heads; head++, at++, fact += FACTS * Float.BYTES) {
        double exponential = Exponential.of(weights[at] - Floats.get(known, fact));
        weights[at] = (float) (exponential * Floats.get(known, fact + Float.BYTES));
      }
    }
  }

  private void drop(int sender, WeightedRows list, HeadRow own) {
    float[] weights = own.weights().weights();
    for (int k = 0, at = 0; op.dropout().share() > 0 && k < list.count(); k++) {
      long entry = op.dropout().entry(list.rows()[k], sender);
      for (int head = 0; head < heads; head++, at++) {
        weights[at] = HeadRow.kept(weights[at], op.dropout().keptBits(entry, head));
      }
    }
  }

  /// δ_ij dY_i · V_j, from the dot product.
  private float message(float dot, long entry, int head) {
    return op.dropout().share() > 0
        ? HeadRow.kept(dot * op.dropout().scale(), op.dropout().keptBits(entry, head))
        : dot;
  }

  private void dots(Matrix a, int row, Matrix b, int other, float[] into) {
    kernels.dots(a.data(), a.at(row), b.data(), b.at(other), heads, width, into, 0);
  }

  private static void addTo(Matrix gradient, int row, float[] sums) {
    for (int c = 0; gradient != null && c < sums.length; c++) {
      gradient.set(row, c, gradient.get(row, c) + sums[c]);
    }
  }
}
