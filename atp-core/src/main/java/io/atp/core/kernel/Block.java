package io.atp.core.kernel;

/// A part of a product: which rows and columns of C, and which terms of their sums.
record Block(int fromRow, int toRow, int fromColumn, int toColumn, int fromDepth, int toDepth) {
  int rows() {
    return toRow - fromRow;
  }

  int columns() {
    return toColumn - fromColumn;
  }
}
