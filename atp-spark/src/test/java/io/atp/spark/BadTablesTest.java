package io.atp.spark;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

/// Tables that make no graph are refused in one sentence.
class BadTablesTest {
  private static final String GOOD_EDGES = "values ('a', 'b'), ('b', 'c') as t(src, dst)";
  private static final String GOOD_NODES =
      "values ('a', array(1f)), ('b', array(2f)), ('c', array(3f)) as t(id, features)";

  private static Dataset<Row> table(String text) {
    SparkSession spark = LocalSpark.session();
    return spark.sql("select * from " + text);
  }

  private static void refused(String edges, String nodes, String sentence) {
    refused(table(edges), table(nodes), sentence);
  }

  private static void refused(Dataset<Row> edges, Dataset<Row> nodes, String sentence) {
    assertThatThrownBy(
            () -> {
              try {
                AtpSpark.on(edges, nodes).with(SparkConfig.defaults().withPartitions(2)).graph();
              } catch (Exception e) {
                throw Causes.own(e);
              }
            })
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(sentence);
  }

  @Test
  void nullIds() {
    refused(
        "values ('a', 'b'), (null, 'c') as t(src, dst)",
        GOOD_NODES,
        "1 of 2 rows of the edge table have no node: column 'src' is null there");
    refused(
        GOOD_EDGES,
        "values ('a', array(1f)), (null, array(2f)) as t(id, features)",
        "1 of 2 rows of the node table have no id: column 'id' is null there");
  }

  @Test
  void anEdgeToAnUnknownNode() {
    refused(
        "values ('a', 'b'), ('b', 'zebra') as t(src, dst)",
        GOOD_NODES,
        "the edge table names node 'zebra', which is not in the node table");
    refused(
        "values (0, 1), (1, 9) as t(src, dst)",
        "values (0, array(1f)), (1, array(2f)) as t(id, features)",
        "the edge table names node '9', which is not in the node table");
  }

  @Test
  void anIdThatStandsTwice() {
    refused(
        GOOD_EDGES,
        "values ('a', array(1f)), ('b', array(2f)), ('b', array(3f)) as t(id, features)",
        "the node table lists id 'b' 2 times; 3 rows hold 2 ids");
  }

  @Test
  void arraysOfDifferentLengths() {
    assertThatThrownBy(
            () -> {
              try {
                AtpSpark.on(
                        table(GOOD_EDGES),
                        table(
                            "values ('a', array(1f)), ('b', array(2f, 3f)), ('c', array(3f))"
                                + " as t(id, features)"))
                    .with(SparkConfig.defaults().withPartitions(1))
                    .graph();
              } catch (Exception e) {
                throw Causes.own(e);
              }
            })
        .isInstanceOf(IllegalArgumentException.class)
        .message()
        .matches("node '[abc]' has [12] features, another has [12]");
  }

  @Test
  void featuresThatAreNoFiniteNumbers() {
    refused(
        GOOD_EDGES,
        "values ('a', array(1f)), ('b', array(cast('NaN' as float))), ('c', array(3f))"
            + " as t(id, features)",
        "feature 0 of node 'b' is NaN, no finite number");
    refused(
        GOOD_EDGES,
        "values ('a', 'x'), ('b', 'y'), ('c', 'z') as t(id, features)",
        "features are one column of arrays of numbers or several of numbers, and column 'features'"
            + " of the node table is of type string");
  }

  @Test
  void aMissingColumn() {
    refused(
        "values ('a', 'b') as t(src, target)",
        GOOD_NODES,
        "the edge table has no column 'dst'; it has src, target");
  }

  @Test
  void anEmptyTable() {
    Dataset<Row> edges = table(GOOD_EDGES);
    Dataset<Row> nodes = table(GOOD_NODES);
    refused(edges.limit(0), nodes, "the edge table has no rows");
    refused(edges, nodes.limit(0), "the node table has no rows");
  }

  @Test
  void aWordThatIsNoPartOfASplit() {
    refused(
        GOOD_EDGES,
        "values ('a', 1, 'train'), ('b', 2, 'maybe'), ('c', 3, '') as t(id, f0, split)",
        "the split of node 'b' is 'maybe', not train, validation or test");
  }
}
