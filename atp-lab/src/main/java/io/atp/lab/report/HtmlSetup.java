package io.atp.lab.report;

import static io.atp.lab.svg.Markup.escape;

import io.atp.lab.svg.Decimals;
import java.util.Map;

/// The part of the page that says how its figures came about.
final class HtmlSetup {
  private HtmlSetup() {}

  static String write(Setup setup) {
    var html = new StringBuilder();
    html.append(
        """
        <h3>To make it again</h3>
        <div class="command"><pre tabindex="0"><code id="command">%s</code></pre><button type="button" id="copy" aria-live="polite">Copy</button></div>
        """
            .formatted(escape(setup.command())));
    html.append("<div class=\"facts\">\n");
    html.append(facts("Configuration", setup.configuration()));
    html.append(facts("Machine", setup.machine()));
    return html.append(seconds(setup.seconds())).append("</div>\n").toString();
  }

  private static String facts(String title, Map<String, String> facts) {
    if (facts.isEmpty()) {
      return "";
    }
    var html = new StringBuilder("<div><h3>" + title + "</h3>\n<dl>\n");
    facts.forEach(
        (name, value) ->
            html.append("<dt>%s</dt><dd>%s</dd>\n".formatted(escape(name), escape(value))));
    return html.append("</dl></div>\n").toString();
  }

  private static String seconds(Map<String, Double> seconds) {
    double most = seconds.values().stream().mapToDouble(Double::doubleValue).max().orElse(0);
    if (most == 0) {
      return "";
    }
    var html = new StringBuilder("<div><h3>Seconds by room</h3>\n<dl class=\"times\">\n");
    seconds.forEach(
        (room, value) ->
            html.append(
                "<dt>%s</dt><dd><span class=\"time\" style=\"--share:%s\"></span>%s</dd>\n"
                    .formatted(
                        escape(room), Decimals.coordinate(value / most), Decimals.brief(value))));
    return html.append("</dl></div>\n").toString();
  }
}
