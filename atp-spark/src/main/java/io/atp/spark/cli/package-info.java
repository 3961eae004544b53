/// The command `atp spark`: the same words as the other commands, tables instead of files, and a
/// main class for spark-submit.
package io.atp.spark.cli;
