package io.atp.io.registry;

import java.io.IOException;

/// An answer that another attempt would not change.
final class RefusedException extends IOException {
  private static final long serialVersionUID = 1;

  RefusedException(String message, Object... numbers) {
    super(message.formatted(numbers));
  }
}
