package io.atp.lab.report;

import static io.atp.lab.svg.Markup.escape;

import io.atp.lab.svg.Decimals;

/// A figure of the page: its panels beside one another where there is room, each with buttons to
/// save it.
final class HtmlFigure {
  private HtmlFigure() {}

  static String write(Figure figure) {
    var html = new StringBuilder("<div class=\"panels\">\n");
    Colours colours = Colours.of(figure);
    for (int i = 0; i < figure.panels().size(); i++) {
      Drawing drawing = Drawing.of(figure.panels().get(i), colours);
      boolean wide = drawing.width() > Drawing.USUAL_WIDTH;
      html.append(
          """
          <figure class="panel%s" data-name="%s">
          <div class="scroll"%s>%s</div>
          <figcaption>%s<span class="save"><button type="button" data-save="png" aria-label="Save %s as PNG">PNG</button><button type="button" data-save="svg" aria-label="Save %s as SVG">SVG</button></span></figcaption>
          %s</figure>
          """
              .formatted(
                  wide ? " wide" : "",
                  escape(ReportFolder.panelName(figure, i)),
                  wide
                      ? " tabindex=\"0\" style=\"--least:"
                          + Decimals.coordinate(drawing.width())
                          + "px\""
                      : "",
                  drawing.svg(),
                  wide ? "<span>Scroll sideways to see all of it.</span>" : "",
                  escape(figure.panels().get(i).title()),
                  escape(figure.panels().get(i).title()),
                  PanelValues.write(figure.panels().get(i))));
    }
    return html.append("</div>\n").toString();
  }
}
