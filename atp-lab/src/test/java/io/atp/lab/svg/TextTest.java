package io.atp.lab.svg;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;

class TextTest {
  @Test
  void nothingOfANameIsMarkup() {
    assertThat(Markup.escape("<b a='1' c=\"2\">&</b>"))
        .isEqualTo("&lt;b a=&#39;1&#39; c=&quot;2&quot;&gt;&amp;&lt;/b&gt;");
  }

  @Test
  void charactersXmlForbidsAreReplaced() {
    assertThat(Markup.escape("a\0b\u001bc\ud800d\uffffe\u202ef"))
        .isEqualTo("a\ufffdb\ufffdc\ufffdd\ufffde\ufffdf");
    assertThat(Markup.escape("é 漢 😀\n")).isEqualTo("é 漢 😀\n");
  }

  @Test
  void numbersAreTheSameInEveryLocale() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.GERMANY);
      assertThat(Decimals.fixed(1234.5, 2)).isEqualTo("1234.50");
      assertThat(Decimals.brief(0.83123)).isEqualTo("0.8312");
      assertThat(Decimals.brief(1_234_567)).isEqualTo("1,234,567");
      assertThat(Decimals.brief(0.0000123)).isEqualTo("1.23e-5");
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void thereIsNoNegativeZero() {
    assertThat(Decimals.fixed(-0.001, 2)).isEqualTo("0.00");
    assertThat(Decimals.signed(-0.001, 2)).isEqualTo("0.00");
    assertThat(Decimals.signed(-1.5, 1)).isEqualTo("−1.5");
    assertThat(Decimals.coordinate(-0.004)).isEqualTo("0");
  }

  @Test
  void whatIsCutFits() {
    String name = "a very long name of some class that nobody would call a class";
    for (double room : new double[] {10, 40, 100, 1000}) {
      assertThat(TextWidth.of(TextWidth.cut(name, 12, room), 12))
          .isLessThanOrEqualTo(Math.max(room, 12.7));
    }
    assertThat(TextWidth.cut(name, 12, 1000)).isEqualTo(name);
  }

  @Test
  void coloursStandOutOnTheirGround() {
    for (Palette role : Palette.values()) {
      if (role.name().startsWith("SERIES")) {
        assertThat(contrast(role.light(), Palette.SURFACE.light()))
            .as(role + " light")
            .isGreaterThan(3);
        assertThat(contrast(role.dark(), Palette.SURFACE.dark()))
            .as(role + " dark")
            .isGreaterThan(3);
      }
    }
    for (Palette text :
        new Palette[] {Palette.INK, Palette.SOFT, Palette.ACCENT, Palette.BETTER, Palette.WORSE}) {
      for (Palette ground : new Palette[] {Palette.GROUND, Palette.SURFACE, Palette.RAISED}) {
        assertThat(contrast(text.light(), ground.light()))
            .as(text + " on light")
            .isGreaterThan(4.5);
        assertThat(contrast(text.dark(), ground.dark())).as(text + " on dark").isGreaterThan(4.5);
      }
    }
  }

  /// As the web content accessibility guidelines define it.
  private static double contrast(String a, String b) {
    double one = luminance(a);
    double other = luminance(b);
    return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  }

  private static double luminance(String colour) {
    double[] weights = {0.2126, 0.7152, 0.0722};
    double sum = 0;
    for (int i = 0; i < 3; i++) {
      double part = Integer.parseInt(colour.substring(1 + 2 * i, 3 + 2 * i), 16) / 255.0;
      sum += weights[i] * (part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4));
    }
    return sum;
  }
}
