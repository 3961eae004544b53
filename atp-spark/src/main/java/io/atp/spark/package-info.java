/// Two tables of a Spark user in, tables out: the rooms of the paper over the partitions of a
/// cluster. [io.atp.spark.AtpSpark] is the door; every result is that of one machine.
package io.atp.spark;
