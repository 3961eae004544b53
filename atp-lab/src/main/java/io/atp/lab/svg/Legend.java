package io.atp.lab.svg;

import java.util.ArrayList;
import java.util.List;

/// Names with their look, in as many lines as they need.
public final class Legend {
  private static final double SIZE = 12;
  private static final double SWATCH = 22;
  private static final double GAP = 16;
  private static final double LINE = 18;

  /// What stands before a name.
  public enum Sample {
    DASHED,
    MARKED,
    LEVEL,
    AREA
  }

  /// @param series how it looks
  public record Item(String name, Series series, Sample sample) {}

  private record Placed(Item item, String shown, double x, int line) {}

  private final List<Placed> placed = new ArrayList<>();
  private final int lines;

  /// @param room from the left edge to the right
  public Legend(List<Item> items, double room) {
    double x = 0;
    int line = 0;
    for (Item item : items) {
      String shown = TextWidth.cut(item.name(), SIZE, room - SWATCH - 6);
      double width = SWATCH + 6 + TextWidth.of(shown, SIZE);
      if (x > 0 && x + width > room) {
        x = 0;
        line++;
      }
      placed.add(new Placed(item, shown, x, line));
      x += width + GAP;
    }
    lines = items.isEmpty() ? 0 : line + 1;
  }

  public double height() {
    return lines * LINE;
  }

  public void draw(Svg svg, double left, double top) {
    for (Placed one : placed) {
      double x = left + one.x;
      double y = top + one.line * LINE + LINE / 2;
      Series series = one.item.series();
      switch (one.item.sample()) {
        case AREA ->
            svg.element(
                "rect",
                "class",
                series.fill(),
                "x",
                x + 5,
                "y",
                y - 6,
                "width",
                12,
                "height",
                12,
                "rx",
                2);
        case LEVEL -> svg.element("path", "class", "level " + series.stroke(), "d", stroke(x, y));
        case DASHED ->
            svg.element(
                "path",
                "class",
                "line " + series.stroke(),
                "stroke-dasharray",
                series.dash(),
                "d",
                stroke(x, y));
        case MARKED ->
            svg.element("path", "class", "line " + series.stroke(), "d", stroke(x, y))
                .element(
                    "path",
                    "class",
                    "mark " + series.fill(),
                    "d",
                    series.mark(x + SWATCH / 2, y, 3.6));
      }
      svg.label(x + SWATCH + 6, y + 4, one.shown, one.item.name());
    }
  }

  private static String stroke(double x, double y) {
    String at = Decimals.coordinate(y);
    return "M" + Decimals.coordinate(x + 1) + " " + at + "H" + Decimals.coordinate(x + SWATCH - 1);
  }
}
