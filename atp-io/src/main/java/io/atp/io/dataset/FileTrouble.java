package io.atp.io.dataset;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/// The system's refusals as sentences: by itself a [FileSystemException] often says no more than a
/// path.
public final class FileTrouble {
  private FileTrouble() {}

  /// @param what what was being done, as in `cannot be read`
  public static IOException sentence(FileSystemException trouble, String what) {
    String reason =
        switch (trouble) {
          case AccessDeniedException _ -> "permission denied";
          case NoSuchFileException _ -> "it does not exist";
          default ->
              trouble.getReason() == null
                  ? trouble.getClass().getSimpleName()
                  : trouble.getReason();
        };
    return new IOException("%s %s: %s".formatted(trouble.getFile(), what, reason), trouble);
  }
}
