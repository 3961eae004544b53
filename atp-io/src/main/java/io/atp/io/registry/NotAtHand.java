package io.atp.io.registry;

import java.io.IOException;

/// A data set is known and in no folder that was searched, and nothing was to be downloaded.
public final class NotAtHand extends IOException {
  public NotAtHand(String message) {
    super(message);
  }
}
