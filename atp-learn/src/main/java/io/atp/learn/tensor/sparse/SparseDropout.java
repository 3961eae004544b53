package io.atp.learn.tensor.sparse;

import io.atp.core.kernel.EntryMask;
import io.atp.core.kernel.Kernels;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.StatelessHash;
import io.atp.learn.tensor.Phase;
import java.util.List;
import java.util.stream.Stream;

/// Each stored entry (i, j) of a matrix is left out with probability `share`; those that stay are
/// divided by `1 − share`.
///
/// Whether an entry stays is a hash of (seed, i, j), see [EntryMask], so A and Aᵀ agree without a
/// mask being stored, and so does any number of threads.
///
/// @param share of entries left out, in [0, 1)
public record SparseDropout(double share, long seed) {
  public static final SparseDropout NONE = new SparseDropout(0, 0);

  public SparseDropout {
    Require.that(share >= 0 && share < 1, "a dropout share lies in [0, 1), got %s", share);
  }

  /// Dropout for one product of this pass: fresh while training, none while judging.
  public static SparseDropout of(double share, Phase phase) {
    return phase.isTraining() && share > 0 ? new SparseDropout(share, phase.nextSeed()) : NONE;
  }

  /// The same for each of several products.
  public static List<SparseDropout> of(double share, int products, Phase phase) {
    return Stream.generate(() -> of(share, phase)).limit(products).toList();
  }

  public boolean keeps(int row, int column) {
    return share == 0 || mask().keeps(row, column);
  }

  /// As kernels want it.
  public EntryMask mask() {
    return EntryMask.of(seed, share);
  }

  /// For matrices that share a pattern, one for each `layer`.
  public boolean keeps(int row, int column, int layer) {
    return share == 0
        || StatelessHash.unit(StatelessHash.of(seed, pair(row, column), layer)) >= share;
  }

  /// Of matrices that share a pattern, those with weights of their own for every layer: sets to
  /// zero what [#keeps(int, int, int)] does not keep.
  ///
  /// @param weights of all layers of one entry after those of the entry before
  /// @param hashes of entries, see [#hash]
  public void drop(float[] weights, int entries, int layers, long[] hashes) {
    // The comparison of keeps, both sides times 2⁵³.
    long bound = (long) Math.ceil(share * 0x1p53);
    Kernels.attention().drop(weights, entries, layers, hashes, bound);
  }

  /// What all layers of an entry share.
  public long hash(int row, int column) {
    return StatelessHash.of(seed, pair(row, column));
  }

  /// What an entry that stays is multiplied with.
  public float scale() {
    return (float) (1 / (1 - share));
  }

  /// An entry's place as one word.
  public static long pair(int row, int column) {
    return (long) row << 32 | column;
  }
}
