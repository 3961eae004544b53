package io.atp.learn.tensor.op;

import io.atp.core.kernel.WideExponential;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Op;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.sparse.Segments;
import java.util.List;

/// `α_rh = exp(e_rh) / Σ_{q ∈ g} exp(e_qh)` over the rows of each segment g, column by column;
/// `de_r = α_r (dα_r − Σ_{q ∈ g} α_q dα_q)`.
///
/// With a row per arc and a segment per receiving node this is the softmax of attention, written
/// out. [GatherAttention] is the same without a number kept per arc.
public record EdgeSoftmax(Segments segments, Tensor e) implements Op {
  public EdgeSoftmax {
    SegmentLoop.require(segments, e);
  }

  public static Tensor of(Segments segments, Tensor e) {
    return e.tape().apply(new EdgeSoftmax(segments, e));
  }

  @Override
  public int rows() {
    return e.rows();
  }

  @Override
  public int columns() {
    return e.columns();
  }

  @Override
  public List<Tensor> inputs() {
    return List.of(e);
  }

  @Override
  public void forward(Matrix out, Engine engine) {
    Matrix in = e.value();
    SegmentLoop.run(
        segments,
        columns(),
        engine.workers(),
        segment -> {
          for (int c = 0; c < columns(); c++) {
            float largest = Float.NEGATIVE_INFINITY;
            for (int row = segments.from(segment); row < segments.to(segment); row++) {
              largest = Math.max(largest, in.get(row, c));
            }
            double sum = 0;
            for (int row = segments.from(segment); row < segments.to(segment); row++) {
              sum += WideExponential.of(in.get(row, c) - largest);
            }
            for (int row = segments.from(segment); row < segments.to(segment); row++) {
              out.set(row, c, (float) (WideExponential.of(in.get(row, c) - largest) / sum));
            }
          }
        });
  }

  @Override
  public void backward(Matrix out, Matrix dOut, Engine engine) {
    if (!e.wantsGradient()) {
      return;
    }
    Matrix dE = e.gradient();
    SegmentLoop.run(
        segments,
        columns(),
        engine.workers(),
        segment -> {
          for (int c = 0; c < columns(); c++) {
            double mean = 0;
            for (int row = segments.from(segment); row < segments.to(segment); row++) {
              mean += (double) out.get(row, c) * dOut.get(row, c);
            }
            for (int row = segments.from(segment); row < segments.to(segment); row++) {
              double own = out.get(row, c) * (dOut.get(row, c) - mean);
              dE.set(row, c, (float) (dE.get(row, c) + own));
            }
          }
        });
  }
}
