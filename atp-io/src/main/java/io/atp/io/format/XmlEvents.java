package io.atp.io.format;

import io.atp.io.text.Place;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import javax.xml.XMLConstants;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/// XML as a row of starts and ends, and nothing of XML beyond elements, attributes and text: a
/// document type, and with it every entity, is refused; so are elements nested deeper than 64 and
/// more than a million characters between two tags.
final class XmlEvents implements Place, AutoCloseable {
  private static final int MAX_DEPTH = 64;
  private static final int MAX_TEXT = XmlText.MAX_GAP;

  private final Path file;
  private final Reader in;
  private final XMLStreamReader xml;
  private int depth;
  private boolean start;

  private XmlEvents(Path file, Reader in) throws IOException {
    this.file = file;
    this.in = in;
    try {
      this.xml = factory().createXMLStreamReader(in);
    } catch (XMLStreamException | RuntimeException e) {
      throw refused(e, 1);
    }
  }

  static XmlEvents open(Path file) throws IOException {
    Reader in = XmlText.open(file);
    try {
      return new XmlEvents(file, in);
    } catch (IOException e) {
      in.close();
      throw e;
    }
  }

  private static XMLInputFactory factory() {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
    factory.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
    factory.setXMLReporter((_, _, _, _) -> {}); // warnings go nowhere, mistakes are thrown
    return factory;
  }

  /// Goes to the next start or end of an element; false after the last.
  boolean next() throws IOException {
    while (true) {
      switch (step()) {
        case XMLStreamConstants.START_ELEMENT -> {
          if (++depth > MAX_DEPTH) {
            throw wrong("elements are nested deeper than " + MAX_DEPTH);
          }
          start = true;
          return true;
        }
        case XMLStreamConstants.END_ELEMENT -> {
          depth--;
          start = false;
          return true;
        }
        case XMLStreamConstants.END_DOCUMENT -> {
          return false;
        }
        default -> {}
      }
    }
  }

  private int step() throws IOException {
    int event;
    try {
      event = xml.next();
    } catch (XMLStreamException | RuntimeException e) {
      throw refused(e, line());
    }
    if (event == XMLStreamConstants.DTD) {
      throw wrong("a document type (DOCTYPE) is not read");
    }
    if (event == XMLStreamConstants.ENTITY_REFERENCE) {
      throw wrong("an entity is not read");
    }
    return event;
  }

  boolean isStart() {
    return start;
  }

  /// Name of the element, without a prefix.
  String name() {
    return xml.getLocalName();
  }

  /// Value of an attribute of the element that started, or null.
  String attribute(String name) {
    return xml.getAttributeValue(null, name);
  }

  /// The same, which must be there.
  String required(String name) throws IOException {
    String value = attribute(name);
    if (value == null) {
      throw wrong("<%s> has no attribute '%s'".formatted(name(), name));
    }
    return value;
  }

  /// The text of the element that started, to its end; elements inside are passed over.
  String text() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int open = 1; open > 0; ) {
      switch (step()) {
        case XMLStreamConstants.START_ELEMENT -> {
          if (++open + depth > MAX_DEPTH) {
            throw wrong("elements are nested deeper than " + MAX_DEPTH);
          }
        }
        case XMLStreamConstants.END_ELEMENT -> open--;
        case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> {
          if (open == 1) {
            text.append(xml.getTextCharacters(), xml.getTextStart(), xml.getTextLength());
          }
          if (text.length() > MAX_TEXT) {
            throw wrong("a text of more than %,d characters".formatted(MAX_TEXT));
          }
        }
        case XMLStreamConstants.END_DOCUMENT -> throw wrong("the text ends too early");
        default -> {}
      }
    }
    depth--;
    start = false;
    return text.toString();
  }

  @Override
  public long line() {
    return xml.getLocation().getLineNumber();
  }

  @Override
  public IOException wrong(String what) {
    return new IOException("%s, line %d: %s".formatted(file, line(), Place.shown(what)));
  }

  /// The parser's refusal in one sentence, or our own where it only passed that on.
  private IOException refused(Exception e, long line) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof IOException ours
          && ours.getMessage() != null
          && ours.getMessage().startsWith(file.toString())) {
        return ours;
      }
    }
    if (e.getCause() instanceof CharacterCodingException
        || e instanceof XMLStreamException stream
            && stream.getNestedException() instanceof CharacterCodingException) {
      return new IOException("%s, after line %d: the bytes are no text".formatted(file, line), e);
    }
    String message = e instanceof XMLStreamException ? e.getMessage() : null;
    String said = message == null ? "it cannot be parsed" : message;
    said = said.substring(said.indexOf("Message: ") < 0 ? 0 : said.indexOf("Message: ") + 9);
    said = said.lines().findFirst().orElse("it cannot be parsed").replaceAll("\\.$", "");
    return new IOException(
        "%s, line %d: the XML is not well formed: %s".formatted(file, line, said), e);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
