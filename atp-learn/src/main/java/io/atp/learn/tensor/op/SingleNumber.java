package io.atp.learn.tensor.op;

import io.atp.learn.tensor.Op;

/// An op whose result is 1 × 1.
interface SingleNumber extends Op {
  @Override
  default int rows() {
    return 1;
  }

  @Override
  default int columns() {
    return 1;
  }
}
