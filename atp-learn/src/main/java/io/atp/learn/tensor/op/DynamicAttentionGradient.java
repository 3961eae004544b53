package io.atp.learn.tensor.op;

import io.atp.core.kernel.Kernels;
import io.atp.core.kernel.RowKernels;
import io.atp.core.kernel.WeightedRows;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;

/// The way back of [DynamicAttention]: one walk over receivers, one over senders.
final class DynamicAttentionGradient {
  /// Columns per head of what is remembered of a receiving node: largest score, 1 / Σ exp, c.
  static final int FACTS = 3;

  private final DynamicAttention op;
  private final Matrix out;
  private final Matrix dOut;
  private final Matrix facts;
  private final Engine engine;
  private final RowKernels kernels = Kernels.active();
  private final AttentionHeads v;
  private final AttentionHeads dY;
  private final float[] weights;
  private final int width;

  DynamicAttentionGradient(
      DynamicAttention op, Matrix out, Matrix dOut, Matrix facts, Engine engine) {
    this.op = op;
    this.out = out;
    this.dOut = dOut;
    this.facts = facts;
    this.engine = engine;
    this.v = AttentionHeads.of(op.values().value(), op.heads());
    this.dY = AttentionHeads.of(dOut, op.heads());
    this.weights = op.a().value().row(0);
    this.width = weights.length / op.heads();
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
        op.a().wantsGradient() ? engine.pool().zeros(loop.chunkCount(), weights.length) : null;
    loop.run(
        engine,
        (chunk, row, list) -> {
          float[] own = op.receiver().value().row(row);
          double[] dQ = new double[weights.length];
          double[] dWeights = new double[weights.length];
          for (int head = 0; head < op.heads(); head++) {
            op.scoreReceiver(own, head, weights, list);
            float largest = AttentionRow.largest(list);
            double inverse = 1 / AttentionRow.exponentials(list, largest);
            long at = dY.at(row, head);
            float c = kernels.dot(dOut.data(), at, out.data(), at, dY.width());
            facts.set(row, FACTS * head, largest);
            facts.set(row, FACTS * head + 1, (float) inverse);
            facts.set(row, FACTS * head + 2, c);
            for (int k = 0; (dR != null || dA != null) && k < list.count(); k++) {
              int j = list.rows()[k];
              double de = list.weights()[k] * inverse * (message(row, j, head) - c);
              spread(own, op.sender().value(), j, head, de, dQ, dWeights);
            }
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
    new SparseLoop(op.neighbours().transposed(), op.columns())
        .run(
            engine,
            (_, row, list) -> {
              float[] own = op.sender().value().row(row);
              double[] dQ = new double[weights.length];
              double[] unused = new double[weights.length];
              for (int head = 0; head < op.heads(); head++) {
                coefficients(own, head, list);
                for (int k = 0; dL != null && k < list.count(); k++) {
                  int i = list.rows()[k];
                  double c = facts.get(i, FACTS * head + 2);
                  double de = list.weights()[k] * (message(i, row, head) - c);
                  spread(own, op.receiver().value(), i, head, de, dQ, unused);
                }
                if (dV != null) {
                  drop(row, head, list);
                  list.scale(op.dropout().scale());
                  kernels.gather(dY.sources()[head], list, dV.data(), v.at(row, head), true);
                }
              }
              addTo(dL, row, dQ);
            });
  }

  /// The weights of row j become α_ij of its receivers i.
  private void coefficients(float[] own, int head, WeightedRows list) {
    for (int k = 0; k < list.count(); k++) {
      int i = list.rows()[k];
      float e = op.scoreSender(own, i, head, weights);
      double exponential = Exponential.of(e - facts.get(i, FACTS * head));
      list.weights()[k] = (float) (exponential * facts.get(i, FACTS * head + 1));
    }
  }

  private void drop(int sender, int head, WeightedRows list) {
    for (int k = 0; op.dropout().share() > 0 && k < list.count(); k++) {
      if (!op.dropout().keeps(list.rows()[k], sender, head)) {
        list.weights()[k] = 0;
      }
    }
  }

  /// δ_ij dY_i · V_j.
  private double message(int i, int j, int head) {
    if (!op.dropout().keeps(i, j, head)) {
      return 0;
    }
    float dot =
        kernels.dot(
            dOut.data(), dY.at(i, head), op.values().value().data(), v.at(j, head), v.width());
    return (double) dot * op.dropout().scale();
  }

  /// `dQ += de · a ⊙ λ(q)` and `dWeights += de · LeakyReLU(q)`.
  private void spread(
      float[] own, Matrix other, int row, int head, double de, double[] dQ, double[] dWeights) {
    long at = other.at(row);
    for (int c = head * width; c < (head + 1) * width; c++) {
      float q = own[c] + Floats.get(other.data(), at + (long) c * Float.BYTES);
      double lambda = q > 0 ? de : de * op.slope();
      dQ[c] += lambda * weights[c];
      dWeights[c] += lambda * q;
    }
  }

  private static void addTo(Matrix gradient, int row, double[] sums) {
    for (int c = 0; gradient != null && c < sums.length; c++) {
      gradient.set(row, c, (float) (gradient.get(row, c) + sums[c]));
    }
  }
}
