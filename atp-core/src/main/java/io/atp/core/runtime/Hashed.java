package io.atp.core.runtime;

/// Something that does not change once it is made, and that results can be told apart by.
public interface Hashed {
  /// Adds all that it is made of.
  void addTo(ContentHash hash);
}
