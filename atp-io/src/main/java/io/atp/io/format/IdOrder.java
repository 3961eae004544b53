package io.atp.io.format;

import java.util.Comparator;
import java.util.OptionalLong;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/// The order of ids and names that does not depend on where a table lists them: by value where all
/// are whole numbers, else by the bytes of their UTF-8 texts.
public final class IdOrder {
  private IdOrder() {}

  /// The numbers 0 … count−1, that of the lowest name first.
  static int[] of(int count, IntFunction<String> names) {
    Comparator<Integer> byName = comparator(count, names);
    return IntStream.range(0, count).boxed().sorted(byName).mapToInt(i -> i).toArray();
  }

  /// Whether these names, all different, come in that order.
  public static boolean sorted(int count, IntFunction<String> names) {
    Comparator<Integer> byName = comparator(count, names);
    return IntStream.range(1, count).allMatch(i -> byName.compare(i - 1, i) < 0);
  }

  private static Comparator<Integer> comparator(int count, IntFunction<String> names) {
    long[] values = new long[count];
    for (int i = 0; i < count; i++) {
      OptionalLong value = Numbers.whole(names.apply(i));
      if (value.isEmpty()) {
        return Comparator.comparing(names::apply, Utf8Order.TEXTS);
      }
      values[i] = value.getAsLong();
    }
    return Comparator.comparingLong(i -> values[i]);
  }
}
