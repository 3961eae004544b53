/// Results on disk: an [OutputFolder] appears whole or not at all, and a [NativeStore] keeps a
/// graph as a folder of `.npy` files that Java and NumPy both map without copying.
package io.atp.io.store;
