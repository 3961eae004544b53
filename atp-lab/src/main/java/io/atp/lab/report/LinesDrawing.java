package io.atp.lab.report;

import io.atp.core.runtime.Require;
import io.atp.lab.svg.Decimals;
import io.atp.lab.svg.Legend;
import io.atp.lab.svg.Plot;
import io.atp.lab.svg.Scale;
import io.atp.lab.svg.Series;
import io.atp.lab.svg.Svg;
import io.atp.lab.svg.Tick;
import java.util.ArrayList;
import java.util.List;

/// Curves with their bands. A value that is no number leaves a gap.
final class LinesDrawing {
  private static final int MOST_MARKS = 30;
  private static final int MOST_TIPS = 120;
  private static final int VERTICAL_TICKS = 6;

  private final Panel.Lines panel;
  private final Colours colours;

  LinesDrawing(Panel.Lines panel, Colours colours) {
    this.panel = panel;
    this.colours = colours;
    for (Panel.Curve curve : panel.curves()) {
      Require.that(
          curve.x().size() == curve.y().size()
              && curve.spread().map(List::size).orElse(curve.x().size()) == curve.x().size(),
          "curve %s has %d x, %d y and %d spreads",
          curve.name(),
          curve.x().size(),
          curve.y().size(),
          curve.spread().map(List::size).orElse(curve.x().size()));
    }
  }

  Drawing draw() {
    double width = Drawing.USUAL_WIDTH;
    var legend = new Legend(items(), width - 2 * Drawing.PAD);
    double top = Drawing.HEAD + legend.height() + 26;
    double bottom = top + Drawing.PLOT_HEIGHT;
    double height = bottom + 42;
    Svg svg = Drawing.sheet(panel.title(), width, height);
    legend.draw(svg, Drawing.PAD, Drawing.HEAD);
    Extent xs = xExtent();
    Extent first = yExtent(false);
    Extent second = yExtent(true);
    if (xs.isEmpty() || first.isEmpty() && second.isEmpty()) {
      svg.text(width / 2, (top + bottom) / 2, "no values", "text-anchor", "middle");
      return new Drawing(svg.end(), width);
    }
    List<Tick> leftTicks = first.isEmpty() ? List.of() : first.scale(bottom, top, false).ticks(6);
    List<Tick> rightTicks =
        second.isEmpty() ? List.of() : second.scale(bottom, top, false).ticks(VERTICAL_TICKS);
    double left = Drawing.PAD + Plot.labelRoom(leftTicks) + 8;
    double right = width - Drawing.PAD - (second.isEmpty() ? 8 : Plot.labelRoom(rightTicks) + 8);
    var plot = new Plot(left, top, right, bottom);
    Scale x = xs.scale(left, right, panel.logX());
    if (!first.isEmpty()) {
      plot.leftAxis(svg, first.scale(bottom, top, false), leftTicks);
    }
    if (!second.isEmpty()) {
      plot.rightAxis(svg, second.scale(bottom, top, false), rightTicks);
    }
    plot.bottomAxis(svg, x, Plot.apart(x));
    plot.nameBottom(svg, panel.xLabel(), bottom + 33);
    plot.nameLeft(
        svg, panel.yLabel(), Drawing.PAD, (width - 2 * Drawing.PAD) * (second.isEmpty() ? 1 : 0.5));
    if (!second.isEmpty()) {
      plot.nameRight(svg, secondName(), width - Drawing.PAD, (width - 2 * Drawing.PAD) / 2 - 10);
    }
    for (Panel.Level level : panel.levels()) {
      level(svg, plot, first.scale(bottom, top, false), level);
    }
    for (Panel.Curve curve : panel.curves()) {
      Extent extent = curve.secondAxis() ? second : first;
      if (!extent.isEmpty()) {
        curve(svg, x, extent.scale(bottom, top, false), curve);
      }
    }
    return new Drawing(svg.end(), width);
  }

  /// The axis on the right is named after its curves.
  private String secondName() {
    return String.join(
        ", ",
        panel.curves().stream().filter(Panel.Curve::secondAxis).map(Panel.Curve::name).toList());
  }

  private List<Legend.Item> items() {
    List<Legend.Item> items = new ArrayList<>();
    for (Panel.Curve curve : panel.curves()) {
      String name = curve.secondAxis() ? curve.name() + " (right axis)" : curve.name();
      items.add(new Legend.Item(name, colours.of(curve.name()), sample(curve)));
    }
    for (Panel.Level level : panel.levels()) {
      items.add(new Legend.Item(level.name(), colours.of(level.name()), Legend.Sample.LEVEL));
    }
    return items;
  }

  /// Few points are told apart by their marks, many by the dashes of the line.
  private static Legend.Sample sample(Panel.Curve curve) {
    return curve.x().size() <= MOST_MARKS ? Legend.Sample.MARKED : Legend.Sample.DASHED;
  }

  private Extent xExtent() {
    var extent = new Extent();
    for (Panel.Curve curve : panel.curves()) {
      for (double x : curve.x()) {
        Require.that(!panel.logX() || x > 0, "curve %s has x = %s on a log axis", curve.name(), x);
        extent.add(x);
      }
    }
    return extent.exact();
  }

  private Extent yExtent(boolean secondAxis) {
    var extent = new Extent();
    for (Panel.Curve curve : panel.curves()) {
      for (int i = 0; i < curve.y().size() && curve.secondAxis() == secondAxis; i++) {
        double off = spread(curve, i);
        extent.add(curve.y().get(i) - off);
        extent.add(curve.y().get(i) + off);
      }
    }
    if (!secondAxis) {
      panel.levels().forEach(level -> extent.add(level.y()));
    }
    return extent.padded();
  }

  private static double spread(Panel.Curve curve, int i) {
    double off = curve.spread().map(all -> all.get(i)).orElse(0.0);
    return Double.isFinite(off) ? off : 0;
  }

  private void level(Svg svg, Plot plot, Scale y, Panel.Level level) {
    svg.shape(
        "path",
        level.name() + ": " + Decimals.brief(level.y()),
        "class",
        "level " + colours.of(level.name()).stroke(),
        "d",
        "M%s %sH%s"
            .formatted(
                Decimals.coordinate(plot.left()),
                Decimals.coordinate(y.at(level.y())),
                Decimals.coordinate(plot.right())));
  }

  private void curve(Svg svg, Scale x, Scale y, Panel.Curve curve) {
    Series series = colours.of(curve.name());
    svg.open("g", "class", "curve").tip(curve.name());
    if (curve.spread().isPresent()) {
      svg.element("path", "class", "band " + series.fill(), "d", CurvePath.band(curve, x, y));
    }
    svg.element(
        "path",
        "class",
        "line " + series.stroke(),
        "stroke-dasharray",
        sample(curve) == Legend.Sample.DASHED ? series.dash() : "none",
        "d",
        CurvePath.line(curve, x, y));
    int count = curve.x().size();
    int stride = Math.max(1, Math.ceilDiv(count, MOST_TIPS));
    for (int i = 0; i < count; i++) {
      if (!Double.isFinite(curve.y().get(i)) || i % stride != 0 && i != count - 1) {
        continue;
      }
      double atX = x.at(curve.x().get(i));
      double atY = y.at(curve.y().get(i));
      if (sample(curve) == Legend.Sample.MARKED) {
        svg.element("path", "class", "mark " + series.fill(), "d", series.mark(atX, atY, 3.6));
      }
      svg.shape("circle", tip(curve, i), "class", "hit", "cx", atX, "cy", atY, "r", 7);
    }
    svg.close();
  }

  private String tip(Panel.Curve curve, int i) {
    String off = spread(curve, i) == 0 ? "" : " ± " + Decimals.brief(spread(curve, i));
    return "%s\n%s: %s\n%s%s"
        .formatted(
            curve.name(),
            panel.xLabel(),
            Decimals.brief(curve.x().get(i)),
            Decimals.brief(curve.y().get(i)),
            off);
  }
}
