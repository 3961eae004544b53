package io.atp.io.format;

import io.atp.io.text.BoundedGzip;
import io.atp.io.text.Place;
import java.io.BufferedInputStream;
import java.io.FilterReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The characters of an XML file, decoded strictly by the encoding it declares, and no more than
/// [#MAX_GAP] of them without a `<`, so that a parser never has to hold more than that in one
/// piece.
final class XmlText extends FilterReader {
  static final int MAX_GAP = 1 << 20;

  private static final int START_BYTES = 256;
  private static final Pattern ENCODING =
      Pattern.compile("^[^<]{0,3}<\\?xml[^>]*?encoding\\s*=\\s*[\"']([^\"']{1,40})[\"']");
  private static final Set<String> READ =
      Set.of("UTF-8", "US-ASCII", "ASCII", "ISO-8859-1", "LATIN1", "UTF-16");

  private final Path file;
  private long position;
  private long lastTag;

  private XmlText(Reader in, Path file) {
    super(in);
    this.file = file;
  }

  static XmlText open(Path file) throws IOException {
    InputStream bytes = new BufferedInputStream(BoundedGzip.text(file), 1 << 16);
    try {
      bytes.mark(START_BYTES);
      byte[] start = bytes.readNBytes(START_BYTES);
      bytes.reset();
      Charset charset = charset(start, file);
      Reader in =
          new InputStreamReader(
              bytes,
              charset
                  .newDecoder()
                  .onMalformedInput(CodingErrorAction.REPORT)
                  .onUnmappableCharacter(CodingErrorAction.REPORT));
      return new XmlText(in, file);
    } catch (IOException e) {
      bytes.close();
      throw e;
    }
  }

  private static Charset charset(byte[] start, Path file) throws IOException {
    if (start.length > 1 && (start[0] & 0xFF ^ start[1] & 0xFF) == 1 && (start[0] & 0xFE) == 0xFE) {
      return StandardCharsets.UTF_16; // its byte order mark
    }
    Matcher declared = ENCODING.matcher(new String(start, StandardCharsets.ISO_8859_1));
    String name = declared.find() ? declared.group(1).toUpperCase(Locale.ROOT) : "UTF-8";
    if (!READ.contains(name)) {
      throw new IOException(
          "%s, line 1: encoding %s is not read, but UTF-8, UTF-16 and ISO-8859-1 are"
              .formatted(file, Place.shown(name)));
    }
    return Charset.forName(name);
  }

  @Override
  public int read() throws IOException {
    char[] one = new char[1];
    return read(one, 0, 1) < 0 ? -1 : one[0];
  }

  @Override
  public int read(char[] into, int at, int length) throws IOException {
    int got = in.read(into, at, length);
    for (int i = 0; i < got; i++, position++) {
      if (into[at + i] == '<') {
        lastTag = position;
      }
    }
    if (position - lastTag > MAX_GAP) {
      throw new IOException(
          "%s has more than %,d characters between two tags, after character %,d"
              .formatted(file, MAX_GAP, lastTag));
    }
    return got;
  }
}
