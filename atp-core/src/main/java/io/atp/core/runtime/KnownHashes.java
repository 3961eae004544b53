package io.atp.core.runtime;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;

/// Hashes of things, each computed once while the thing lives. Things are told apart by identity:
/// another one may lie at the same address later.
final class KnownHashes {
  private final Map<Thing, String> hashes = new HashMap<>();
  private final ReferenceQueue<Hashed> gone = new ReferenceQueue<>();

  private static final class Thing extends WeakReference<Hashed> {
    private final int hash;

    Thing(Hashed thing, ReferenceQueue<Hashed> queue) {
      super(thing, queue);
      hash = System.identityHashCode(thing);
    }

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public boolean equals(Object other) {
      return this == other || other instanceof Thing thing && get() != null && get() == thing.get();
    }
  }

  synchronized String of(Hashed thing) {
    for (var dead = gone.poll(); dead != null; dead = gone.poll()) {
      hashes.remove((Thing) dead);
    }
    return hashes.computeIfAbsent(new Thing(thing, gone), _ -> compute(thing));
  }

  static String compute(Hashed thing) {
    var hash = new ContentHash();
    thing.addTo(hash);
    return hash.text();
  }
}
