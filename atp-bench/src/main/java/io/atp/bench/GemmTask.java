package io.atp.bench;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.kernel.MatrixProduct;
import io.atp.core.kernel.Orientation;
import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;
import io.atp.io.npy.NpyWriter;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// The products of one dense layer over the nodes of ogbn-arxiv, there and back, and of a layer of
/// 40 classes: ours and NumPy's BLAS on the same matrices. Sizes do not follow the options.
final class GemmTask {
  private static final int NODES = 169_343;
  private static final int WIDTH = 128;
  private static final int HIDDEN = 256;
  private static final int CLASSES = 40;
  private static final double TARGET = 0.9;

  private final Run run;

  /// @param task name shared with the script
  private record Product(
      String task, Orientation orientation, int m, int n, int k, MemorySegment a, MemorySegment b) {
    void into(MemorySegment c, Workspace work) {
      MatrixProduct.multiply(orientation, m, n, k, a, 0, b, 0, c, 0, false, work.workers());
    }

    String rate(Timing timing) {
      return "%.0f GFLOP/s".formatted(2e-9 * m * n * k / timing.best());
    }
  }

  GemmTask(Run run) {
    this.run = run;
  }

  void run() throws IOException {
    try (Workspace scratch = run.work().scratch()) {
      MemorySegment inputs = matrix("gemm-inputs.npy", NODES, WIDTH, 1, scratch);
      MemorySegment weights = matrix("gemm-weights.npy", WIDTH, HIDDEN, 2, scratch);
      MemorySegment outputs = matrix("gemm-outputs.npy", NODES, HIDDEN, 3, scratch);
      MemorySegment classes = matrix("gemm-classes.npy", HIDDEN, CLASSES, 4, scratch);
      Product[] products = {
        new Product("forward", Orientation.PLAIN, NODES, HIDDEN, WIDTH, inputs, weights),
        new Product(
            "weight-gradient", Orientation.LEFT_TRANSPOSED, WIDTH, HIDDEN, NODES, inputs, outputs),
        new Product(
            "input-gradient", Orientation.RIGHT_TRANSPOSED, NODES, WIDTH, HIDDEN, outputs, weights),
        new Product("classes", Orientation.PLAIN, NODES, CLASSES, HIDDEN, outputs, classes)
      };
      Peer.Answer numpy =
          PythonPeer.NUMPY_GEMM.run(run.folder(), run.folder().path(), run.trials());
      for (Product product : products) {
        compare(product, numpy, scratch);
      }
    }
  }

  private void compare(Product product, Peer.Answer numpy, Workspace work) {
    String task = "product, " + product.task().replace('-', ' ');
    MemorySegment c = work.allocateFloats((long) product.m() * product.n());
    Timing ours = Timing.of(3, run.trials(), () -> product.into(c, work));
    run.report().add(Row.ours(task, ours, product.rate(ours)));
    HopSample sample = HopSample.of(new DenseFeatures(product.m(), product.n(), c));
    Outcome outcome = numpy.outcome(product.task());
    Agreement.Check check =
        () ->
            sample.with(
                run.folder().file("numpy-%s.bin".formatted(product.task())),
                ((Outcome.Measured) outcome).checksum());
    run.report().add(Row.peer(task, outcome, ours, TARGET, check));
  }

  /// Numbers in [-1, 1), here and in the peer's folder.
  private MemorySegment matrix(String file, int rows, int columns, long seed, Workspace work)
      throws IOException {
    MemorySegment matrix = work.allocateFloats((long) rows * columns);
    work.workers()
        .forEachRange(
            rows,
            1000,
            (from, to) -> {
              for (long i = (long) from * columns; i < (long) to * columns; i++) {
                float value = (float) (2 * StatelessHash.unit(StatelessHash.of(seed, i)) - 1);
                matrix.setAtIndex(ValueLayout.JAVA_FLOAT, i, value);
              }
            });
    NpyWriter.write(run.folder().file(file), "<f4", new long[] {rows, columns}, matrix);
    return matrix;
  }
}
