/// Learning at both ends of the cluster: hops of labelled nodes come to one trainer, and its
/// weights go back to the partitions, which judge their own rows.
package io.atp.spark.learn;
