package io.atp.io.pickle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Reads pickles of protocols 0 to 4 that hold plain data.
///
/// | Python | Java |
/// | --- | --- |
/// | dict, defaultdict | `Map` in file order, keys `Long`, `Double`, `Boolean`, `String` or null |
/// | list, tuple | `List` |
/// | int, long up to 64 bits; float; bool; None | `Long`; `Double`; `Boolean`; null |
/// | str, bytes | `String`, one character of code 0 to 255 per byte |
/// | unicode | `String` |
/// | numpy array; scalar | [io.atp.io.npy.NpyArray]; `Long` or `Double` |
/// | scipy csr_matrix | [CsrMatrix] |
/// | numpy array of objects | `List`, its elements in C order |
public final class Pickle {
  private Pickle() {}

  /// @throws IOException with the opcode and its byte position if the file is anything but plain
  ///   data
  public static Object read(Path file) throws IOException {
    long size = Files.size(file);
    if (size > Integer.MAX_VALUE - 8) {
      throw new IOException("%s has %,d bytes; pickles up to 2 GB are read".formatted(file, size));
    }
    return read(Files.readAllBytes(file), file.toString());
  }

  /// @param source what to call the bytes in messages
  public static Object read(byte[] bytes, String source) throws IOException {
    return new PickleMachine(new PickleInput(bytes, source)).run();
  }
}
