package io.atp.core.spectral;

/// `out = M · in` for a square matrix M that is known by what it does.
///
/// `in` is not changed, every element of `out` is written, and the two are different arrays. Equal
/// input must give equal bits, whatever the number of threads.
@FunctionalInterface
public interface LinearMap {
  void apply(double[] in, double[] out);
}
