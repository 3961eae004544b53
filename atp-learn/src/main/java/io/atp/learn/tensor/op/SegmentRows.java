package io.atp.learn.tensor.op;

import io.atp.core.kernel.Kernels;
import io.atp.core.kernel.RowKernels;
import io.atp.core.kernel.WeightedRows;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.sparse.Segments;
import io.atp.learn.tensor.sparse.SparseOperand;
import java.util.Arrays;

/// The matrix that sums or averages segments: row g lists the rows of segment g.
record SegmentRows(Segments segments, boolean isMean) implements SparseOperand {
  static SegmentRows sums(Segments segments) {
    return new SegmentRows(segments, false);
  }

  static SegmentRows means(Segments segments) {
    return new SegmentRows(segments, true);
  }

  @Override
  public int rows() {
    return segments.count();
  }

  @Override
  public int columns() {
    return segments.rows();
  }

  @Override
  public long offset(int segment) {
    return segments.offsets()[segment];
  }

  @Override
  public void stage(int segment, WeightedRows list) {
    int size = segments.size(segment);
    list.reset(size);
    for (int k = 0; k < size; k++) {
      list.rows()[k] = segments.from(segment) + k;
    }
    Arrays.fill(list.weights(), 0, size, 1);
    list.count(size);
    list.scale(share(segment));
  }

  private float share(int segment) {
    return isMean && segments.size(segment) > 0 ? 1f / segments.size(segment) : 1;
  }

  /// The transpose: every row of a segment receives the segment's row.
  void spread(Matrix dOut, Matrix dX, boolean add, Engine engine) {
    RowKernels kernels = Kernels.active();
    int columns = dX.columns();
    SegmentLoop.run(
        segments,
        columns,
        engine.workers(),
        segment -> {
          float share = share(segment);
          for (int row = segments.from(segment); row < segments.to(segment); row++) {
            if (add) {
              kernels.addScaled(
                  dX.data(), dX.at(row), dOut.data(), dOut.at(segment), columns, share);
            } else {
              kernels.scaled(dX.data(), dX.at(row), dOut.data(), dOut.at(segment), columns, share);
            }
          }
        });
  }
}
