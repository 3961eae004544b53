package io.atp.io.generate;

import io.atp.core.runtime.StatelessHash;

/// As many hashes as one draw needs, all decided by the first (SplitMix64).
final class HashStream {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private long state;

  HashStream from(long hash) {
    state = hash;
    return this;
  }

  long next() {
    state += GOLDEN;
    return StatelessHash.mix(state);
  }
}
