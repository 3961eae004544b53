/// The ops of the tape, one file each: the formula, the gradient, and the loops behind them.
///
/// Loops over rows run on fixed ranges of rows, so that a result never depends on the number of
/// threads; sums over rows go through [io.atp.learn.tensor.op.RowSums].
package io.atp.learn.tensor.op;
