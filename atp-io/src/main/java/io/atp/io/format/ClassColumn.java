package io.atp.io.format;

import io.atp.io.dataset.Labels;
import io.atp.io.text.Place;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// Classes as a column of words or numbers.
///
/// Where the source lists its classes, a label is one of them, by name or else by number. Where it
/// does not, the distinct labels become classes 0 … c−1: in increasing order if all are whole
/// numbers, of which negative ones mean no class, and in the order of their UTF-8 bytes otherwise.
final class ClassColumn {
  private static final System.Logger LOG = System.getLogger(ClassColumn.class.getName());
  private static final int NAMES_FROM = 3;

  private final Map<String, Integer> numbers = new HashMap<>();
  private final IntList nodes = new IntList();
  private final IntList words = new IntList();
  private List<String> known = List.of();
  private int count = -1;

  void know(List<String> names) {
    known = List.copyOf(names);
    count = known.size();
  }

  void count(int classes) {
    count = classes;
  }

  int seen() {
    return numbers.size();
  }

  void forget() {
    numbers.clear();
    count = -1;
  }

  /// An empty text is no class.
  void set(int node, String text) {
    if (!text.isEmpty()) {
      nodes.add(node);
      words.add(numbers.computeIfAbsent(text, _ -> numbers.size()));
    }
  }

  Optional<Labels> toLabels(int nodeCount, Place place) throws IOException {
    if (numbers.isEmpty() && count < 0) {
      return Optional.empty();
    }
    String[] texts = new String[numbers.size()];
    numbers.forEach((text, number) -> texts[number] = text);
    int[] classOf = count >= 0 ? listed(texts, place) : sorted(texts);
    if (count < 0 && !whole(texts) && texts.length >= NAMES_FROM && texts.length == nodeCount) {
      LOG.log(
          System.Logger.Level.INFO,
          "all {0} labels differ: they are taken as names of nodes, not as classes",
          nodeCount);
      return Optional.empty();
    }
    int[] values = new int[nodeCount];
    Arrays.fill(values, Labels.UNLABELLED);
    for (int i = 0; i < nodes.size(); i++) {
      values[nodes.get(i)] = classOf[words.get(i)];
    }
    int classes = count;
    for (int value : classOf) {
      classes = Math.max(classes, value + 1);
    }
    Labels labels = new Labels(Math.max(classes, 0), values);
    return Optional.of(labels.named(names(texts, classOf, labels.classCount())));
  }

  /// The names of the classes: as listed, else as the nodes have them; numbers where there are
  /// none.
  private List<String> names(String[] texts, int[] classOf, int classes) {
    if (count >= 0) {
      return known;
    }
    boolean whole = whole(texts);
    String[] names = new String[classes];
    for (int i = 0; i < texts.length; i++) {
      if (classOf[i] >= 0) {
        names[classOf[i]] = whole ? Long.toString(wholeLabel(texts[i]).getAsLong()) : texts[i];
      }
    }
    return List.of(names);
  }

  private int[] listed(String[] texts, Place place) throws IOException {
    Map<String, Integer> places = new HashMap<>();
    for (int i = 0; i < known.size(); i++) {
      places.putIfAbsent(known.get(i).strip(), i); // as labels are
    }
    int[] classOf = new int[texts.length];
    for (int i = 0; i < texts.length; i++) {
      OptionalLong number = wholeLabel(texts[i]);
      if (places.containsKey(texts[i])) {
        classOf[i] = places.get(texts[i]);
      } else if (number.isPresent() && number.getAsLong() < count) {
        classOf[i] = (int) Math.max(number.getAsLong(), Labels.UNLABELLED);
      } else {
        throw place.wrong("label '%.40s' is none of the %d classes".formatted(texts[i], count));
      }
    }
    return classOf;
  }

  private static boolean whole(String[] texts) {
    return Arrays.stream(texts).allMatch(text -> wholeLabel(text).isPresent());
  }

  private static int[] sorted(String[] texts) {
    int[] classOf = new int[texts.length];
    if (!whole(texts)) {
      String[] distinct = texts.clone();
      Arrays.sort(distinct, Utf8Order.TEXTS);
      Arrays.setAll(classOf, i -> Arrays.binarySearch(distinct, texts[i], Utf8Order.TEXTS));
      return classOf;
    }
    long[] values = Arrays.stream(texts).mapToLong(text -> wholeLabel(text).getAsLong()).toArray();
    long[] distinct = Arrays.stream(values).filter(v -> v >= 0).distinct().sorted().toArray();
    Arrays.setAll(
        classOf, i -> values[i] < 0 ? Labels.UNLABELLED : Arrays.binarySearch(distinct, values[i]));
    return classOf;
  }

  /// `3`, and `3.0` as tools write a column of numbers with gaps.
  private static OptionalLong wholeLabel(String text) {
    return Numbers.whole(text.endsWith(".0") ? text.substring(0, text.length() - 2) : text);
  }
}
