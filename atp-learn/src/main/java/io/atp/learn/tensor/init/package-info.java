/// First values of parameters.
///
/// An [io.atp.learn.tensor.init.Initialiser] names a distribution; what it fills a matrix with
/// depends on the seed, the parameter's name and the entry's place, and on nothing else.
package io.atp.learn.tensor.init;
