package io.atp.lab.report;

import io.atp.lab.svg.Decimals;
import io.atp.lab.svg.Scale;
import java.util.ArrayList;
import java.util.List;

/// Curves as SVG path data, one piece for each run of finite values.
final class CurvePath {
  private CurvePath() {}

  static String line(Panel.Curve curve, Scale x, Scale y) {
    var path = new StringBuilder();
    for (List<Integer> piece : pieces(curve)) {
      append(path, 'M', piece, curve, x, y, 0);
    }
    return path.toString();
  }

  /// There along the upper edge, back along the lower one.
  static String band(Panel.Curve curve, Scale x, Scale y) {
    var path = new StringBuilder();
    for (List<Integer> piece : pieces(curve)) {
      append(path, 'M', piece, curve, x, y, 1);
      append(path, 'L', piece.reversed(), curve, x, y, -1);
      path.append('z');
    }
    return path.toString();
  }

  private static void append(
      StringBuilder path,
      char begin,
      List<Integer> piece,
      Panel.Curve curve,
      Scale x,
      Scale y,
      int side) {
    char step = begin;
    for (int i : piece) {
      double off = side == 0 ? 0 : side * curve.spread().orElseThrow().get(i);
      path.append(step).append(Decimals.coordinate(x.at(curve.x().get(i)))).append(' ');
      path.append(Decimals.coordinate(y.at(curve.y().get(i) + (Double.isFinite(off) ? off : 0))));
      step = 'L';
    }
  }

  private static List<List<Integer>> pieces(Panel.Curve curve) {
    List<List<Integer>> pieces = new ArrayList<>();
    List<Integer> piece = new ArrayList<>();
    for (int i = 0; i < curve.x().size(); i++) {
      if (Double.isFinite(curve.x().get(i)) && Double.isFinite(curve.y().get(i))) {
        piece.add(i);
      } else if (!piece.isEmpty()) {
        pieces.add(piece);
        piece = new ArrayList<>();
      }
    }
    if (!piece.isEmpty()) {
      pieces.add(piece);
    }
    return pieces;
  }
}
