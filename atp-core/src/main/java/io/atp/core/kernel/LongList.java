package io.atp.core.kernel;

/// A neighbour list that is too long to lie in memory at once and comes piece by piece.
public interface LongList {
  /// Brings `count` neighbours to where [PanelHop#targets] are: those after the piece before, or,
  /// from 0 on, the first of the list.
  ///
  /// @return the byte of `targets` where they lie
  long piece(int from, int count);
}
