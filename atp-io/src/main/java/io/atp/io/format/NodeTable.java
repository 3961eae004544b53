package io.atp.io.format;

import io.atp.core.feature.Features;
import io.atp.core.graph.ArcBuffer;
import io.atp.core.graph.BuiltGraph;
import io.atp.core.graph.GraphBuilder;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.Labels;
import io.atp.io.dataset.NameTable;
import io.atp.io.dataset.NodeIds;
import io.atp.io.dataset.Split;
import io.atp.io.text.Place;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/// Nodes and edges as a text tells of them one by one, by name → [GraphData].
///
/// A node is numbered by where it is declared, or by its id. An edge may name it before: names are
/// numbered at first sight, and the arcs are renamed at the end if the two orders differ.
final class NodeTable {
  private final NameTable names = new NameTable();
  private final IntList rowOf = new IntList();
  private final IntList order = new IntList();
  private final Map<Integer, Long> awaited = new LinkedHashMap<>();
  private final ArcBuffer arcs;
  private final FeatureRows features;
  private final ClassColumn classes = new ClassColumn();
  private final List<SplitColumn> splits = new ArrayList<>();
  private boolean byId;
  private boolean rowOpen;
  private boolean complete;
  private int width;

  NodeTable(Workspace scratch) {
    this.arcs = new ArcBuffer(scratch);
    this.features = new FeatureRows(scratch);
  }

  /// Numbers the nodes in the order of their ids, whatever the order they are declared in.
  void numberById() {
    byId = true;
  }

  /// Begins a node; what follows is about it.
  void declare(String name, Place place) throws IOException {
    endNode(place);
    int seen = number(name, place);
    if (rowOf.get(seen) >= 0) {
      throw place.wrong("node '%.80s' is declared before".formatted(name));
    }
    rowOf.set(seen, order.size());
    order.add(seen);
    awaited.remove(seen);
    rowOpen = true;
  }

  private int number(String name, Place place) throws IOException {
    try {
      int seen = names.intern(name);
      if (seen == rowOf.size()) {
        rowOf.add(-1);
      }
      return seen;
    } catch (IllegalArgumentException e) {
      throw place.wrong(e.getMessage());
    }
  }

  void edge(String source, String target, Place place) throws IOException {
    arcs.add(end(source, place), end(target, place));
  }

  /// No node is declared after this, so that an edge to an unknown one is refused where it stands.
  void endNodes() {
    complete = true;
  }

  private int end(String name, Place place) throws IOException {
    int seen = number(name, place);
    if (rowOf.get(seen) < 0) {
      if (complete) {
        throw place.wrong("an edge names node '%.80s', which is nowhere declared".formatted(name));
      }
      awaited.putIfAbsent(seen, place.line());
    }
    return seen;
  }

  int nodeCount() {
    return order.size();
  }

  /// A new feature column.
  int newColumn() {
    return width++;
  }

  /// @throws IOException if the text is no finite number a float can hold
  void feature(int column, String text, Place place) throws IOException {
    float value = Numbers.decimal(text);
    if (Float.isNaN(value)) {
      throw place.wrong("'%.40s' is no finite 32-bit number".formatted(text.strip()));
    }
    features.add(column, value);
  }

  /// The class of the node, by name or number; an empty text is none.
  void label(String text) {
    classes.set(order.size() - 1, text.strip());
  }

  /// How many different classes were given.
  int classesSeen() {
    return classes.seen();
  }

  /// Takes no class from what was given.
  void forgetClasses() {
    classes.forget();
  }

  /// Classes known from elsewhere, in their order.
  void classNames(List<String> known) {
    classes.know(known);
  }

  /// As many classes, known by their numbers.
  void classCount(int count) {
    classes.count(count);
  }

  /// A new split.
  int newSplit() {
    splits.add(new SplitColumn());
    return splits.size() - 1;
  }

  /// The part of the node in a split: train, validation or test, or empty for none.
  void part(int split, String text, Place place) throws IOException {
    splits.get(split).set(order.size() - 1, text.strip(), place);
  }

  /// Ends the node that is open, if one is.
  void endNode(Place place) throws IOException {
    if (rowOpen) {
      rowOpen = false;
      int repeated = features.endRow();
      if (repeated >= 0) {
        throw place.wrong("feature column %d of a node is given twice".formatted(repeated));
      }
    }
  }

  /// All that was told.
  GraphData toData(String name, String format, Place place, Workspace work) throws IOException {
    endNode(place);
    if (!awaited.isEmpty()) {
      var first = awaited.entrySet().iterator().next();
      throw place.wrong(
          "the edge on line %d names node '%.80s', which is nowhere declared"
              .formatted(first.getValue(), names.ids().name(first.getKey())));
    }
    int nodes = order.size();
    NodeIds.Names declared = declared();
    int[] rows = byId ? IdOrder.of(nodes, declared::name) : IntStream.range(0, nodes).toArray();
    int[] placeOf = new int[nodes];
    for (int i = 0; i < nodes; i++) {
      placeOf[rows[i]] = i;
    }
    boolean moved = byId && !isSorted(rows);
    if (moved || !inOrder()) {
      arcs.rename(seen -> placeOf[rowOf.get(seen)]);
    }
    BuiltGraph built = GraphBuilder.undirected(nodes, work).add(arcs).build();
    Optional<Features> x =
        width == 0 ? Optional.empty() : Optional.of(features.toFeatures(width, work));
    Optional<Labels> y = classes.toLabels(nodes, place);
    List<Split> parts = splits.stream().map(SplitColumn::toSplit).toList();
    if (moved) {
      x = x.map(features -> io.atp.core.feature.FeatureRows.select(features, rows, work));
      y = y.map(labels -> moved(labels, rows));
      parts = parts.stream().map(split -> moved(split, placeOf)).toList();
    }
    return new GraphData(
            name,
            format,
            built.graph(),
            built.account(),
            x,
            y,
            Optional.empty(),
            ids(declared, rows))
        .withSplits(parts);
  }

  private boolean inOrder() {
    for (int row = 0; row < order.size(); row++) {
      if (order.get(row) != row) {
        return false;
      }
    }
    return true;
  }

  private static boolean isSorted(int[] values) {
    return IntStream.range(1, values.length).allMatch(i -> values[i - 1] < values[i]);
  }

  private static Labels moved(Labels labels, int[] rows) {
    int[] values = IntStream.of(rows).map(row -> labels.values()[row]).toArray();
    return new Labels(labels.classCount(), values, labels.classNames());
  }

  private static Split moved(Split split, int[] placeOf) {
    return new Split(
        moved(split.train(), placeOf),
        moved(split.validation(), placeOf),
        moved(split.test(), placeOf));
  }

  private static int[] moved(int[] part, int[] placeOf) {
    return IntStream.of(part).map(row -> placeOf[row]).sorted().toArray();
  }

  /// The names in the order in which nodes were declared.
  private NodeIds.Names declared() {
    NodeIds.Names seen = names.ids();
    return inOrder() ? seen : ordered(seen, order.toArray());
  }

  private static NodeIds.Names ordered(NodeIds.Names names, int[] nodes) {
    NameTable ordered = new NameTable();
    for (int node : nodes) {
      ordered.intern(names.name(node));
    }
    return ordered.ids();
  }

  private static NodeIds ids(NodeIds.Names declared, int[] rows) {
    return WholeIds.of(isSorted(rows) ? declared : ordered(declared, rows));
  }
}
