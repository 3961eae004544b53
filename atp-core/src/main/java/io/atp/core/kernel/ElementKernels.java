package io.atp.core.kernel;

import java.lang.foreign.MemorySegment;

/// What a small network needs besides products: loops over `length` floats of regions given as
/// (segment, byte position).
///
/// Both editions give the same bits. There is no fused multiply–add here, [Exponential] is the
/// project's own, and what adds up along a row does so in [#STRIDES] running sums, entry i to sum i
/// mod 16, folded in halves at the end, whatever the number of lanes.
///
/// Regions are the same or do not overlap, unless a method says less: every loop may work in place.
public sealed interface ElementKernels permits ScalarElements, VectorElements {
  /// Running sums along a row.
  int STRIDES = 16;

  /// `vector 512 bit` or `scalar`.
  String name();

  /// `out[i] += a[i]`.
  void add(MemorySegment out, long outAt, MemorySegment a, long aAt, int length);

  /// `out[i] = a[i] · b[i]`.
  void multiply(
      MemorySegment out,
      long outAt,
      MemorySegment a,
      long aAt,
      MemorySegment b,
      long bAt,
      int length);

  /// `out[i] += a[i] · b[i]`.
  void multiplyAdd(
      MemorySegment out,
      long outAt,
      MemorySegment a,
      long aAt,
      MemorySegment b,
      long bAt,
      int length);

  /// `out[i] = max(in[i], 0)`; NaN stays.
  void relu(MemorySegment out, long outAt, MemorySegment in, long inAt, int length);

  /// `dIn[i] += dOut[i]` where `x[i] > 0`; x may be what went into [#relu] or what came out.
  void reluGradient(
      MemorySegment dIn,
      long dInAt,
      MemorySegment x,
      long xAt,
      MemorySegment dOut,
      long dOutAt,
      int length);

  /// `out[i] = in[i]` where that is positive, `slope · in[i]` elsewhere.
  void leakyRelu(
      MemorySegment out, long outAt, MemorySegment in, long inAt, int length, float slope);

  /// `dIn[i] += dOut[i]` where `x[i] > 0`, `dIn[i] += slope · dOut[i]` elsewhere.
  void leakyReluGradient(
      MemorySegment dIn,
      long dInAt,
      MemorySegment x,
      long xAt,
      MemorySegment dOut,
      long dOutAt,
      int length,
      float slope);

  /// `out[i] = in[i]` where that is positive, `e^in[i] − 1` elsewhere; exact to 1e-7 of 1, not of
  /// the result: next to 0 it is the difference of two numbers near 1.
  void elu(MemorySegment out, long outAt, MemorySegment in, long inAt, int length);

  /// `dIn[i] += dOut[i]` where `y[i] > 0`, `dIn[i] += (y[i] + 1) · dOut[i]` elsewhere; y is what
  /// came out of [#elu].
  void eluGradient(
      MemorySegment dIn,
      long dInAt,
      MemorySegment y,
      long yAt,
      MemorySegment dOut,
      long dOutAt,
      int length);

  /// `out[i] = e^in[i]`, off by less than a unit in the last place.
  void exp(MemorySegment out, long outAt, MemorySegment in, long inAt, int length);

  /// `Σ in[i]`.
  float sum(MemorySegment in, long inAt, int length);

  /// The largest entry; NaN where there is one, `-∞` for an empty row.
  float max(MemorySegment in, long inAt, int length);

  /// `out[i] = e^(in[i] − max) / Σ_j e^(in[j] − max)`.
  void softmaxRow(MemorySegment out, long outAt, MemorySegment in, long inAt, int length);

  /// `out[i] = in[i] − max − ln Σ_j e^(in[j] − max)`.
  void logSoftmaxRow(MemorySegment out, long outAt, MemorySegment in, long inAt, int length);

  /// `out[i] = in[i] / keep` where the mask has a place for i, 0 elsewhere.
  void dropout(
      MemorySegment out, long outAt, MemorySegment in, long inAt, int length, DropoutMask mask);

  /// `dIn[i] += dOut[i] / keep` where the mask has a place for i.
  void dropoutGradient(
      MemorySegment dIn, long dInAt, MemorySegment dOut, long dOutAt, int length, DropoutMask mask);

  /// One step of Adam for `length` parameters, each with its gradient and two moments; see
  /// [AdamStep] for the formula.
  void adam(
      MemorySegment parameter,
      long parameterAt,
      MemorySegment gradient,
      long gradientAt,
      MemorySegment first,
      long firstAt,
      MemorySegment second,
      long secondAt,
      int length,
      AdamStep step);
}
