package io.atp.tables;

import io.atp.tables.TableColumn.Type;
import io.atp.tables.TableImportConfig.Columns;
import io.atp.tables.TableReport.Decision;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Which column of a table is what: as the user says, else by its name, else by its place or type.
/// Every choice leaves a [Decision].
final class ColumnChoice {
  private static final int SHOWN = 12;

  private final String table;
  private final InputTable input;
  private final List<TableColumn> free;
  private final List<Decision> decisions;

  /// @param src where edges start
  /// @param dst where edges end
  record OfEdges(TableColumn src, TableColumn dst) {}

  /// @param features numbers, or one column of lists
  record OfNodes(
      TableColumn id,
      Optional<TableColumn> label,
      Optional<TableColumn> split,
      List<TableColumn> features) {}

  private ColumnChoice(String table, InputTable input, List<Decision> decisions) {
    this.table = table;
    this.input = input;
    this.free = new ArrayList<>(input.columns());
    this.decisions = decisions;
    if (!input.named()) {
      decide("columns", "column0, column1, …", "its first row is no row of names");
    }
  }

  static OfEdges ofEdges(InputTable input, Columns wanted, List<Decision> decisions)
      throws IOException {
    if (input.columns().size() < 2) {
      throw new IOException("%s has a single column, where edges need two".formatted(input.file()));
    }
    ColumnChoice choice = new ColumnChoice("edges", input, decisions);
    Optional<TableColumn> src = choice.given("src", wanted.src());
    Optional<TableColumn> dst = choice.given("dst", wanted.dst());
    src = src.or(() -> choice.byName("src", ColumnNames.SRC));
    dst = dst.or(() -> choice.byName("dst", ColumnNames.DST));
    TableColumn first = src.orElseGet(() -> choice.byPlace("src"));
    TableColumn second = dst.orElseGet(() -> choice.byPlace("dst"));
    choice.ignored();
    return new OfEdges(first, second);
  }

  static OfNodes ofNodes(InputTable input, Columns wanted, List<Decision> decisions)
      throws IOException {
    ColumnChoice choice = new ColumnChoice("nodes", input, decisions);
    Optional<TableColumn> id = choice.given("id", wanted.id());
    Optional<TableColumn> label = choice.given("label", wanted.label());
    Optional<TableColumn> split = choice.given("split", wanted.split());
    id = id.or(() -> choice.byName("id", ColumnNames.ID));
    TableColumn key = id.orElseGet(() -> choice.byPlace("id"));
    label = label.or(() -> choice.byName("label", ColumnNames.LABEL));
    split = split.or(() -> choice.byName("split", ColumnNames.SPLIT));
    List<TableColumn> features =
        wanted.features().isPresent()
            ? choice.matching(wanted.features().get())
            : choice.inferredFeatures();
    choice.ignored();
    return new OfNodes(key, label, split, features);
  }

  private Optional<TableColumn> given(String role, Optional<String> name) throws IOException {
    if (name.isEmpty()) {
      return Optional.empty();
    }
    List<TableColumn> found = free.stream().filter(c -> c.name().equals(name.get())).toList();
    if (found.isEmpty()) {
      found = free.stream().filter(c -> c.name().equalsIgnoreCase(name.get())).toList();
    }
    if (found.size() != 1) {
      throw new IOException(
          "%s has %s column '%s' for %s; its columns are %s"
              .formatted(
                  input.file(),
                  found.isEmpty() ? "no" : "more than one",
                  name.get(),
                  role,
                  shown(input.columns())));
    }
    return Optional.of(take(role, found.getFirst(), "as given"));
  }

  private Optional<TableColumn> byName(String role, List<String> names) {
    for (String name : names) {
      for (TableColumn column : free) {
        if (input.named() && column.plainName().equals(name)) {
          return Optional.of(take(role, column, "inferred from its name"));
        }
      }
    }
    return Optional.empty();
  }

  private TableColumn byPlace(String role) {
    return take(role, free.getFirst(), "inferred from its place, the first that is left");
  }

  private List<TableColumn> matching(String glob) throws IOException {
    Predicate<String> matches =
        Pattern.compile(
                glob.chars()
                    .mapToObj(
                        c ->
                            c == '*' ? ".*" : c == '?' ? "." : Pattern.quote(Character.toString(c)))
                    .collect(Collectors.joining()))
            .asMatchPredicate();
    List<TableColumn> found = free.stream().filter(c -> matches.test(c.name())).toList();
    if (found.isEmpty()) {
      throw new IOException(
          "%s has no column like '%s' for features; its columns are %s"
              .formatted(input.file(), glob, shown(input.columns())));
    }
    for (TableColumn column : found) {
      if (!column.type().isNumeric() && !(column.type() == Type.LIST && found.size() == 1)) {
        throw new IOException(
            "%s: column '%s' is like '%s' but holds no numbers"
                .formatted(input.file(), column.name(), glob));
      }
    }
    return takeFeatures(found, "as given by '" + glob + "'");
  }

  private List<TableColumn> inferredFeatures() {
    List<TableColumn> numeric = free.stream().filter(c -> c.type().isNumeric()).toList();
    List<TableColumn> named =
        numeric.stream().filter(c -> ColumnNames.FEATURE.matcher(c.name()).matches()).toList();
    if (!named.isEmpty() && input.named()) {
      return takeFeatures(named, "inferred from their names");
    }
    List<TableColumn> lists = free.stream().filter(c -> c.type() == Type.LIST).toList();
    if (lists.size() == 1) {
      return takeFeatures(lists, "inferred from its type, the only list of numbers");
    }
    return takeFeatures(numeric, "inferred from their type, all numbers that are left");
  }

  private List<TableColumn> takeFeatures(List<TableColumn> columns, String reason) {
    if (!columns.isEmpty()) {
      free.removeAll(columns);
      decide("features", shown(columns), reason);
    }
    return columns;
  }

  private TableColumn take(String role, TableColumn column, String reason) {
    free.remove(column);
    decide(role, "column '" + column.name() + "'", reason);
    return column;
  }

  private void ignored() {
    if (!free.isEmpty()) {
      decide("ignored", shown(free), "nothing here uses them");
    }
  }

  private void decide(String role, String choice, String reason) {
    decisions.add(new Decision(table + "." + role, choice, reason));
  }

  private static String shown(List<TableColumn> columns) {
    String names =
        columns.stream()
            .limit(SHOWN)
            .map(c -> "'" + c.name() + "'")
            .collect(Collectors.joining(", "));
    return columns.size() > SHOWN
        ? "%s … '%s' (%,d columns)".formatted(names, columns.getLast().name(), columns.size())
        : names;
  }
}
