package io.atp.learn.tensor.op;

import io.atp.core.kernel.HeadKernels;
import io.atp.core.kernel.HeadKernels.LeakyScores;
import io.atp.core.kernel.Kernels;
import io.atp.core.kernel.RowKernels;
import io.atp.core.kernel.RowSource;
import io.atp.core.kernel.WeightedRows;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;

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
          float[] de = own.dots();
          dots(dOut, row, out, row, de);
          for (int head = 0; head < heads; head++) {
            facts.set(row, FACTS * head, own.largest()[head]);
            facts.set(row, FACTS * head + 1, (float) (1 / own.sums()[head]));
            facts.set(row, FACTS * head + 2, de[head]);
          }
          if (dR == null && dA == null) {
            return;
          }
          float[] dQ = new float[op.a().columns()];
          float[] dWeights = new float[dQ.length];
          for (int k = 0; k < list.count(); k++) {
            int j = list.rows()[k];
            messages(row, j, de);
            for (int head = 0; head < heads; head++) {
              float alpha =
                  own.weights().weights()[k * heads + head] * facts.get(row, FACTS * head + 1);
              de[head] = alpha * (de[head] - facts.get(row, FACTS * head + 2));
            }
            kernels.scoreGradients(
                r.data(), r.at(row), l.data(), l.at(j), scores, de, dQ, dWeights);
          }
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
              float[] de = own.dots();
              coefficients(row, list, own);
              for (int k = 0; dL != null && k < list.count(); k++) {
                int i = list.rows()[k];
                messages(i, row, de);
                for (int head = 0; head < heads; head++) {
                  float alpha = own.weights().weights()[k * heads + head];
                  de[head] = alpha * (de[head] - facts.get(i, FACTS * head + 2));
                }
                kernels.scoreGradients(
                    l.data(), l.at(row), r.data(), r.at(i), scores, de, dQ, unused);
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
    for (int k = 0; k < list.count(); k++) {
      int i = list.rows()[k];
      kernels.scores(l.data(), l.at(row), r.data(), r.at(i), scores, weights, k * heads);
    }
    for (int k = 0, at = 0; k < list.count(); k++) {
      int i = list.rows()[k];
      for (int head = 0; head < heads; head++, at++) {
        double exponential = Exponential.of(weights[at] - facts.get(i, FACTS * head));
        weights[at] = (float) (exponential * facts.get(i, FACTS * head + 1));
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

  /// δ_ij dY_i · V_j of every head.
  private void messages(int i, int j, float[] into) {
    dots(dOut, i, v, j, into);
    if (op.dropout().share() > 0) {
      long entry = op.dropout().entry(i, j);
      float scale = op.dropout().scale();
      for (int head = 0; head < heads; head++) {
        into[head] = HeadRow.kept(into[head] * scale, op.dropout().keptBits(entry, head));
      }
    }
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
