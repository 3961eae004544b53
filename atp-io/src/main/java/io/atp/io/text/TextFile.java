package io.atp.io.text;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// A file of text, gzipped where its name ends in `.gz`.
public final class TextFile {
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
