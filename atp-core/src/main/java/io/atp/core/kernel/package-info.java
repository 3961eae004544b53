/// Loops over rows of floats, in a Vector API edition and a scalar twin with the same results.
/// Bytes and lengths come in, bytes go out; nothing here knows what a graph is. [Kernels] chooses
/// the edition once and says which and why.
package io.atp.core.kernel;
