package io.atp.io.text;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// A file of text, gzipped where its name ends in `.gz`.
public final class TextFile {
  private static final long MOST_BYTES = 64 << 20;

  private TextFile() {}

  /// The text as characters; a byte that is not UTF-8 is a
  /// [java.nio.charset.CharacterCodingException].
  public static Reader utf8(Path file) throws IOException {
    return new InputStreamReader(
        BoundedGzip.text(file),
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT));
  }

  /// The whole of a file that somebody wrote for somebody to read, a record or a table.
  public static String whole(Path file, String kind) throws IOException {
    return whole(file, MOST_BYTES, kind);
  }

  /// The whole of a file that is small by its nature.
  ///
  /// @param mostBytes it can have
  /// @param kind what it should be, for the sentence that says it is not
  public static String whole(Path file, long mostBytes, String kind) throws IOException {
    long bytes = Files.size(file);
    if (bytes > mostBytes) {
      throw new IOException("%s has %,d bytes, no %s".formatted(file, bytes, kind));
    }
    try {
      return Files.readString(file);
    } catch (CharacterCodingException e) {
      throw new IOException("%s is not UTF-8 text".formatted(file), e);
    }
  }

  /// The file's own name, without `.gz`.
  public static String stem(Path file) {
    String name = file.getFileName().toString();
    return BoundedGzip.isGzip(file) ? name.substring(0, name.length() - 3) : name;
  }

  /// The same without its last extension: what to call the graph in it.
  public static String title(Path file) {
    String name = stem(file);
    int dot = name.lastIndexOf('.');
    return dot > 0 ? name.substring(0, dot) : name;
  }
}
