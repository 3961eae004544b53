/// The places of the unified equation beside the operator, `X̃_u = Σ_{l ≤ l_u} h_l · (M^l X)_u`:
/// how many steps a node takes (L), what each hop weighs (H), and which entries of X are followed
/// (X[·]). An operator, features and a [NodeWise] choice come in, features and what they cost go
/// out. DGC, GDC, NDLS, NDM and SCARA are such choices, and so is any mixture of them.
package io.atp.core.nodewise;
