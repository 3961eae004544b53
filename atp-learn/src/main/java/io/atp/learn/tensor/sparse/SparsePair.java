package io.atp.learn.tensor.sparse;

/// A and Aᵀ: a product `Y = A X` goes forward through one, its gradient `dX = Aᵀ dY` back through
/// the other.
public interface SparsePair {
  SparseOperand plain();

  SparseOperand transposed();

  /// The same matrix with a share of its entries left out, the same ones on both sides.
  default SparsePair with(SparseDropout dropout) {
    return dropout.share() == 0 ? this : new DroppedEntries.Pair(this, dropout);
  }
}
