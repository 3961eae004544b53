/// Ops, optimisers and layers of atp-learn against PyTorch, in float32, through DJL.
///
/// In go the same seeded numbers on both sides; what comes out, values and gradients, agrees to
/// 1e-5 of the larger of 1 and the number. Tests only: nothing of this reaches a user.
package io.atp.oracle;
