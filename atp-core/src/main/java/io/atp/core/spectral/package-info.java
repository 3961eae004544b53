/// Linear algebra on a graph without a matrix in sight: the product of an adjacency with a vector,
/// the largest eigenvalue by Lanczos, linear systems by conjugate gradients. A symmetric linear map
/// comes in, numbers and an account of the convergence go out; the rooms `correct` and `encode`
/// build on it.
package io.atp.core.spectral;
