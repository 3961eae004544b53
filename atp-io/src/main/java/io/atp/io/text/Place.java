package io.atp.io.text;

import java.io.IOException;

/// Where in a text a reader stands.
public interface Place {
  /// Number of the line, from 1.
  long line();

  /// An exception in one sentence that begins with file and line.
  IOException wrong(String what);
}
