package io.atp.tables;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The names by which columns are recognised, in the plain form of [TableColumn#plainName].
final class ColumnNames {
  static final List<String> SRC =
      List.of(
          "src",
          "source",
          "from",
          "srcid",
          "sourceid",
          "fromid",
          "fromnode",
          "sourcenode",
          "start",
          "startid",
          "u",
          "head",
          "node1",
          "id1");
  static final List<String> DST =
      List.of(
          "dst",
          "target",
          "to",
          "dstid",
          "targetid",
          "toid",
          "tonode",
          "targetnode",
          "dest",
          "destination",
          "end",
          "endid",
          "v",
          "tail",
          "node2",
          "id2");
  static final List<String> ID =
      List.of("id", "nodeid", "node", "key", "uuid", "identifier", "name");
  static final List<String> LABEL =
      List.of("label", "labels", "y", "class", "category", "target", "nodelabel");
  static final List<String> SPLIT = List.of("split", "set", "subset", "fold", "part", "partition");

  /// `f0`, `x_12`, `feature-3`, `embedding7`; as it stands, not in its plain form.
  static final Pattern FEATURE =
      Pattern.compile("(?i)(f|x|feat|feature|emb|embedding|dim)s?[_.\\- ]?[0-9]+");

  private static final Set<String> ALL =
      Stream.of(SRC, DST, ID, LABEL, SPLIT)
          .flatMap(List::stream)
          .filter(name -> name.length() > 1)
          .collect(Collectors.toUnmodifiableSet());

  private ColumnNames() {}

  /// Whether this first row is a row of names: one is known here. Single letters could be ids, so
  /// of those it takes a pair.
  static boolean inRow(List<String> cells) {
    Set<String> names =
        cells.stream()
            .map(cell -> new TableColumn(cell, "", TableColumn.Type.TEXT).plainName())
            .collect(Collectors.toSet());
    return names.stream().anyMatch(ALL::contains)
        || names.containsAll(List.of("u", "v"))
        || cells.stream().anyMatch(FEATURE.asMatchPredicate());
  }
}
