package io.atp.lab.report;

import java.util.List;
import java.util.Optional;

/// One pair of axes.
public sealed interface Panel {
  String title();

  /// Curves.
  ///
  /// @param levels horizontal lines to compare with
  /// @param logX whether x grows by factors
  record Lines(
      String title,
      String xLabel,
      String yLabel,
      List<Curve> curves,
      List<Level> levels,
      boolean logX)
      implements Panel {}

  /// @param spread how far y may lie off, at each point: a standard deviation; empty for none
  /// @param secondAxis whether y belongs to the axis on the right
  record Curve(
      String name,
      List<Double> x,
      List<Double> y,
      Optional<List<Double>> spread,
      boolean secondAxis) {}

  record Level(String name, double y) {}

  /// Bars of stacked parts. Neighbours of one name stand together over it: bars with one part each
  /// that is not 0 compare things side by side.
  ///
  /// @param parts what is stacked, from the bottom up
  record Bars(String title, String yLabel, List<String> parts, List<Bar> bars) implements Panel {}

  /// @param heights one per part
  /// @param remark to stand above it; empty for none
  record Bar(String name, List<Double> heights, String remark) {}

  /// Shares by column and row.
  ///
  /// @param columns labels from left to right
  /// @param rows labels from bottom to top
  /// @param shares `shares.get(row).get(column)`, in [0, 1]
  record Heat(
      String title,
      String xLabel,
      String yLabel,
      List<String> columns,
      List<String> rows,
      List<List<Double>> shares)
      implements Panel {}
}
