/// High-bias propagation correction (HPC): a graph and a [CorrectionConfig] come in, the graph with
/// some edges of its hubs hidden goes out, with an account of what that did. Hubs are the nodes
/// that over-smooth first, `‖π̃ − π_i(k)‖₂ ≤ √((2m+n)/d̂_i) · λ₂^k`.
package io.atp.core.correct;
