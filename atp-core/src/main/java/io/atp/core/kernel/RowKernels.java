package io.atp.core.kernel;

import java.lang.foreign.MemorySegment;

/// The hot loops of the project. Regions given as (segment, byte position) do not overlap unless
/// said.
///
/// All but two give the same bits in every edition, because sums run in the same order and columns
/// never mix. [#dot] and [#squaredNorm] add along the row, in an order of the edition's own: they
/// agree to about `length · 2⁻²⁴` relative to the sum of magnitudes.
public sealed interface RowKernels permits ScalarKernels, VectorKernels {
  /// Arcs added up in plain float before the partial sum is folded in with compensation.
  ///
  /// A float sum of k terms of one sign is off by at most k · 2⁻²⁴ relative; 128 keeps that below
  /// 1e-5 for any degree.
  int ARCS_PER_PARTIAL_SUM = 128;

  /// `vector 512 bit` or `scalar`.
  String name();

  /// Columns of the widest panel [#hop] takes; the others it takes are a half and a quarter of
  /// that, and, more slowly, still narrower ones down to 4.
  int widestPanel();

  /// `out[i] += scale · in[i]` for `length` floats.
  void addScaled(
      MemorySegment out, long outAt, MemorySegment in, long inAt, int length, float scale);

  /// `out[i] = scale · in[i]` for `length` floats.
  void scaled(MemorySegment out, long outAt, MemorySegment in, long inAt, int length, float scale);

  /// `Σ a[i] · b[i]`.
  float dot(MemorySegment a, long aAt, MemorySegment b, long bAt, int length);

  /// `Σ a[i]²`.
  float squaredNorm(MemorySegment a, long aAt, int length);

  /// Stores `length` floats in two bytes each, rounded to nearest with ties to even.
  void narrow(
      HalfFormat format, MemorySegment out, long outAt, MemorySegment in, long inAt, int length);

  /// Reads `length` two-byte floats back; exact.
  void widen(
      HalfFormat format, MemorySegment out, long outAt, MemorySegment in, long inAt, int length);

  /// One step of a panel, for rows `[fromRow, toRow)`:
  ///
  /// `out_i = factor_i · (in_i + Σ_{j ∈ row i} in_j) + keep · in_i + restart · start_i`.
  ///
  /// Neighbours are added in stored order, after the row itself. On two-byte panels numbers are
  /// widened as they are read and rounded as they are stored.
  void hop(PanelHop panel, int fromRow, int toRow);

  /// A walk of one step without a panel, nothing kept and nothing restarted:
  ///
  /// `out_i = leave_i · step_i · (enter_i x_i + Σ_{j ∈ row i} enter_j x_j)`,
  ///
  /// to the bits of [#hop] on a panel of `enter_i x_i`, scaled afterwards.
  ///
  /// @param hop with [#widestPanel] columns
  void singleHop(SingleHop hop, int fromRow, int toRow);

  /// A row of a sparse matrix times a dense one, for any number of columns:
  ///
  /// `out = [out +] scale · Σ_k weight_k · source_{row_k}`, rows and weights from the list.
  ///
  /// Rows are added in the order of the list. `out` does not overlap the source.
  ///
  /// @param add whether `out` is added to, or overwritten
  void gather(RowSource source, WeightedRows list, MemorySegment out, long outAt, boolean add);

  /// The same for several heads at once, each with weights and a factor of its own. The columns of
  /// the source belong to the heads, equally many to each, one head after the other; for column c
  /// of head h
  ///
  /// `out_c = [out_c +] scale_h · Σ_k weight_kh · source_{row_k, c}`.
  ///
  /// @param list whose rows are gathered; its own weights and factor play no part, and are lost
  /// @param heads weights in step with the list
  void gatherHeads(
      RowSource source,
      WeightedRows list,
      HeadWeights heads,
      MemorySegment out,
      long outAt,
      boolean add);

  /// Leaves out of a staged row what dropout leaves out of the matrix; the others close ranks.
  ///
  /// @param row which row of the matrix was staged, or which column if `transposed`
  void drop(WeightedRows list, EntryMask mask, int row, boolean transposed);

  /// `weight_kh = weight_k` where head h keeps entry k of a staged row, and 0 elsewhere.
  ///
  /// @param heads with room for the list
  /// @param row which row of the matrix was staged, or which column if `transposed`
  void dropHeads(
      WeightedRows list, HeadWeights heads, HeadMasks masks, int row, boolean transposed);

  /// Numbers of a packed list, see [GapLists], as ints: `out_k = before + Σ_{i ≤ k} (gap_i + 1)`.
  ///
  /// A list may be read in parts of a multiple of four, each with the last number of the part
  /// before. Up to [GapLists#SPILL] ints behind the last are overwritten, and nothing is checked
  /// but the bounds of the segments.
  ///
  /// @return where the packed list goes on
  long unpack(MemorySegment packed, long at, int count, int before, MemorySegment out, long outAt);
}
