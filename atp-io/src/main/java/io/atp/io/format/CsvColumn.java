package io.atp.io.format;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A column of a table of nodes or edges, by its field in the header.
///
/// @param name the property, or empty
/// @param space the id space of an id, or empty
/// @param truth whether the values are true and false
record CsvColumn(Kind kind, String name, String space, boolean truth) {
  enum Kind {
    ID,
    SOURCE,
    TARGET,
    LABEL,
    NODE_TYPE,
    SPLIT,
    FEATURE,
    FEATURE_LIST,
    NONE
  }

  private static final Pattern TYPED =
      Pattern.compile("(.*):([A-Za-z_]+)(\\[\\])?(?:\\(([^()]*)\\))?(?:\\{[^{}]*\\})?");
  private static final Set<String> ENDS = Set.of("ID", "START_ID", "END_ID");
  private static final Set<String> NUMERIC =
      Set.of("int", "long", "float", "double", "byte", "short", "boolean");

  /// Reads a header in Neo4j's spelling if any field is an id by type, and by plain names if not.
  ///
  /// @param wrong makes the exception for a header that is neither of nodes nor of edges
  static List<CsvColumn> header(List<String> fields, Function<String, IOException> wrong)
      throws IOException {
    boolean typed = isTyped(fields);
    List<CsvColumn> columns = new ArrayList<>();
    for (String field : fields) {
      columns.add(typed ? typed(field.strip()) : plain(field.strip()));
    }
    long ids = count(columns, Kind.ID);
    long sources = count(columns, Kind.SOURCE);
    long targets = count(columns, Kind.TARGET);
    if (!(ids == 1 && sources + targets == 0 || ids == 0 && sources == 1 && targets == 1)) {
      throw wrong.apply(
          "the header has %d ids, %d starts and %d ends: 1, 0, 0 make nodes, 0, 1, 1 edges"
              .formatted(ids, sources, targets));
    }
    return columns;
  }

  /// Whether a header is in Neo4j's spelling.
  static boolean isTyped(List<String> fields) {
    return fields.stream().anyMatch(field -> ENDS.contains(typeOf(field)));
  }

  /// The same column, passed over.
  CsvColumn ignored() {
    return new CsvColumn(Kind.NONE, name, space, truth);
  }

  private static long count(List<CsvColumn> columns, Kind kind) {
    return columns.stream().filter(column -> column.kind == kind).count();
  }

  private static String typeOf(String field) {
    Matcher parts = TYPED.matcher(field.strip());
    return parts.matches() ? parts.group(2) : "";
  }

  /// `name:type`, `:ID(Person)`, `x:float[]`; without a type it is text.
  private static CsvColumn typed(String field) {
    Matcher parts = TYPED.matcher(field);
    boolean matches = parts.matches();
    String name = matches ? parts.group(1) : field;
    String type = matches ? parts.group(2) : "string";
    boolean list = matches && parts.group(3) != null;
    String space = matches && parts.group(4) != null ? parts.group(4) : "";
    boolean numeric = NUMERIC.contains(type);
    Kind kind =
        switch (type) {
          case "ID" -> Kind.ID;
          case "START_ID" -> Kind.SOURCE;
          case "END_ID" -> Kind.TARGET;
          case "LABEL" -> Kind.NODE_TYPE;
          default -> {
            if (ColumnNames.isLabel(name) && !list) {
              yield Kind.LABEL;
            }
            if (ColumnNames.isSplit(name) && !numeric) {
              yield Kind.SPLIT;
            }
            yield !numeric ? Kind.NONE : list ? Kind.FEATURE_LIST : Kind.FEATURE;
          }
        };
    return new CsvColumn(kind, name, space, type.equals("boolean"));
  }

  /// Plain names; every other column is a feature.
  private static CsvColumn plain(String name) {
    Kind kind;
    if (ColumnNames.isId(name)) {
      kind = Kind.ID;
    } else if (ColumnNames.isSource(name)) {
      kind = Kind.SOURCE;
    } else if (ColumnNames.isTarget(name)) {
      kind = Kind.TARGET;
    } else if (ColumnNames.isLabel(name)) {
      kind = Kind.LABEL;
    } else {
      kind = ColumnNames.isSplit(name) ? Kind.SPLIT : Kind.FEATURE;
    }
    return new CsvColumn(kind, name, "", false);
  }
}
