/// Long vectors over partitions: products with the adjacency, sums without rounding, and on these
/// the iterations of atp-core.
package io.atp.spark.vector;
