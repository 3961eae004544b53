/// Loops over floats, in a Vector API edition and a scalar twin with the same results: rows of
/// features, single elements, and products of dense matrices ([MatrixProduct]). Bytes and lengths
/// come in, bytes go out; nothing here knows what a graph is. [Kernels] chooses the edition once
/// and says which and why.
package io.atp.core.kernel;
