package io.atp.lab.svg;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;

/// Every colour, by role, on light and on dark ground. Series are the colours of Okabe and Ito,
/// which people with any kind of colour vision tell apart, darkened on white and lightened on black
/// until each stands at 3 : 1 or better; text stands at 4.5 : 1 or better.
public enum Palette {
  GROUND("#f7f7f5", "#121518"),
  SURFACE("#ffffff", "#1a1e23"),
  RAISED("#f0f2f4", "#242a31"),
  INK("#1b1f23", "#e7eaed"),
  SOFT("#56606b", "#a9b3bd"),
  RULE("#d9dee3", "#363f49"),
  GRID("#e6e9ec", "#2c333b"),
  ACCENT("#0a5a9c", "#6fbcf5"),
  BETTER("#0a5a9c", "#6fbcf5"),
  WORSE("#a8400a", "#ffa270"),
  SERIES0("#0072b2", "#56b4e9"),
  SERIES1("#d55e00", "#ff9e57"),
  SERIES2("#00805a", "#3dd6ac"),
  SERIES3("#a3508a", "#e8a0cc"),
  SERIES4("#8a6a00", "#e8cc5a"),
  SERIES5("#55606b", "#b9c2cc"),
  HEAT("#0b4a86", "#5fb0e8"),
  HEATHIGH("#ffffff", "#0c1a26");

  /// Series that differ by colour; later ones take the colours again, with another dash and mark.
  public static final int SERIES = 6;

  private static final Pattern USE = Pattern.compile("var\\(--([a-z0-9]+)\\)");
  private static final String STYLE = read("figure.css");

  private final String light;
  private final String dark;

  Palette(String light, String dark) {
    this.light = light;
    this.dark = dark;
  }

  public String light() {
    return light;
  }

  public String dark() {
    return dark;
  }

  /// `--ink:#1b1f23;…`, to stand inside a rule.
  public static String declarations(boolean dark) {
    var text = new StringBuilder();
    for (Palette role : values()) {
      text.append("--").append(role.variable()).append(':');
      text.append(dark ? role.dark : role.light).append(';');
    }
    return text.toString();
  }

  private String variable() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// The look of figures inside a page that declares the colours.
  public static String figureStyle() {
    return STYLE;
  }

  /// The same with the light colours written out: not every program that draws SVG knows variables.
  public static String plainFigureStyle() {
    return USE.matcher(STYLE)
        .replaceAll(use -> valueOf(use.group(1).toUpperCase(Locale.ROOT)).light);
  }

  /// A drawing as a file of its own.
  public static String standalone(String svg) {
    String named = "<svg xmlns=\"http://www.w3.org/2000/svg\"" + svg.substring("<svg".length());
    int inside = named.indexOf('>') + 1;
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        + named.substring(0, inside)
        + "<style>"
        + plainFigureStyle()
        + "</style>"
        + named.substring(inside)
        + "\n";
  }

  private static String read(String name) {
    try (InputStream in = Palette.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
