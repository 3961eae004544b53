/// X of the paper: one row of numbers per node, dense or sparse, in memory or mapped from a file.
/// Readers fill these, correction may compare their rows, propagation reads them column block by
/// column block.
package io.atp.core.feature;
