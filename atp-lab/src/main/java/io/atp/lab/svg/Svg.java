package io.atp.lab.svg;

import io.atp.core.runtime.Require;
import java.util.ArrayDeque;
import java.util.Deque;

/// An SVG document being written. Attributes come as name, value, name, value; a number is written
/// as a coordinate, anything else as escaped text.
///
/// ```java
/// String text = Svg.of(420, 280, "Accuracy").shape("rect", "10 %", "width", 12).end();
/// ```
public final class Svg {
  private final StringBuilder text = new StringBuilder(4096);
  private final Deque<String> open = new ArrayDeque<>();

  private Svg() {}

  /// @param title what it shows, for those who cannot see it
  public static Svg of(double width, double height, String title) {
    return new Svg()
        .open(
            "svg",
            "class",
            "chart",
            "viewBox",
            "0 0 " + Decimals.coordinate(width) + " " + Decimals.coordinate(height),
            "width",
            width,
            "height",
            height,
            "role",
            "img",
            "aria-label",
            title)
        .element("rect", "class", "paper", "width", "100%", "height", "100%");
  }

  public Svg open(String name, Object... attributes) {
    tag(name, attributes);
    text.append('>');
    open.push(name);
    return this;
  }

  public Svg close() {
    text.append("</").append(open.pop()).append('>');
    return this;
  }

  public Svg element(String name, Object... attributes) {
    tag(name, attributes);
    text.append("/>");
    return this;
  }

  /// An element with words that appear when it is pointed at.
  public Svg shape(String name, String tip, Object... attributes) {
    return open(name, attributes).tip(tip).close();
  }

  /// The words of the element that is open.
  public Svg tip(String words) {
    text.append("<title>").append(Markup.escape(words)).append("</title>");
    return this;
  }

  public Svg text(double x, double y, String words, Object... attributes) {
    tag("text", attributes);
    text.append(" x=\"").append(Decimals.coordinate(x)).append('"');
    text.append(" y=\"").append(Decimals.coordinate(y)).append("\">");
    text.append(Markup.escape(words)).append("</text>");
    return this;
  }

  /// Words that may have been cut: where they were, all of them appear when pointed at.
  public Svg label(double x, double y, String shown, String whole, Object... attributes) {
    if (shown.equals(whole)) {
      return text(x, y, shown, attributes);
    }
    open("g").tip(whole);
    return text(x, y, shown, attributes).close();
  }

  private void tag(String name, Object... attributes) {
    Require.that(attributes.length % 2 == 0, "<%s> has an attribute without a value", name);
    text.append('<').append(name);
    for (int i = 0; i < attributes.length; i += 2) {
      Object value = attributes[i + 1];
      text.append(' ').append(attributes[i]).append("=\"");
      text.append(
          value instanceof Number number
              ? Decimals.coordinate(number.doubleValue())
              : Markup.escape(value.toString()));
      text.append('"');
    }
  }

  /// The whole document; for a file of its own see [Palette#standalone].
  public String end() {
    while (!open.isEmpty()) {
      close();
    }
    return text.toString();
  }
}
