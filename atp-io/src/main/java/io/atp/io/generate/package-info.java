/// Graphs people can believe in, of any size: a [GeneratorConfig] comes in, a
/// [io.atp.io.dataset.GraphData] with degree-corrected blocks, power-law degrees, hubs that mix
/// classes, features and a split goes out. Every draw is a hash of what it is for, so the bytes are
/// the same for any number of threads.
package io.atp.io.generate;
