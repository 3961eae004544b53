/// Weight-free local node context (LNC): a corrected graph comes in, position (degree, eigenvector,
/// PageRank, Katz) and local structure (clustering) of every node go out, and from them r̃, the
/// node-wise kernel coefficients.
package io.atp.core.encode;
