package io.atp.io.dataset;

import io.atp.core.runtime.Require;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// One class per node, 0 … classCount − 1, or [#UNLABELLED].
///
/// @param classNames what the source calls the classes, one name each, all different; none where it
///   calls them by their numbers
public record Labels(int classCount, int[] values, Optional<List<String>> classNames) {
  public static final int UNLABELLED = -1;

  public Labels {
    Require.atLeast("classCount", classCount, 0);
    for (int node = 0; node < values.length; node++) {
      if (values[node] < UNLABELLED || values[node] >= classCount) {
        throw new IllegalArgumentException(
            "node %d has label %d, with %d classes".formatted(node, values[node], classCount));
      }
    }
    classNames = classNames.map(List::copyOf);
    if (classNames.isPresent()) {
      int given = classNames.get().size();
      Require.that(
          given == classCount, "%d class names were given for %d classes", given, classCount);
      int distinct = new HashSet<>(classNames.get()).size();
      Require.that(distinct == given, "%d class names, of which %d differ", given, distinct);
    }
  }

  public Labels(int classCount, int[] values) {
    this(classCount, values, Optional.empty());
  }

  /// As many classes as the largest label asks for.
  public static Labels of(int[] values) {
    int largest = UNLABELLED;
    for (int value : values) {
      largest = Math.max(largest, value);
    }
    return new Labels(largest + 1, values);
  }

  /// The same with names, unless these say no more than the numbers do, or do not tell the classes
  /// apart.
  public Labels named(List<String> names) {
    boolean numbers = true;
    for (int i = 0; i < names.size(); i++) {
      numbers &= names.get(i).equals(Integer.toString(i));
    }
    boolean tell = names.size() == classCount && new HashSet<>(names).size() == classCount;
    return new Labels(classCount, values, numbers || !tell ? Optional.empty() : Optional.of(names));
  }

  /// What the source calls a class: its name, else its number.
  public String className(int label) {
    return classNames.isPresent() ? classNames.get().get(label) : Integer.toString(label);
  }

  /// The name of every class, or its number.
  public List<String> allNames() {
    return classNames.orElseGet(
        () -> IntStream.range(0, classCount).mapToObj(Integer::toString).toList());
  }

  public boolean labelled(int node) {
    return values[node] != UNLABELLED;
  }
}
