package io.atp.learn.tensor.op;

import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Op;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.sparse.Segments;
import java.util.List;

/// `Y_gc = max_{r ∈ g} X_rc`; dY_gc goes to the first row that attains it. An empty segment gives 0
/// and passes nothing on.
public record SegmentMax(Segments segments, Tensor x) implements Op {
  public SegmentMax {
    SegmentLoop.require(segments, x);
  }

  public static Tensor of(Segments segments, Tensor x) {
    return x.tape().apply(new SegmentMax(segments, x));
  }

  @Override
  public int rows() {
    return segments.count();
  }

  @Override
  public int columns() {
    return x.columns();
  }

  @Override
  public List<Tensor> inputs() {
    return List.of(x);
  }

  @Override
  public void forward(Matrix out, Engine engine) {
    Matrix in = x.value();
    SegmentLoop.run(
        segments,
        columns(),
        engine.workers(),
        segment -> {
          for (int c = 0; c < columns(); c++) {
            int first = first(in, segment, c);
            out.set(segment, c, first < 0 ? 0 : in.get(first, c));
          }
        });
  }

  @Override
  public void backward(Matrix out, Matrix dOut, Engine engine) {
    if (!x.wantsGradient()) {
      return;
    }
    Matrix dX = x.gradient();
    SegmentLoop.run(
        segments,
        columns(),
        engine.workers(),
        segment -> {
          for (int c = 0; c < columns(); c++) {
            int first = first(x.value(), segment, c);
            if (first >= 0) {
              dX.set(first, c, dX.get(first, c) + dOut.get(segment, c));
            }
          }
        });
  }

  /// The first row with the largest entry, or -1 where there is no row.
  private int first(Matrix in, int segment, int column) {
    int best = -1;
    for (int row = segments.from(segment); row < segments.to(segment); row++) {
      if (best < 0 || in.get(row, column) > in.get(best, column)) {
        best = row;
      }
    }
    return best;
  }
}
