package io.atp.lab.report;

import io.atp.lab.svg.Series;
import java.util.HashMap;
import java.util.Map;

/// Who has which colour: in all panels of a figure the same name looks the same.
final class Colours {
  private final Map<String, Series> byName = new HashMap<>();

  static Colours of(Figure figure) {
    var colours = new Colours();
    for (Panel panel : figure.panels()) {
      switch (panel) {
        case Panel.Lines lines -> {
          lines.curves().forEach(curve -> colours.of(curve.name()));
          lines.levels().forEach(level -> colours.of(level.name()));
        }
        case Panel.Bars bars -> bars.parts().forEach(colours::of);
        case Panel.Heat _ -> {} // one colour, more or less of it
      }
    }
    return colours;
  }

  Series of(String name) {
    return byName.computeIfAbsent(name, _ -> new Series(byName.size()));
  }
}
