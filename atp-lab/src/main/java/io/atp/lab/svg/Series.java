package io.atp.lab.svg;

/// How the n-th thing of a drawing looks: a colour, a dash and a mark, so that colour is never all
/// there is to tell it by.
///
/// @param index from 0
public record Series(int index) {
  private static final String[] DASHES = {"none", "7 4", "2 4", "9 4 2 4", "12 3", "4 2"};

  private int colour() {
    return index % Palette.SERIES;
  }

  public String stroke() {
    return "s" + colour();
  }

  public String fill() {
    return "f" + colour();
  }

  public String dash() {
    return DASHES[(index + index / Palette.SERIES) % DASHES.length];
  }

  /// A mark around a place: circle, square, triangle, diamond, the triangle turned, a bar.
  public String mark(double x, double y, double size) {
    return switch ((index + index / Palette.SERIES) % 6) {
      case 0 -> arc(x, y, size);
      case 1 -> polygon(x, y, size, -.85, -.85, .85, -.85, .85, .85, -.85, .85);
      case 2 -> polygon(x, y, size, 0, -1.1, 1.05, .8, -1.05, .8);
      case 3 -> polygon(x, y, size, 0, -1.2, 1.2, 0, 0, 1.2, -1.2, 0);
      case 4 -> polygon(x, y, size, 0, 1.1, 1.05, -.8, -1.05, -.8);
      default -> polygon(x, y, size, -.4, -1.1, .4, -1.1, .4, 1.1, -.4, 1.1);
    };
  }

  private static String arc(double x, double y, double r) {
    String turn = "a" + c(r) + " " + c(r) + " 0 1 0 ";
    return "M" + c(x - r) + " " + c(y) + turn + c(2 * r) + " 0" + turn + c(-2 * r) + " 0z";
  }

  private static String polygon(double x, double y, double size, double... corners) {
    var path = new StringBuilder();
    for (int i = 0; i < corners.length; i += 2) {
      path.append(i == 0 ? 'M' : 'L').append(c(x + size * corners[i])).append(' ');
      path.append(c(y + size * corners[i + 1]));
    }
    return path.append('z').toString();
  }

  private static String c(double value) {
    return Decimals.coordinate(value);
  }
}
