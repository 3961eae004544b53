package io.atp.lab.report;

import static io.atp.lab.svg.Markup.escape;

import io.atp.lab.svg.Decimals;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// What a panel draws, as a table: for those who cannot see it, have no mouse to point with, or
/// want the numbers.
final class PanelValues {
  /// Of longer curves every k-th point and the last.
  private static final int MOST_ROWS = 40;

  private PanelValues() {}

  static String write(Panel panel) {
    List<List<String>> rows = rows(panel);
    if (rows.size() < 2) {
      return "";
    }
    var html = new StringBuilder("<details class=\"values\"><summary>Values</summary>");
    html.append("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"");
    html.append(escape("Values of " + panel.title())).append("\"><table>\n<thead>");
    html.append(row(rows.getFirst(), "<th scope=\"col\">", "<th scope=\"col\">"))
        .append("</thead>\n<tbody>\n");
    rows.subList(1, rows.size())
        .forEach(row -> html.append(row(row, "<th scope=\"row\">", "<td>")));
    return html.append("</tbody></table></div></details>\n").toString();
  }

  /// End tags of cells may be left out in HTML.
  private static String row(List<String> cells, String first, String others) {
    var html = new StringBuilder("<tr>").append(first).append(escape(cells.getFirst()));
    cells.subList(1, cells.size()).forEach(it -> html.append(others).append(escape(it)));
    return html.append("</tr>\n").toString();
  }

  /// The head, then a row for each x, bar or row of cells.
  static List<List<String>> rows(Panel panel) {
    return switch (panel) {
      case Panel.Lines lines -> rows(lines);
      case Panel.Bars bars -> rows(bars);
      case Panel.Heat heat -> rows(heat);
    };
  }

  private static List<List<String>> rows(Panel.Lines panel) {
    SortedSet<Double> all = new TreeSet<>();
    panel.curves().forEach(curve -> all.addAll(curve.x()));
    List<Double> xs = List.copyOf(all);
    List<List<String>> rows = new ArrayList<>();
    List<String> head = new ArrayList<>(List.of(panel.xLabel()));
    panel.curves().forEach(curve -> head.add(curve.name()));
    panel.levels().forEach(level -> head.add(level.name()));
    rows.add(head);
    int stride = Math.max(1, Math.ceilDiv(xs.size(), MOST_ROWS));
    for (int i = 0; i < xs.size(); i++) {
      if (i % stride == 0 || i == xs.size() - 1) {
        rows.add(at(panel, xs.get(i)));
      }
    }
    return rows;
  }

  private static List<String> at(Panel.Lines panel, double x) {
    List<String> row = new ArrayList<>(List.of(Decimals.brief(x)));
    for (Panel.Curve curve : panel.curves()) {
      int i = curve.x().indexOf(x);
      String off =
          i < 0 ? "" : curve.spread().map(all -> " ± " + Decimals.brief(all.get(i))).orElse("");
      row.add(i < 0 ? "" : Decimals.brief(curve.y().get(i)) + off);
    }
    panel.levels().forEach(level -> row.add(Decimals.brief(level.y())));
    return row;
  }

  private static List<List<String>> rows(Panel.Bars panel) {
    List<List<String>> rows = new ArrayList<>();
    List<String> head = new ArrayList<>(List.of(panel.yLabel()));
    head.addAll(panel.parts());
    head.add("remark");
    rows.add(head);
    for (Panel.Bar bar : panel.bars()) {
      List<String> row = new ArrayList<>(List.of(bar.name()));
      bar.heights().forEach(height -> row.add(Decimals.brief(height)));
      row.add(bar.remark());
      rows.add(row);
    }
    return rows;
  }

  /// From the top down, as it is drawn.
  private static List<List<String>> rows(Panel.Heat panel) {
    List<List<String>> rows = new ArrayList<>();
    List<String> head = new ArrayList<>(List.of(panel.yLabel() + ", %"));
    head.addAll(panel.columns());
    rows.add(head);
    for (int i = panel.rows().size() - 1; i >= 0; i--) {
      List<String> row = new ArrayList<>(List.of(panel.rows().get(i)));
      panel.shares().get(i).forEach(share -> row.add(Decimals.fixed(100 * share, 1)));
      rows.add(row);
    }
    return rows;
  }
}
