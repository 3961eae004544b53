/// Constant sparse matrices as factors of a product: the propagation operator, sparse features,
/// rows of weights.
///
/// Each comes with its transpose, through which gradients go back, and hands out one row at a time
/// as a list of weighted rows; nothing here multiplies.
package io.atp.learn.tensor.sparse;
