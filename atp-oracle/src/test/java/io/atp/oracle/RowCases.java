package io.atp.oracle;

import static io.atp.oracle.Numbers.below;
import static io.atp.oracle.Numbers.uniform;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.NDList;
import io.atp.learn.tensor.op.Concat;
import io.atp.learn.tensor.op.GatherRows;
import io.atp.learn.tensor.op.NeighbourMax;
import io.atp.learn.tensor.op.ScatterRows;
import io.atp.learn.tensor.op.SegmentMax;
import io.atp.learn.tensor.op.SegmentMean;
import io.atp.learn.tensor.op.SegmentSum;
import io.atp.learn.tensor.op.SliceColumns;
import io.atp.learn.tensor.op.SliceRows;
import io.atp.learn.tensor.sparse.Segments;
import io.atp.learn.tensor.sparse.SparseRows;
import java.util.stream.Stream;

/// Rows and columns put together, taken apart, moved and grouped.
final class RowCases {
  private RowCases() {}

  static Stream<OpCase> of(int n, int c) {
    String shape = n + " × " + c;
    float[][] x = uniform(n, c, 1);
    int[] gathered = below(n, 2 * n, 2);
    int[] places = below(n + 2, n, 3);
    Segments segments = segments(n);
    int[] owners = owners(segments);
    return Stream.of(
        OpCase.of(
            Concat.class,
            shape,
            Concat::of,
            TorchOps::concat,
            x,
            uniform(n, 1, 4),
            uniform(n, c + 3, 5)),
        OpCase.of(
            SliceColumns.class,
            shape,
            t -> SliceColumns.of(t.get(0), c / 3, c),
            t -> t.get(0).get(":, {}:{}", c / 3, c),
            x),
        OpCase.of(
            SliceRows.class,
            shape,
            t -> SliceRows.of(t.get(0), n / 3, n),
            t -> t.get(0).get("{}:{}", n / 3, n),
            x),
        OpCase.of(
            GatherRows.class,
            shape,
            t -> GatherRows.of(t.get(0), gathered),
            t -> t.get(0).get(t.get(0).getManager().create(gathered)),
            x),
        OpCase.of(
            ScatterRows.class,
            shape,
            t -> ScatterRows.of(t.get(0), places, n + 2),
            t -> TorchOps.indexAdd(t.get(0), places, n + 2),
            x),
        OpCase.of(
            SegmentSum.class,
            shape,
            t -> SegmentSum.of(segments, t.get(0)),
            t -> TorchOps.indexAdd(t.get(0), owners, segments.count()),
            x),
        OpCase.of(
            SegmentMean.class,
            shape,
            t -> SegmentMean.of(segments, t.get(0)),
            t -> TorchOps.indexAdd(t.get(0), owners, segments.count()).div(sizes(t, segments)),
            x),
        OpCase.of(
            SegmentMax.class,
            shape,
            t -> SegmentMax.of(segments, t.get(0)),
            t -> maxima(t.get(0), segments),
            x),
        OpCase.of(
            NeighbourMax.class,
            shape,
            t -> NeighbourMax.of(rows(segments(2 * n), gathered, n), t.get(0)),
            t -> maxima(TorchOps.rows(t.get(0), gathered), segments(2 * n)),
            x));
  }

  /// Each segment as the list of a row.
  private static SparseRows rows(Segments segments, int[] columns, int n) {
    int[] offsets = new int[segments.count() + 1];
    for (int row = 0; row < segments.count(); row++) {
      offsets[row + 1] = segments.to(row);
    }
    return new SparseRows(offsets, columns, new float[columns.length], n);
  }

  /// Sizes 0, 1, 2, 3, 0, 1, … until n rows are dealt.
  private static Segments segments(int n) {
    int[] offsets = new int[n + 2];
    for (int g = 0; g <= n; g++) {
      offsets[g + 1] = Math.min(n, offsets[g] + g % 4);
    }
    return new Segments(offsets);
  }

  private static int[] owners(Segments segments) {
    int[] owners = new int[segments.rows()];
    for (int g = 0; g < segments.count(); g++) {
      for (int row = segments.from(g); row < segments.to(g); row++) {
        owners[row] = g;
      }
    }
    return owners;
  }

  /// Of empty segments 1: their sum is 0, and so is their mean.
  private static NDArray sizes(NDList t, Segments segments) {
    float[] sizes = new float[segments.count()];
    for (int g = 0; g < sizes.length; g++) {
      sizes[g] = Math.max(1, segments.size(g));
    }
    return TorchOps.column(t.get(0), sizes);
  }

  private static NDArray maxima(NDArray x, Segments segments) {
    NDList rows = new NDList();
    for (int g = 0; g < segments.count(); g++) {
      rows.add(
          segments.size(g) == 0
              ? x.get("0:1").mul(0)
              : x.get("{}:{}", segments.from(g), segments.to(g)).max(new int[] {0}, true));
    }
    return NDArrays.concat(rows, 0);
  }
}
