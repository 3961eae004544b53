package io.atp.lab.svg;

import java.util.List;

/// The rectangle between the axes.
public record Plot(double left, double top, double right, double bottom) {
  private static final double TICK_SIZE = 11.5;
  private static final double NAME_SIZE = 12;

  /// As many ticks of a horizontal axis as stand apart.
  public static List<Tick> apart(Scale x) {
    double room = Math.abs(x.to() - x.from());
    for (int most = 9; ; most--) {
      List<Tick> ticks = x.ticks(most);
      if (most <= 2 || ticks.size() * (labelRoom(ticks) + 12) <= room) {
        return ticks;
      }
    }
  }

  public double width() {
    return right - left;
  }

  public double height() {
    return bottom - top;
  }

  /// How much room the labels of a vertical axis need.
  public static double labelRoom(List<Tick> ticks) {
    return ticks.stream()
        .mapToDouble(tick -> TextWidth.of(tick.label(), TICK_SIZE))
        .max()
        .orElse(0);
  }

  /// The vertical axis on the left, with lines across.
  public void leftAxis(Svg svg, Scale y, List<Tick> ticks) {
    for (Tick tick : ticks) {
      double at = y.at(tick.value());
      svg.element("line", "class", "grid", "x1", left, "x2", right, "y1", at, "y2", at);
      svg.text(left - 6, at + 3.6, tick.label(), "class", "tick", "text-anchor", "end");
    }
  }

  public void rightAxis(Svg svg, Scale y, List<Tick> ticks) {
    svg.element("line", "class", "axis", "x1", right, "x2", right, "y1", top, "y2", bottom);
    for (Tick tick : ticks) {
      double at = y.at(tick.value());
      svg.element("line", "class", "axis", "x1", right, "x2", right + 4, "y1", at, "y2", at);
      svg.text(right + 7, at + 3.6, tick.label(), "class", "tick");
    }
  }

  public void bottomAxis(Svg svg, Scale x, List<Tick> ticks) {
    bottomLine(svg);
    for (Tick tick : ticks) {
      double at = x.at(tick.value());
      svg.element("line", "class", "axis", "x1", at, "x2", at, "y1", bottom, "y2", bottom + 4);
      svg.text(at, bottom + 15, tick.label(), "class", "tick", "text-anchor", "middle");
    }
  }

  public void bottomLine(Svg svg) {
    svg.element("line", "class", "axis", "x1", left, "x2", right, "y1", bottom, "y2", bottom);
  }

  /// What the horizontal axis is, below its labels.
  public void nameBottom(Svg svg, String name, double at) {
    String shown = TextWidth.cut(name, NAME_SIZE, width());
    svg.label((left + right) / 2, at, shown, name, "class", "name", "text-anchor", "middle");
  }

  /// What the axis on the left is, above it, from `x` on.
  public void nameLeft(Svg svg, String name, double x, double room) {
    svg.label(x, top - 10, TextWidth.cut(name, NAME_SIZE, room), name, "class", "name");
  }

  /// What the axis on the right is, above it, up to `x`.
  public void nameRight(Svg svg, String name, double x, double room) {
    String shown = TextWidth.cut(name, NAME_SIZE, room);
    svg.label(x, top - 10, shown, name, "class", "name", "text-anchor", "end");
  }
}
