package io.atp.core.nodewise;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.kernel.MatrixProduct;
import io.atp.core.kernel.Orientation;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/// Columns that stand for many: `x = Σ_k θ_k · b_k + x′`, so that by linearity the results of b are
/// used again and only x′ travels.
///
/// A base is chosen for what it explains of all columns, `Σ_x max(0, cos²(b, x) − covered_x)`, the
/// best first; a column then takes the base it is closest to, `θ = ⟨x, b⟩ / ⟨b, b⟩`, and with what
/// is left the next, while that is worth it.
///
/// @param bases column numbers
/// @param parts by column: which bases, and how much of each; a base and a column that resembles
///   none have no parts
record FeatureBases(int[] bases, List<List<Part>> parts) {
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;

  /// Columns that are considered as bases.
  private static final int CANDIDATES = 512;

  private static final int MOST_BASES = 64;
  private static final int PARTS = 3;

  /// A part is worth it where it explains so much of what is left, `cos²`.
  private static final double WORTH = 0.1;

  /// @param base index into [#bases]
  /// @param theta θ
  record Part(int base, double theta) {}

  static FeatureBases none(int width) {
    List<List<Part>> parts = new ArrayList<>();
    for (int column = 0; column < width; column++) {
      parts.add(List.of());
    }
    return new FeatureBases(new int[0], parts);
  }

  static FeatureBases choose(DenseFeatures x, double share, Workspace work) {
    int wanted = (int) Math.min(MOST_BASES, Math.ceil(share * x.width()));
    if (wanted == 0 || x.width() < 2) {
      return none(x.width());
    }
    try (Workspace scratch = work.quietScratch()) {
      int[] candidates = new int[Math.min(CANDIDATES, x.width())];
      for (int i = 0; i < candidates.length; i++) {
        candidates[i] = (int) ((long) i * x.width() / candidates.length);
      }
      float[][] products = products(x, candidates, scratch);
      double[] norms = squaredNorms(x, scratch);
      List<Integer> chosen = greedy(products, candidates, norms, wanted);
      int[] bases = chosen.stream().mapToInt(i -> candidates[i]).toArray();
      float[][] ofBases = chosen.stream().map(i -> products[i]).toArray(float[][]::new);
      return of(bases, ofBases, norms, WORTH);
    }
  }

  /// @param products `⟨b_k, x_c⟩` by base and column
  /// @param norms `⟨x_c, x_c⟩`
  /// @param worth share of what is left that a part must explain
  static FeatureBases of(int[] bases, float[][] products, double[] norms, double worth) {
    boolean[] isBase = new boolean[norms.length];
    for (int base : bases) {
      isBase[base] = true;
    }
    List<List<Part>> parts = new ArrayList<>();
    for (int column = 0; column < norms.length; column++) {
      parts.add(isBase[column] ? List.of() : parts(column, bases, products, norms, worth));
    }
    return new FeatureBases(bases, parts);
  }

  private static List<Part> parts(
      int column, int[] bases, float[][] products, double[] norms, double worth) {
    List<Part> parts = new ArrayList<>();
    double[] with = new double[bases.length]; // ⟨b_k, x′⟩
    for (int k = 0; k < bases.length; k++) {
      with[k] = products[k][column];
    }
    double left = norms[column];
    while (parts.size() < PARTS && left > 0) {
      int best = -1;
      double most = worth * left;
      for (int k = 0; k < bases.length; k++) {
        double explained = norms[bases[k]] == 0 ? 0 : with[k] * with[k] / norms[bases[k]];
        if (explained > most) {
          most = explained;
          best = k;
        }
      }
      if (best < 0) {
        break;
      }
      double theta = with[best] / norms[bases[best]];
      parts.add(new Part(best, theta));
      left -= most;
      for (int k = 0; k < bases.length; k++) {
        with[k] -= theta * products[k][bases[best]];
      }
    }
    return List.copyOf(parts);
  }

  private static List<Integer> greedy(
      float[][] products, int[] candidates, double[] norms, int wanted) {
    double[] covered = new double[norms.length];
    List<Integer> chosen = new ArrayList<>();
    while (chosen.size() < wanted) {
      int best = -1;
      double most = 0;
      for (int i = 0; i < candidates.length; i++) {
        double gain = 0;
        for (int column = 0; column < norms.length; column++) {
          gain += Math.max(0, alike(products, candidates, norms, i, column) - covered[column]);
        }
        if (gain > most) {
          most = gain;
          best = i;
        }
      }
      if (best < 0) {
        break;
      }
      for (int column = 0; column < norms.length; column++) {
        double alike = alike(products, candidates, norms, best, column);
        covered[column] = Math.max(covered[column], alike);
      }
      covered[candidates[best]] = 1;
      chosen.add(best);
    }
    return chosen;
  }

  /// cos² of candidate i and a column.
  private static double alike(
      float[][] products, int[] candidates, double[] norms, int i, int column) {
    double length = norms[candidates[i]] * norms[column];
    return length == 0 ? 0 : (double) products[i][column] * products[i][column] / length;
  }

  /// `⟨x_candidate, x_c⟩` by candidate and column.
  private static float[][] products(DenseFeatures x, int[] candidates, Workspace scratch) {
    int count = candidates.length;
    MemorySegment some = scratch.allocateFloats((long) x.rows() * count);
    for (int row = 0; row < x.rows(); row++) {
      for (int i = 0; i < count; i++) {
        some.set(FLOAT, ((long) row * count + i) * Float.BYTES, x.get(row, candidates[i]));
      }
    }
    MemorySegment gram = scratch.allocateFloats((long) count * x.width());
    MatrixProduct.multiply(
        Orientation.LEFT_TRANSPOSED,
        count,
        x.width(),
        x.rows(),
        some,
        0,
        x.data(),
        0,
        gram,
        0,
        false,
        scratch.workers());
    float[][] products = new float[count][x.width()];
    for (int i = 0; i < count; i++) {
      long at = (long) i * x.width() * Float.BYTES;
      MemorySegment.copy(gram, FLOAT, at, products[i], 0, x.width());
    }
    return products;
  }

  private static double[] squaredNorms(DenseFeatures x, Workspace scratch) {
    double[] norms = new double[x.width()];
    scratch
        .workers()
        .forEachRange(
            x.width(),
            32,
            (from, to) -> {
              for (int row = 0; row < x.rows(); row++) {
                for (int c = from; c < to; c++) {
                  norms[c] += (double) x.get(row, c) * x.get(row, c);
                }
              }
            });
    return norms;
  }
}
