/// The node-wise propagation operator of the paper's §4.2, Eq. (8): a corrected graph and r̃ come
/// in, the factored `P̃ = D̂^(R̃−1) Â D̂^(−R̃)` goes out, never with a value per edge unless
/// somebody asks for a file of it.
package io.atp.core.operator;
