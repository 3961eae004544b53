package io.atp.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.lab.study.Studies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The page in a real browser.
class ReportBrowserTest {
  @TempDir static Path folder;
  private static Browser browser;
  private static Path page;

  @BeforeAll
  static void open() throws IOException, InterruptedException {
    Assumptions.assumeTrue(
        Browser.found(), "skipped: chromium and chromedriver are not on the PATH");
    page =
        Files.writeString(folder.resolve("report.html"), HtmlReport.write(SampleReport.report()));
    browser = Browser.open(folder.resolve("profile"));
  }

  @AfterAll
  static void end() {
    if (browser != null) {
      browser.close();
    }
  }

  @BeforeEach
  void load() throws IOException, InterruptedException {
    browser.screen(1280, 900, false);
    browser.go(page);
  }

  private static String text(String script) throws IOException, InterruptedException {
    return String.valueOf(browser.run("return " + script));
  }

  @Test
  void itOpensWithoutAComplaint() throws IOException, InterruptedException {
    assertThat(browser.complaints()).isEmpty();
    assertThat(text("document.title")).isEqualTo("Sample: invented figures, no result");
  }

  @Test
  void allFiguresAreThereAndHaveASize() throws IOException, InterruptedException {
    assertThat(
            browser.run(
                "return [...document.querySelectorAll('figure svg')]"
                    + ".filter(svg => svg.getBoundingClientRect().height > 100).length"))
        .isEqualTo(6L);
  }

  @Test
  void aTableSortsByClickAndComesBack() throws IOException, InterruptedException {
    String rows =
        "[...document.querySelectorAll('#x-scores tbody tr')].map(row => row.cells[1].dataset.key)";
    String click = "document.querySelectorAll('#x-scores thead button')[1].click();";
    String sort = "document.querySelectorAll('#x-scores th')[1].getAttribute('aria-sort')";
    List<?> given = (List<?>) browser.run("return " + rows);
    List<?> down = (List<?>) browser.run(click + "return " + rows);
    assertThat(down).isNotEqualTo(given);
    assertThat(text(sort)).isEqualTo("descending");
    List<?> up = (List<?>) browser.run(click + "return " + rows);
    assertThat(up.reversed()).isEqualTo(down);
    assertThat((List<?>) browser.run(click + "return " + rows)).isEqualTo(given);
    assertThat(text(sort)).isEqualTo("none");
  }

  @Test
  void missingEntriesComeLastEitherWay() throws IOException, InterruptedException {
    String click = "document.querySelectorAll('#x-scores thead button')[2].click();";
    String last =
        "return document.querySelector('#x-scores tbody tr:last-child').cells[2].className";
    assertThat(browser.run(click + last)).isEqualTo("missing");
    assertThat(browser.run(click + last)).isEqualTo("missing");
  }

  @Test
  void nothingOverflowsAPhone() throws IOException, InterruptedException {
    for (int width : new int[] {375, 320, 768, 1280}) {
      browser.screen(width, 812, width == 375);
      assertThat(text("document.documentElement.scrollWidth <= innerWidth"))
          .as("at " + width)
          .isEqualTo("true");
    }
  }

  /// The laboratory's own run, as it lies in this repository.
  @Test
  void thePublishedReportOpensAndFitsAPhone() throws IOException, InterruptedException {
    browser.go(Path.of("..", "docs", "lab", "index.html").toAbsolutePath().normalize());
    for (int width : new int[] {375, 1280}) {
      browser.screen(width, 812, false);
      assertThat(text("document.documentElement.scrollWidth <= innerWidth"))
          .as("at " + width)
          .isEqualTo("true");
    }
    assertThat(browser.complaints()).isEmpty();
    assertThat(browser.run("return document.querySelectorAll('section.exhibit').length"))
        .isEqualTo((long) Studies.all().size());
    assertThat(browser.run("return document.querySelectorAll('figure svg').length"))
        .isEqualTo(browser.run("return document.querySelectorAll('figure').length"));
  }

  @Test
  void theThemeFollowsTheSystemUntilItIsChosenAndIsRemembered()
      throws IOException, InterruptedException {
    String ground = "getComputedStyle(document.body).backgroundColor";
    String light = text(ground);
    browser.screen(1280, 900, true);
    String dark = text(ground);
    assertThat(dark).isNotEqualTo(light);
    browser.run("document.getElementById('theme').click()");
    assertThat(text(ground)).isEqualTo(light);
    String again = dark;
    for (int look = 0; look < 50 && again.equals(dark); look++) {
      Thread.sleep(100); // what a page stores reaches the next one some time later
      browser.go(page);
      again = text(ground);
    }
    assertThat(again).isEqualTo(light);
  }

  @Test
  void aFigureCanBeSavedAsPictureAndAsDrawing() throws IOException, InterruptedException {
    for (String kind : new String[] {"png", "svg"}) {
      Object link =
          browser.later(
              "HTMLAnchorElement.prototype.click = function () { done([this.href, this.download]);"
                  + " };"
                  + "document.querySelector('[data-save=%s]').click();".formatted(kind));
      List<?> saved = (List<?>) link;
      assertThat(saved.get(0).toString())
          .startsWith(kind.equals("png") ? "data:image/png;base64," : "data:image/svg+xml")
          .hasSizeGreaterThan(4000);
      assertThat(saved.get(1)).isEqualTo("theta-1." + kind);
    }
  }

  @Test
  void theSavedPictureIsNotEmpty() throws IOException, InterruptedException {
    Object colours =
        browser.later(
            "HTMLAnchorElement.prototype.click = function () {"
                + "const image = new Image(); image.onload = () => {"
                + "const canvas = document.createElement('canvas');"
                + "canvas.width = image.width; canvas.height = image.height;"
                + "const brush = canvas.getContext('2d'); brush.drawImage(image, 0, 0);"
                + "const seen = new Set(new Uint32Array("
                + "brush.getImageData(0, 0, image.width, image.height).data.buffer));"
                + "done(seen.size); }; image.src = this.href; };"
                + "document.querySelector('[data-save=png]').click();");
    assertThat((long) colours).isGreaterThan(20);
  }

  @Test
  void theFirstTabGoesToTheSkipLink() throws IOException, InterruptedException {
    assertThat(text("document.querySelector('a, button').className")).isEqualTo("skip");
    assertThat(
            browser.run(
                "return [...document.querySelectorAll('button, [role=region]')]"
                    + ".filter(it => !(it.textContent || it.ariaLabel).trim()).length"))
        .isEqualTo(0L);
  }
}
