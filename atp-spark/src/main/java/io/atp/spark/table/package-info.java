/// From edge and node tables of any ids to numbers and blocks, and back to tables keyed by the same
/// ids.
package io.atp.spark.table;
