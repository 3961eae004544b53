package io.atp.spark.table;

import io.atp.core.runtime.Require;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructType;

/// Which columns of the two tables mean what.
///
/// @param src id of the node an edge leaves
/// @param dst id of the node it reaches
/// @param id of a node
/// @param features one column of arrays, or several of numbers; none named: the column `features`,
///   else those called `f0`, `x_1`, `feature-2` and so on
/// @param label class of a node; not named: the column `label`, if there is one
/// @param split `train`, `validation` or `test`; not named: the column `split`, if there is one
public record TableColumns(
    String src,
    String dst,
    String id,
    List<String> features,
    Optional<String> label,
    Optional<String> split) {
  private static final Pattern FEATURE =
      Pattern.compile("(?i)(f|x|feat|feature|emb|embedding|dim)s?[_.\\- ]?[0-9]+");

  public TableColumns {
    features = List.copyOf(features);
  }

  public static TableColumns defaults() {
    return new TableColumns("src", "dst", "id", List.of(), Optional.empty(), Optional.empty());
  }

  public TableColumns withEdge(String source, String target) {
    return new TableColumns(source, target, id, features, label, split);
  }

  public TableColumns withId(String name) {
    return new TableColumns(src, dst, name, features, label, split);
  }

  public TableColumns withFeatures(String... names) {
    return new TableColumns(src, dst, id, List.of(names), label, split);
  }

  public TableColumns withLabel(String name) {
    return new TableColumns(src, dst, id, features, Optional.of(name), split);
  }

  public TableColumns withSplit(String name) {
    return new TableColumns(src, dst, id, features, label, Optional.of(name));
  }

  /// The same with every choice made, and refused where a named column is not there.
  TableColumns resolved(StructType edges, StructType nodes) {
    require("edge", edges, src);
    require("edge", edges, dst);
    require("node", nodes, id);
    label.ifPresent(name -> require("node", nodes, name));
    split.ifPresent(name -> require("node", nodes, name));
    List<String> chosen = features.isEmpty() ? found(nodes) : features;
    for (String name : chosen) {
      require("node", nodes, name);
      DataType type = nodes.apply(name).dataType();
      boolean array = type instanceof ArrayType list && list.elementType() instanceof NumericType;
      Require.that(
          type instanceof NumericType || array && chosen.size() == 1,
          "features are one column of arrays of numbers or several of numbers, and column '%s' of"
              + " the node table is of type %s",
          name,
          type.simpleString());
    }
    return new TableColumns(
        src,
        dst,
        id,
        chosen,
        orIfPresent(label, "label", nodes),
        orIfPresent(split, "split", nodes));
  }

  private List<String> found(StructType nodes) {
    if (has(nodes, "features")) {
      return List.of("features");
    }
    List<String> found = new ArrayList<>();
    for (String name : nodes.fieldNames()) {
      if (FEATURE.matcher(name).matches() && !name.equals(id)) {
        found.add(name);
      }
    }
    return found;
  }

  private static Optional<String> orIfPresent(
      Optional<String> named, String usual, StructType nodes) {
    return named.or(() -> has(nodes, usual) ? Optional.of(usual) : Optional.empty());
  }

  private static boolean has(StructType table, String name) {
    return Arrays.asList(table.fieldNames()).contains(name);
  }

  private static void require(String table, StructType schema, String name) {
    Require.that(
        has(schema, name),
        "the %s table has no column '%s'; it has %s",
        table,
        name,
        String.join(", ", schema.fieldNames()));
  }
}
