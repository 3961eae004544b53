package io.atp.lab.svg;

import java.util.ArrayList;
import java.util.List;

/// Names below an axis of equal steps: level where all of them fit side by side, in up to three
/// lines each, else slanted, and cut where they are very long.
public final class CategoryLabels {
  private static final double SIZE = 11.5;
  private static final double LINE = 14;
  private static final int MOST_LINES = 3;
  private static final double LONGEST = 130;
  private static final double COSINE = 0.766; // of 40 degrees
  private static final double SINE = 0.643;

  private final List<String> names;
  private final double step;
  private final List<List<String>> lines = new ArrayList<>();
  private final boolean slanted;

  /// @param step between two names
  public CategoryLabels(List<String> names, double step) {
    this.names = names;
    this.step = step;
    boolean fit = true;
    for (String name : names) {
      List<String> broken = broken(name, step - 6);
      lines.add(broken);
      fit &=
          broken.size() <= MOST_LINES
              && broken.stream().allMatch(line -> TextWidth.of(line, SIZE) <= step - 6);
    }
    this.slanted = !fit;
  }

  /// Words put together as long as they fit.
  private static List<String> broken(String name, double room) {
    List<String> lines = new ArrayList<>();
    String line = "";
    for (String word : name.split(" ")) {
      String longer = line.isEmpty() ? word : line + " " + word;
      if (!line.isEmpty() && TextWidth.of(longer, SIZE) > room) {
        lines.add(line);
        line = word;
      } else {
        line = longer;
      }
    }
    lines.add(line);
    return lines;
  }

  private static String shown(String name) {
    return TextWidth.cut(name, SIZE, LONGEST);
  }

  /// Room needed below the axis.
  public double height() {
    if (slanted) {
      return names.stream().mapToDouble(name -> TextWidth.of(shown(name), SIZE)).max().orElse(0)
              * SINE
          + 14;
    }
    return 4 + LINE * lines.stream().mapToInt(List::size).max().orElse(0);
  }

  /// Room needed to the left of the first step, where slanted names begin.
  public double overhang() {
    double most = 0;
    for (int i = 0; slanted && i < names.size(); i++) {
      double reach = TextWidth.of(shown(names.get(i)), SIZE) * COSINE;
      most = Math.max(most, reach - (i + 0.5) * step + 4);
    }
    return most;
  }

  public void draw(Svg svg, double left, double axis) {
    int stride = slanted ? (int) Math.max(1, Math.ceil(13 / step)) : 1;
    for (int i = 0; i < names.size(); i += stride) { // the rest tell theirs when pointed at
      double x = left + (i + 0.5) * step;
      if (slanted) {
        slant(svg, names.get(i), x + 3, axis + 12);
        continue;
      }
      for (int line = 0; line < lines.get(i).size(); line++) {
        String words = lines.get(i).get(line);
        double y = axis + LINE * (line + 1);
        svg.text(x, y, words, "class", "tick", "text-anchor", "middle");
      }
    }
  }

  private static void slant(Svg svg, String name, double x, double y) {
    String turn = "rotate(-40 " + Decimals.coordinate(x) + " " + Decimals.coordinate(y) + ")";
    svg.label(x, y, shown(name), name, "class", "tick", "text-anchor", "end", "transform", turn);
  }
}
