package io.atp.spark.table;

import io.atp.spark.block.BlockGraph;
import io.atp.spark.block.GraphBlock;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/// The edges of a [BlockGraph] as a table of the user's ids: every partition asks for the ids of
/// its ghosts.
public final class EdgeTable {
  private EdgeTable() {}

  /// The ids of a partition's nodes, or of its nodes and ghosts.
  private record Ids(long[] numbers, String[] texts) implements Serializable {
    Object id(int local) {
      return numbers != null ? (Object) numbers[local] : texts[local];
    }
  }

  public static Dataset<Row> of(
      SparkSession spark,
      BlockGraph graph,
      JavaRDD<NodeBlock> nodes,
      String src,
      String dst,
      boolean whole,
      DataType idType) {
    boolean symmetric = graph.symmetric();
    JavaRDD<Ids> own = nodes.map(block -> new Ids(block.numbers(), block.texts()));
    JavaRDD<InternalRow> rows =
        graph
            .exchange(
                own,
                EdgeTable::size,
                EdgeTable::pack,
                (block, ids, news) -> new Known(block, unpacked(block, ids, news)))
            .flatMap(known -> rows(known, symmetric));
    StructType schema =
        OutputTable.keyed(src, whole)
            .add(dst, whole ? DataTypes.LongType : DataTypes.StringType, false);
    Dataset<Row> table = OutputTable.of(spark, rows, schema, idType);
    return table.withColumn(dst, table.col("`" + dst + "`").cast(idType));
  }

  private record Known(GraphBlock block, Ids ids) implements Serializable {}

  private static int size(Ids ids, GraphBlock block, int[] rows) {
    if (ids.numbers() != null) {
      return rows.length * Long.BYTES;
    }
    int size = 0;
    for (int row : rows) {
      int length = ids.texts()[row].getBytes(StandardCharsets.UTF_8).length;
      size = Math.addExact(size, Integer.BYTES + length);
    }
    return size;
  }

  private static void pack(Ids ids, GraphBlock block, int[] rows, ByteBuffer into) {
    for (int row : rows) {
      if (ids.numbers() != null) {
        into.putLong(ids.numbers()[row]);
      } else {
        byte[] bytes = ids.texts()[row].getBytes(StandardCharsets.UTF_8);
        into.putInt(bytes.length).put(bytes);
      }
    }
  }

  private static Ids unpacked(GraphBlock block, Ids own, Iterator<BlockGraph.News> news) {
    int rows = block.rows();
    boolean whole = own.numbers() != null;
    long[] numbers = whole ? new long[block.localCount()] : null;
    String[] texts = whole ? null : new String[block.localCount()];
    System.arraycopy(whole ? own.numbers() : own.texts(), 0, whole ? numbers : texts, 0, rows);
    while (news.hasNext()) {
      BlockGraph.News item = news.next();
      for (int i = 0; i < item.count(); i++) {
        if (whole) {
          numbers[item.firstLocal() + i] = item.bytes().getLong();
        } else {
          byte[] bytes = new byte[item.bytes().getInt()];
          item.bytes().get(bytes);
          texts[item.firstLocal() + i] = new String(bytes, StandardCharsets.UTF_8);
        }
      }
    }
    return new Ids(numbers, texts);
  }

  private static Iterator<InternalRow> rows(Known known, boolean symmetric) {
    GraphBlock block = known.block();
    return IntStream.range(0, block.rows())
        .boxed()
        .flatMap(
            row ->
                IntStream.range(block.offsets()[row], block.offsets()[row + 1])
                    .map(arc -> block.targets()[arc])
                    .filter(target -> !symmetric || block.node(row) < block.node(target))
                    .mapToObj(
                        target -> OutputTable.row(known.ids().id(row), known.ids().id(target))))
        .iterator();
  }
}
