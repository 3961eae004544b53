package io.atp.io.text;

import java.io.IOException;
import java.nio.file.Path;

/// Where in a text a reader stands.
public interface Place {
  /// Number of the line, from 1.
  long line();

  /// An exception in one sentence that begins with file and line.
  IOException wrong(String what);

  /// Words of a file as a message may repeat them: on one line.
  static String shown(String text) {
    return text.replaceAll("\\p{Cntrl}", "?");
  }

  /// No line: the file or folder as a whole.
  static Place whole(Path path) {
    return new Place() {
      @Override
      public long line() {
        return 0;
      }

      @Override
      public IOException wrong(String what) {
        return new IOException("%s: %s".formatted(path, shown(what)));
      }
    };
  }
}
