package io.atp.spark.table;

import io.atp.core.runtime.Require;
import io.atp.io.dataset.Labels;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/// The classes of a column of labels, numbered as `atp import` does: in increasing order if all are
/// whole numbers, of which negative ones mean no class, and in the order of their UTF-8 bytes
/// otherwise.
///
/// @param names of classes 0 … c−1
public record ClassNames(List<String> names, boolean whole) implements Serializable {
  private static final int MOST = 100_000;

  public ClassNames {
    names = new ArrayList<>(names); // serialisable, and never changed
  }

  static ClassNames none() {
    return new ClassNames(List.of(), false);
  }

  /// Distinct labels come to the driver: there are as many as classes.
  static ClassNames of(Dataset<Row> labels) {
    List<Row> distinct = labels.distinct().limit(MOST + 1).collectAsList();
    Require.that(
        distinct.size() <= MOST, "the label column holds more than %d different labels", MOST);
    List<String> texts =
        distinct.stream().map(row -> row.getString(0).strip()).filter(t -> !t.isEmpty()).toList();
    if (texts.stream().allMatch(text -> number(text).isPresent())) {
      long[] values =
          texts.stream()
              .mapToLong(text -> number(text).getAsLong())
              .filter(value -> value >= 0)
              .distinct()
              .sorted()
              .toArray();
      return new ClassNames(Arrays.stream(values).mapToObj(Long::toString).toList(), true);
    }
    return new ClassNames(
        texts.stream()
            .distinct()
            .sorted(
                (a, b) ->
                    Arrays.compareUnsigned(
                        a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8)))
            .toList(),
        false);
  }

  public int count() {
    return names.size();
  }

  /// Numbers by the texts of the column.
  Map<String, Integer> numbers() {
    Map<String, Integer> numbers = new HashMap<>();
    for (int i = 0; i < names.size(); i++) {
      numbers.put(names.get(i), i);
    }
    return numbers;
  }

  /// The class of a text, or [Labels#UNLABELLED].
  int classOf(String text, Map<String, Integer> numbers) {
    String stripped = text.strip();
    String name =
        whole && !stripped.isEmpty() ? Long.toString(number(stripped).getAsLong()) : stripped;
    return numbers.getOrDefault(name, Labels.UNLABELLED);
  }

  /// `3`, and `3.0` as tools write a column of numbers with gaps.
  private static OptionalLong number(String text) {
    String plain = text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    try {
      long value = Long.parseLong(plain);
      return Long.toString(value).equals(plain) ? OptionalLong.of(value) : OptionalLong.empty();
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }
}
