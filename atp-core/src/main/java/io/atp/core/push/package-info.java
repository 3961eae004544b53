/// Approximate propagation by pushing: a graph and r̃ come in, and out go either sparse rows of
/// personalised PageRank for chosen nodes (PPRGo, GRAND+) or all features propagated column by
/// column (GBP, AGP, PPNP). Mass is moved along arcs only where there is enough of it, and every
/// result says how much work that was. Knows nothing of labels or learning.
package io.atp.core.push;
