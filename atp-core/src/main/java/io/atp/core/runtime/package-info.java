/// Ground under every room: threads that never change a result, off-heap memory with a visible
/// owner, randomness as a hash, and checks that speak in numbers. Knows nothing of graphs or of the
/// paper.
package io.atp.core.runtime;
