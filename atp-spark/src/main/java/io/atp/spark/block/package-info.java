/// A graph cut into ranges of nodes, one to a partition: local rows, the ghosts they list, and the
/// exchange in which each partition hears of its ghosts, each once.
package io.atp.spark.block;
