package io.atp.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import io.atp.lab.svg.TextWidth;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class DrawingTest {
  private static Document parsed(String svg) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(svg)));
  }

  private static Document drawn(Panel panel) throws Exception {
    Figure figure = new Figure("f", "", "", List.of(panel), List.of());
    return parsed(Drawing.of(panel, Colours.of(figure)).svg());
  }

  private static List<Element> all(Document document, String tag, String look) {
    NodeList found = document.getElementsByTagName(tag);
    return IntStream.range(0, found.getLength())
        .mapToObj(i -> (Element) found.item(i))
        .filter(element -> element.getAttribute("class").startsWith(look))
        .toList();
  }

  private static Panel.Curve curve(String name, Double... y) {
    List<Double> x = IntStream.rangeClosed(1, y.length).mapToObj(i -> (double) i).toList();
    return new Panel.Curve(name, x, List.of(y), Optional.empty(), false);
  }

  private static Panel.Lines lines(Panel.Curve... curves) {
    return new Panel.Lines("t", "x", "y", List.of(curves), List.of(), false);
  }

  @Test
  void everyFileOfTheSampleIsXmlAndStandsAlone() throws Exception {
    for (var file : ReportFolder.files(SampleReport.report()).entrySet()) {
      if (file.getKey().endsWith(".svg")) {
        parsed(file.getValue());
        assertThat(file.getValue()).contains("xmlns=", "<style>").doesNotContain("var(--");
      }
    }
  }

  @Test
  void everyPointTellsItsValue() throws Exception {
    Document svg = drawn(lines(curve("one", 0.5, 0.75)));
    assertThat(all(svg, "circle", "hit"))
        .extracting(Element::getTextContent)
        .containsExactly("one\nx: 1\n0.5", "one\nx: 2\n0.75");
  }

  @Test
  void whatIsNoNumberLeavesAGap() throws Exception {
    Document svg = drawn(lines(curve("gap", 1.0, 2.0, Double.NaN, 4.0, 5.0)));
    Element line =
        all(svg, "path", "line").stream()
            .filter(path -> path.getParentNode().getNodeName().equals("g"))
            .findFirst()
            .orElseThrow();
    assertThat(line.getAttribute("d").chars().filter(c -> c == 'M')).hasSize(2);
  }

  @Test
  void onePointAndNoPointsCanBeDrawn() throws Exception {
    assertThat(all(drawn(lines(curve("dot", 3.0))), "circle", "hit")).hasSize(1);
    assertThat(drawn(lines(curve("none"))).getDocumentElement().getTextContent())
        .contains("no values");
    assertThat(drawn(new Panel.Bars("t", "y", List.of("p"), List.of())).hasChildNodes()).isTrue();
  }

  @Test
  void theSameNameHasTheSameColourInEveryPanel() {
    Figure figure =
        new Figure(
            "f",
            "",
            "",
            List.of(lines(curve("a", 1.0), curve("b", 2.0)), lines(curve("b", 2.0))),
            List.of());
    Colours colours = Colours.of(figure);
    assertThat(Drawing.of(figure.panels().get(1), colours).svg())
        .contains("mark f1")
        .doesNotContain("f0");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 12, 60})
  void remarksAndNamesOfBarsStandApart(int count) throws Exception {
    List<Panel.Bar> bars = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      bars.add(new Panel.Bar("bar number " + i, List.of(1.0, 2.0), "+" + i + ".25 points"));
    }
    Document svg = drawn(new Panel.Bars("t", "y", List.of("p", "q"), bars));
    assertThat(all(svg, "text", "remark")).hasSize(count);
    assertApart(all(svg, "text", "remark"), 11);
    assertApart(
        all(svg, "text", "tick").stream()
            .filter(it -> it.getAttribute("transform").isEmpty())
            .toList(),
        11.5);
    assertThat(all(svg, "rect", "part")).hasSize(2 * count);
  }

  @Test
  void ticksStandApart() throws Exception {
    Panel.Curve wide =
        new Panel.Curve("w", List.of(0.0, 3e7), List.of(1.0, 2.0), Optional.empty(), false);
    List<Element> ticks = all(drawn(lines(wide)), "text", "tick");
    assertThat(ticks).hasSizeGreaterThan(4);
    assertApart(ticks, 11.5);
  }

  /// No two texts of one line touch.
  private static void assertApart(List<Element> texts, double size) {
    for (Element a : texts) {
      for (Element b : texts) {
        if (a != b && a.getAttribute("y").equals(b.getAttribute("y"))) {
          double room =
              (TextWidth.of(a.getTextContent(), size) + TextWidth.of(b.getTextContent(), size)) / 2;
          assertThat(Math.abs(number(a, "x") - number(b, "x")))
              .as(a.getTextContent() + " and " + b.getTextContent())
              .isGreaterThanOrEqualTo(room - 0.1);
        }
      }
    }
  }

  private static double number(Element element, String name) {
    return Double.parseDouble(element.getAttribute(name));
  }

  @Test
  void barsOfOneNameStandOverItTogether() throws Exception {
    List<Panel.Bar> bars =
        List.of(
            new Panel.Bar("few", List.of(1.0, 0.0), ""),
            new Panel.Bar("few", List.of(0.0, 2.0), ""),
            new Panel.Bar("many", List.of(3.0, 0.0), ""),
            new Panel.Bar("many", List.of(0.0, 4.0), ""));
    Document svg = drawn(new Panel.Bars("t", "y", List.of("without", "with"), bars));
    assertThat(all(svg, "rect", "part")).hasSize(4);
    List<Element> names =
        all(svg, "text", "tick").stream()
            .filter(it -> it.getTextContent().matches("few|many"))
            .toList();
    assertThat(names).hasSize(2);
    List<Element> parts = all(svg, "rect", "part");
    double meeting = number(parts.get(0), "x") + number(parts.get(0), "width");
    assertThat(meeting).isCloseTo(number(parts.get(1), "x"), offset(0.02));
    assertThat(number(names.get(0), "x")).isCloseTo(meeting, offset(0.02));
  }

  @Test
  void aHeatMapHasACellForEachShareAndAScale() throws Exception {
    Document svg = drawn(SampleReport.heat().panels().get(1));
    assertThat(all(svg, "rect", "cell")).hasSize(9);
    assertThat(all(svg, "rect", "step")).hasSize(10);
    assertThat(svg.getDocumentElement().getTextContent())
        .contains("predicted: theory\ntrue class: neural networks\n5.0 %");
  }

  @Test
  void figuresThatDoNotFitTogetherAreRefused() {
    var short1 = new Panel.Curve("c", List.of(1.0), List.of(1.0, 2.0), Optional.empty(), false);
    assertThatThrownBy(() -> drawn(lines(short1))).hasMessageContaining("1 x, 2 y");
    var log =
        new Panel.Lines(
            "t",
            "x",
            "y",
            List.of(new Panel.Curve("c", List.of(0.0), List.of(1.0), Optional.empty(), false)),
            List.of(),
            true);
    assertThatThrownBy(() -> drawn(log)).hasMessageContaining("x = 0.0 on a log axis");
    var heat = new Panel.Heat("h", "", "", List.of("a"), List.of("b"), List.of(List.of(1.5)));
    assertThatThrownBy(() -> drawn(heat)).hasMessageContaining("got 1.5");
    var bars =
        new Panel.Bars("b", "", List.of("p"), List.of(new Panel.Bar("x", List.of(-1.0), "")));
    assertThatThrownBy(() -> drawn(bars)).hasMessageContaining("is -1.0 high");
  }
}
