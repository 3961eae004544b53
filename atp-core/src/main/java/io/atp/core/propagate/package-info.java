/// Propagation, `X⁽ᵏ⁾ = P̃ X⁽ᵏ⁻¹⁾` and the sums of hops of the paper's Eq. (4): an operator and
/// features come in, hop features or one weighted sum of them go out. Columns never interact, so a
/// few columns go through all hops before the next few, and only two narrow panels are ever held.
package io.atp.core.propagate;
