package io.atp.lab.report;

import io.atp.lab.svg.Svg;
import io.atp.lab.svg.TextWidth;

/// A panel as SVG.
///
/// @param width at which its text has the size it was made for
record Drawing(String svg, double width) {
  /// What a panel takes unless it needs more; a phone shows it a little smaller.
  static final double USUAL_WIDTH = 400;

  static final double PLOT_HEIGHT = 210;
  static final double PAD = 12;
  static final double HEAD = 30;

  private static final double HEAD_SIZE = 14.5;

  static Drawing of(Panel panel, Colours colours) {
    return switch (panel) {
      case Panel.Lines lines -> new LinesDrawing(lines, colours).draw();
      case Panel.Bars bars -> new BarsDrawing(bars, colours).draw();
      case Panel.Heat heat -> new HeatDrawing(heat).draw();
    };
  }

  /// The sheet with its title.
  static Svg sheet(String title, double width, double height) {
    String shown = TextWidth.cut(title, HEAD_SIZE, width - 2 * PAD);
    return Svg.of(width, height, title).label(PAD, 20, shown, title, "class", "head");
  }
}
