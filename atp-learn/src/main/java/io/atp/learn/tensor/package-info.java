/// A tape autograd small enough to hold in the head: matrices on pooled memory, one op per file,
/// each with the formula of its gradient.
///
/// What comes in are constants and [io.atp.learn.tensor.Parameter]s; what goes out are values, and
/// after [io.atp.learn.tensor.Tape#backward] a gradient in every parameter that had a part in them.
package io.atp.learn.tensor;
