package io.atp.io.format;

import java.util.Set;

/// What a `<key>` of GraphML is to us.
///
/// @param fallback the text of its `<default>`, or null
final class GraphMlKey {
  enum Role {
    FEATURE,
    LABEL,
    SPLIT,
    CLASS_COUNT,
    CLASS_NAMES,
    NONE
  }

  /// The name by which our own files keep the number of classes.
  static final String CLASS_COUNT_NAME = "classCount";

  /// The same for the list of their names.
  static final String CLASS_NAMES_NAME = "classNames";

  private static final Set<String> NUMERIC = Set.of("boolean", "int", "long", "float", "double");

  final Role role;
  final int index;
  final boolean truth;
  String fallback;

  /// The node that had a value of this key last.
  int lastNode = -1;

  private GraphMlKey(Role role, int index, boolean truth) {
    this.role = role;
    this.index = index;
    this.truth = truth;
  }

  /// @param domain what the key is for: node, edge, graph, all or null
  /// @param labelTaken whether an earlier key is the label
  static GraphMlKey of(
      String domain, String name, String type, boolean labelTaken, NodeTable table) {
    boolean ofNodes = domain == null || domain.equals("node") || domain.equals("all");
    if (!ofNodes) {
      Role role =
          switch ("graph".equals(domain) && name != null ? name : "") {
            case CLASS_COUNT_NAME -> Role.CLASS_COUNT;
            case CLASS_NAMES_NAME -> Role.CLASS_NAMES;
            default -> Role.NONE;
          };
      return new GraphMlKey(role, 0, false);
    }
    if (!labelTaken && ColumnNames.isLabel(name)) {
      return new GraphMlKey(Role.LABEL, 0, false);
    }
    if (ColumnNames.isSplit(name) && !NUMERIC.contains(type == null ? "" : type)) {
      return new GraphMlKey(Role.SPLIT, table.newSplit(), false);
    }
    return type != null && NUMERIC.contains(type)
        ? new GraphMlKey(Role.FEATURE, table.newColumn(), type.equals("boolean"))
        : new GraphMlKey(Role.NONE, 0, false);
  }
}
