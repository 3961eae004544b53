package io.atp.tables;

import io.atp.core.feature.Features;
import java.util.function.LongFunction;
import java.util.function.LongToDoubleFunction;
import java.util.function.LongUnaryOperator;

/// One or more columns of a table that is to be written. A value is asked for once, by one thread,
/// in the order of rows, so that a column may walk along with something.
public sealed interface Column {
  /// 64-bit whole numbers.
  record Longs(String name, LongUnaryOperator values) implements Column {}

  record Doubles(String name, LongToDoubleFunction values) implements Column {}

  record Floats(String name, FloatAt values) implements Column {}

  /// Texts; null is an empty cell.
  record Texts(String name, LongFunction<String> values) implements Column {}

  /// Columns `prefix0`, `prefix1`, … of a matrix whose rows are those of the table.
  record Matrix(String prefix, Features values) implements Column {}

  /// The value in a row.
  @FunctionalInterface
  interface FloatAt {
    float at(long row);
  }
}
