/// Matrices on disk: what a model remembers, and what a run that was cut short needs to go on.
///
/// A folder of `.npy` files and a `manifest.json` with the size and checksum of each; no code is
/// ever stored, and NumPy reads every file.
package io.atp.learn.store;
