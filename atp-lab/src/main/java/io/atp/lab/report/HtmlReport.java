package io.atp.lab.report;

import static io.atp.lab.svg.Markup.escape;

import io.atp.lab.svg.Palette;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/// A report as one HTML page that needs nothing else.
///
/// The page names the checksums of its own two scripts and allows no other, no request and no
/// object, so a name out of somebody's file stays a name even if escaping failed.
public final class HtmlReport {
  private HtmlReport() {}

  public static String write(Report report) {
    ReportFolder.requireNames(report);
    String theme = resource("theme.js");
    String script = resource("report.js");
    return PAGE.formatted(
        hash(theme),
        hash(script),
        escape(report.title()),
        style(),
        theme,
        escape(report.title()),
        opening(report.opening()),
        contents(report),
        summary(report.summary()),
        exhibits(report.exhibits()),
        HtmlSetup.write(report.setup()),
        Palette.plainFigureStyle(),
        script);
  }

  private static final String PAGE =
      """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data: blob:; style-src 'unsafe-inline'; script-src '%s' '%s'; base-uri 'none'; form-action 'none'">
      <title>%s</title>
      <link rel="icon" href="data:,">
      <style>%s</style>
      <script>%s</script>
      </head>
      <body>
      <a class="skip" href="#summary">Skip to the summary</a>
      <header>
      <p class="brand">atp <span>report</span></p>
      <button type="button" id="theme" aria-pressed="false">Dark</button>
      <h1>%s</h1>
      %s</header>
      <div class="layout">
      <nav aria-label="Contents"><ol>
      %s</ol></nav>
      <main>
      <section id="summary" tabindex="-1"><h2>In short</h2>
      %s</section>
      %s<section id="setup"><h2>How this was made</h2>
      %s</section>
      </main>
      </div>
      <footer><p>One file, no network: keep it, send it, print it.</p></footer>
      <script type="text/plain" id="figure-style">%s</script>
      <script>%s</script>
      </body>
      </html>
      """;

  private static String style() {
    return ":root{%s}@media screen{@media (prefers-color-scheme:dark){:root:not([data-theme=light]){%s}}:root[data-theme=dark]{%s}}\n%s\n%s"
        .formatted(
            Palette.declarations(false),
            Palette.declarations(true),
            Palette.declarations(true),
            resource("report.css"),
            Palette.figureStyle());
  }

  private static String contents(Report report) {
    var html = new StringBuilder("<li><a href=\"#summary\">In short</a></li>\n");
    for (Exhibit exhibit : report.exhibits()) {
      html.append(
          "<li><a href=\"#x-%s\">%s</a></li>\n"
              .formatted(escape(exhibit.id()), escape(exhibit.title())));
    }
    return html.append("<li><a href=\"#setup\">How this was made</a></li>\n").toString();
  }

  private static String opening(List<String> paragraphs) {
    var html = new StringBuilder();
    paragraphs.forEach(
        words -> html.append("<p class=\"opening\">").append(escape(words)).append("</p>\n"));
    return html.toString();
  }

  private static String summary(List<Answer> answers) {
    var html = new StringBuilder("<ul>\n");
    answers.forEach(answer -> html.append("<li>").append(answer(answer)).append("</li>\n"));
    return html.append("</ul>\n").toString();
  }

  /// The question in bold, where it is answered, and several findings as a list.
  private static String answer(Answer answer) {
    List<String> parts = new ArrayList<>();
    if (!answer.question().isEmpty()) {
      parts.add("<b>%s</b>".formatted(escape(answer.question())));
    }
    if (!answer.place().isEmpty()) {
      parts.add(
          "<a href=\"#x-%s\">%s</a>".formatted(escape(answer.exhibit()), escape(answer.place())));
    }
    if (answer.findings().size() == 1) {
      String lead = answer.lead().isEmpty() ? "" : answer.lead() + ": ";
      parts.add(escape(Answer.capital(lead + answer.findings().getFirst() + ".")));
    } else if (!answer.findings().isEmpty()) {
      if (!answer.lead().isEmpty()) {
        parts.add(escape(Answer.capital(answer.lead() + ":")));
      }
      parts.add(list(answer.findings()));
    }
    if (!answer.note().isEmpty()) {
      parts.add(escape(answer.note()));
    }
    return String.join(" ", parts);
  }

  private static String list(List<String> findings) {
    var html = new StringBuilder("<ul>");
    findings.forEach(words -> html.append("<li>").append(escape(words)).append("</li>"));
    return html.append("</ul>").toString();
  }

  private static String exhibits(List<Exhibit> exhibits) {
    var html = new StringBuilder();
    for (Exhibit exhibit : exhibits) {
      html.append(
          """
          <section id="x-%s" class="exhibit"><h2 id="t-%s">%s</h2>
          <p class="question">%s</p>
          %s%s</section>
          """
              .formatted(
                  escape(exhibit.id()),
                  escape(exhibit.id()),
                  escape(exhibit.title()),
                  escape(exhibit.question()),
                  switch (exhibit) {
                    case Table table -> HtmlTable.write(table);
                    case Figure figure -> HtmlFigure.write(figure);
                  },
                  notes(exhibit.notes())));
    }
    return html.toString();
  }

  private static String notes(List<String> notes) {
    if (notes.isEmpty()) {
      return "";
    }
    var html = new StringBuilder("<ul class=\"notes\">\n");
    notes.forEach(note -> html.append("<li>").append(escape(note)).append("</li>\n"));
    return html.append("</ul>\n").toString();
  }

  /// As a content security policy names an inline script.
  private static String hash(String script) {
    try {
      byte[] sum =
          MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
      return "sha256-" + Base64.getEncoder().encodeToString(sum);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  private static String resource(String name) {
    try (InputStream in = HtmlReport.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
