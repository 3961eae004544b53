package io.atp.lab.report;

import io.atp.core.runtime.Require;
import io.atp.lab.svg.CategoryLabels;
import io.atp.lab.svg.Decimals;
import io.atp.lab.svg.Plot;
import io.atp.lab.svg.Svg;
import io.atp.lab.svg.TextWidth;
import java.util.List;

/// A heat map: the more of a share, the more of one colour, with the scale beside it and, where it
/// fits, the per cents in the cells.
final class HeatDrawing {
  private static final double SIZE = 11.5;
  private static final double SCALE_ROOM = 52;
  private static final int SCALE_STEPS = 10;

  private final Panel.Heat panel;
  private final double largest;

  HeatDrawing(Panel.Heat panel) {
    this.panel = panel;
    Require.that(
        panel.shares().size() == panel.rows().size(),
        "heat map %s has %d rows of shares for %d labels",
        panel.title(),
        panel.shares().size(),
        panel.rows().size());
    double most = 0;
    for (List<Double> row : panel.shares()) {
      Require.that(
          row.size() == panel.columns().size(),
          "a row of heat map %s has %d shares for %d columns",
          panel.title(),
          row.size(),
          panel.columns().size());
      for (double share : row) {
        most = Math.max(most, Require.share("share", share));
      }
    }
    largest = most == 0 ? 1 : most;
  }

  Drawing draw() {
    double width = Drawing.USUAL_WIDTH;
    int columns = Math.max(1, panel.columns().size());
    int rows = Math.max(1, panel.rows().size());
    double names =
        panel.rows().stream().mapToDouble(row -> TextWidth.of(row(row), SIZE)).max().orElse(0);
    double right = width - Drawing.PAD - SCALE_ROOM;
    double left = Drawing.PAD + names + 8;
    left = Math.max(left, new CategoryLabels(panel.columns(), (right - left) / columns).overhang());
    double step = (right - left) / columns;
    var labels = new CategoryLabels(panel.columns(), step);
    double top = Drawing.HEAD + 26;
    double cell = Math.max(12, Math.min(30, Drawing.PLOT_HEIGHT / rows));
    var plot = new Plot(left, top, right, top + rows * cell);
    double under = plot.bottom() + labels.height();
    Svg svg = Drawing.sheet(panel.title(), width, under + 16 + Drawing.PAD);
    plot.nameLeft(svg, panel.yLabel(), Drawing.PAD, width - 2 * Drawing.PAD);
    for (int row = 0; row < panel.rows().size(); row++) {
      double y = plot.bottom() - (row + 1) * cell;
      String name = panel.rows().get(row);
      svg.label(
          left - 6, y + cell / 2 + 3.6, row(name), name, "class", "tick", "text-anchor", "end");
      for (int column = 0; column < panel.columns().size(); column++) {
        cell(svg, row, column, left + column * step, y, step, cell);
      }
    }
    labels.draw(svg, left, plot.bottom());
    plot.nameBottom(svg, panel.xLabel(), under + 14);
    scale(svg, plot);
    return new Drawing(svg.end(), width);
  }

  private static String row(String name) {
    return TextWidth.cut(name, SIZE, 120);
  }

  private void cell(Svg svg, int row, int column, double x, double y, double width, double height) {
    double share = panel.shares().get(row).get(column);
    String tip =
        "%s: %s\n%s: %s\n%s %%"
            .formatted(
                panel.xLabel(),
                panel.columns().get(column),
                panel.yLabel(),
                panel.rows().get(row),
                Decimals.fixed(100 * share, 1));
    svg.open("g").tip(tip);
    svg.element("rect", "class", "void", "x", x, "y", y, "width", width, "height", height);
    svg.element(
        "rect",
        "class",
        "cell",
        "x",
        x,
        "y",
        y,
        "width",
        width,
        "height",
        height,
        "fill-opacity",
        share / largest);
    String value = share == 0 ? "" : share < 0.005 ? "<1" : Decimals.fixed(100 * share, 0);
    if (!value.isEmpty() && width >= 24 && height >= 13) {
      String look = share / largest > 0.66 ? "value high" : "value";
      svg.text(x + width / 2, y + height / 2 + 3.5, value, "class", look);
    }
    svg.close();
  }

  private void scale(Svg svg, Plot plot) {
    double x = plot.right() + 12;
    double height = Math.min(plot.height(), 120);
    double step = height / SCALE_STEPS;
    for (int i = 0; i < SCALE_STEPS; i++) {
      double share = (SCALE_STEPS - i - 0.5) / SCALE_STEPS;
      svg.element(
          "rect",
          "class",
          "step",
          "x",
          x,
          "y",
          plot.top() + i * step,
          "width",
          10,
          "height",
          step,
          "fill-opacity",
          share);
    }
    svg.text(x + 14, plot.top() + 8, Decimals.fixed(100 * largest, 0) + " %", "class", "tick");
    svg.text(x + 14, plot.top() + height, "0 %", "class", "tick");
  }
}
