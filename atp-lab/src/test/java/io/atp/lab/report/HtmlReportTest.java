package io.atp.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.learn.evaluate.Spread;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class HtmlReportTest {
  private static final String PAGE = HtmlReport.write(SampleReport.report());

  private static long count(String pattern, String text) {
    return Pattern.compile(pattern).matcher(text).results().count();
  }

  private static Report of(Exhibit... exhibits) {
    var setup = new Setup("atp", Map.of(), Map.of(), Map.of());
    return new Report("t", List.of(), List.of(), List.of(exhibits), setup);
  }

  @Test
  void aHostileNameStaysAName() {
    assertThat(PAGE)
        .doesNotContain("<img")
        .contains("&lt;/script&gt;&lt;img src=x onerror=alert(1)");
    assertThat(count("</script>", PAGE)).isEqualTo(3);
  }

  @Test
  void thePageNeedsNothingFromOutside() {
    assertThat(PAGE).doesNotContain("http://", "https://", "@import", "url(", "//cdn");
    assertThat(count("(?:src|href)=\"(?!#|data:,\")", PAGE)).isZero();
    assertThat(PAGE)
        .contains("default-src 'none'")
        .containsPattern("script-src 'sha256-[^']+' 'sha256-");
  }

  @Test
  void theSameReportGivesTheSameBytesInEveryLocale() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG"));
      assertThat(HtmlReport.write(SampleReport.report())).isEqualTo(PAGE);
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void everyTableAndPanelIsThere() {
    assertThat(count("<table ", PAGE)).isEqualTo(2);
    assertThat(count("<figure ", PAGE)).isEqualTo(6);
    assertThat(count("<svg class=\"chart\"", PAGE)).isEqualTo(6);
    assertThat(count("data-save=\"png\"", PAGE)).isEqualTo(6);
  }

  @Test
  void whatIsDrawnCanAlsoBeRead() {
    assertThat(count("<details class=\"values\">", PAGE)).isEqualTo(6);
    List<List<String>> curves = PanelValues.rows(SampleReport.curves().panels().getFirst());
    assertThat(curves).hasSize(21);
    assertThat(curves.getFirst()).endsWith("edges removed", "no mask");
    assertThat(curves.getLast()).startsWith("20").contains("0.38", "0.77");
    List<List<String>> heat = PanelValues.rows(SampleReport.heat().panels().get(1));
    assertThat(heat.getLast()).containsExactly("neural networks", "90.0", "5.0", "5.0");
  }

  @Test
  void headsCanBeSortedByAndSayTheyAreNot() {
    String table = HtmlTable.write(SampleReport.scores());
    assertThat(count("<th scope=\"col\" aria-sort=\"none\"><button", table)).isEqualTo(5);
    assertThat(table).contains("data-key=\"1204\"", "data-key=\"0\"", "data-key=\"\"");
    assertThat(count("<td data-key=", table)).isEqualTo(12);
  }

  @Test
  void wordsOfDifferentUnitsAreSortedAsWords() {
    Table table =
        new Table(
            "t",
            "t",
            "",
            "",
            List.of("time"),
            List.of(text("90 ms"), text("1.2 s")),
            List.of(),
            List.of());
    assertThat(HtmlTable.write(table)).contains("data-key=\"90 ms\"", "data-key=\"1.2 s\"");
  }

  private static Table.Row text(String words) {
    return new Table.Row("", words, List.of(new Entry.Text(words)));
  }

  @Test
  void aMissingEntrySaysWhy() {
    assertThat(PAGE).contains("no room: 31 GB are needed, 24 are there");
  }

  @Test
  void everyGeneratedNumberIsMarked() {
    String table = HtmlTable.write(SampleReport.scores());
    assertThat(count("<td[^>]*>(?:(?!</td>).)*class=\"generated\"", table)).isEqualTo(2);
    assertThat(table).contains(ScoreText.GENERATED);
  }

  @Test
  void aDifferenceIsToldByMarkWordsAndColour() {
    String table = HtmlTable.write(SampleReport.scores());
    assertThat(table)
        .containsPattern(
            "class=\"difference better\" title=\"better than the baseline[^\"]*p = [^\"]*\">▲ \\+")
        .containsPattern("class=\"difference worse\" title=\"worse than the baseline[^\"]*\">▼ −")
        .containsPattern("class=\"difference unclear\" title=\"not clearly[^\"]*\">≈ ");
  }

  @Test
  void tooFewSeedsForAnyVerdictAreSaid() {
    Spread base = Spread.of(0.7, 0.7, 0.7);
    Spread ours = Spread.of(0.8, 0.8, 0.8);
    var score = new Entry.Score(ours, Optional.empty(), Optional.of(ours.against(base, 1)), false);
    Table table =
        new Table(
            "t",
            "t",
            "",
            "",
            List.of("c"),
            List.of(new Table.Row("", "r", List.of(score))),
            List.of(),
            List.of());
    assertThat(HtmlTable.write(table)).contains("≈ +10.00", "With 3 seeds no p can be below 0.25");
  }

  @Test
  void idsThatAreNoNamesOrNotTheirOwnAreRefused() {
    Table bad = new Table("../up", "t", "", "", List.of(), List.of(), List.of(), List.of());
    assertThatThrownBy(() -> HtmlReport.write(of(bad))).hasMessageContaining("'../up'");
    Figure one = new Figure("same", "t", "", List.of(), List.of());
    assertThatThrownBy(() -> HtmlReport.write(of(one, one))).hasMessageContaining("the id same");
  }
}
