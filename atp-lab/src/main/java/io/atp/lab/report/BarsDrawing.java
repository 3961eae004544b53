package io.atp.lab.report;

import io.atp.core.runtime.Require;
import io.atp.lab.svg.CategoryLabels;
import io.atp.lab.svg.Decimals;
import io.atp.lab.svg.Legend;
import io.atp.lab.svg.Plot;
import io.atp.lab.svg.Scale;
import io.atp.lab.svg.Svg;
import io.atp.lab.svg.TextWidth;
import io.atp.lab.svg.Tick;
import java.util.List;
import java.util.stream.IntStream;

/// Bars of stacked parts with remarks above them; neighbours of one name stand together over it.
/// The sheet grows until remarks stand apart.
final class BarsDrawing {
  private static final double REMARK_SIZE = 11;
  private static final double LONGEST_REMARK = 84;
  private static final double NARROWEST = 20;

  /// Share of its place that a group of bars takes.
  private static final double GROUPED = 0.84;

  private final Panel.Bars panel;
  private final Colours colours;

  BarsDrawing(Panel.Bars panel, Colours colours) {
    this.panel = panel;
    this.colours = colours;
    for (Panel.Bar bar : panel.bars()) {
      Require.that(
          bar.heights().size() == panel.parts().size(),
          "bar %s has %d heights for %d parts",
          bar.name(),
          bar.heights().size(),
          panel.parts().size());
      bar.heights()
          .forEach(
              height ->
                  Require.that(
                      height >= 0 && Double.isFinite(height),
                      "a part of bar %s is %s high",
                      bar.name(),
                      height));
    }
  }

  Drawing draw() {
    double tallest = panel.bars().stream().mapToDouble(BarsDrawing::sum).max().orElse(0);
    double high = tallest == 0 ? 1 : tallest * 1.12;
    List<Tick> ticks = new Scale(0, high, 1, 0, false).ticks(6);
    int together = together();
    int groups = Math.max(1, panel.bars().size() / together);
    double least = Math.max(NARROWEST, remarkRoom()) * together / (together == 1 ? 1 : GROUPED);
    double axis = Drawing.PAD + Plot.labelRoom(ticks) + 8;
    double width = Math.max(Drawing.USUAL_WIDTH, axis + groups * least + Drawing.PAD);
    List<String> names =
        IntStream.range(0, panel.bars().size() / together)
            .mapToObj(group -> panel.bars().get(group * together).name())
            .toList();
    double room = width - Drawing.PAD;
    double left = Math.max(axis, new CategoryLabels(names, (room - axis) / groups).overhang());
    double step = (room - left) / groups;
    var labels = new CategoryLabels(names, step);
    var legend = new Legend(items(), width - 2 * Drawing.PAD);
    double top = Drawing.HEAD + legend.height() + 26;
    var plot = new Plot(left, top, room, top + Drawing.PLOT_HEIGHT);
    Svg svg = Drawing.sheet(panel.title(), width, plot.bottom() + labels.height() + Drawing.PAD);
    legend.draw(svg, Drawing.PAD, Drawing.HEAD);
    var y = new Scale(0, high, plot.bottom(), plot.top(), false);
    plot.leftAxis(svg, y, ticks);
    plot.nameLeft(svg, panel.yLabel(), Drawing.PAD, width - 2 * Drawing.PAD);
    double thick = together == 1 ? Math.min(46, step * 0.72) : step * GROUPED / together;
    for (int i = 0; i < panel.bars().size(); i++) {
      double middle = left + (i / together + 0.5) * step;
      double beside = (i % together - (together - 1) / 2.0) * thick;
      bar(svg, panel.bars().get(i), y, middle + beside, thick);
    }
    plot.bottomLine(svg);
    labels.draw(svg, left, plot.bottom());
    return new Drawing(svg.end(), width);
  }

  /// How many bars share each name, one after the other; 1 where that differs.
  private int together() {
    List<Panel.Bar> bars = panel.bars();
    int size = 1;
    while (size < bars.size() && bars.get(size).name().equals(bars.getFirst().name())) {
      size++;
    }
    for (int i = 0; i < bars.size(); i++) {
      if (!bars.get(i).name().equals(bars.get(i / size * size).name())) {
        return 1;
      }
    }
    return bars.size() % size == 0 ? size : 1;
  }

  private double remarkRoom() {
    return panel.bars().stream()
        .mapToDouble(bar -> TextWidth.of(remark(bar), REMARK_SIZE) + 6)
        .max()
        .orElse(0);
  }

  private static String remark(Panel.Bar bar) {
    return TextWidth.cut(bar.remark(), REMARK_SIZE, LONGEST_REMARK);
  }

  private static double sum(Panel.Bar bar) {
    return bar.heights().stream().mapToDouble(Double::doubleValue).sum();
  }

  /// Parts need telling apart only where there are several.
  private List<Legend.Item> items() {
    return panel.parts().stream()
        .map(part -> new Legend.Item(part, colours.of(part), Legend.Sample.AREA))
        .toList();
  }

  private void bar(Svg svg, Panel.Bar bar, Scale y, double middle, double thick) {
    double from = 0;
    for (int part = 0; part < panel.parts().size(); part++) {
      double height = bar.heights().get(part);
      if (height == 0) {
        continue;
      }
      double low = y.at(from);
      double upper = y.at(from + height);
      svg.shape(
          "rect",
          tip(bar, part),
          "class",
          "part " + colours.of(panel.parts().get(part)).fill(),
          "x",
          middle - thick / 2,
          "y",
          upper,
          "width",
          thick,
          "height",
          low - upper);
      from += height;
    }
    if (!bar.remark().isEmpty()) {
      svg.label(
          middle,
          y.at(sum(bar)) - 5,
          remark(bar),
          bar.remark(),
          "class",
          "remark",
          "text-anchor",
          "middle");
    }
  }

  private String tip(Panel.Bar bar, int part) {
    String words =
        "%s\n%s: %s"
            .formatted(
                bar.name(), panel.parts().get(part), Decimals.brief(bar.heights().get(part)));
    return bar.remark().isEmpty() ? words : words + "\n" + bar.remark();
  }
}
