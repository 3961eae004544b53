/// Correct, encode and propagate on blocks. Formulas and kernels are those of atp-core; what is
/// here is who must know what of whom.
package io.atp.spark.room;
