/// What a room leaves behind so that a job can go on where it stopped: a file a partition, and a
/// manifest with counts and checksums that are verified on every read.
package io.atp.spark.checkpoint;
