package io.atp.spark.table;

import io.atp.core.runtime.Require;
import io.atp.spark.block.NodeRanges;
import io.atp.spark.block.Single;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.HashPartitioner;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.ArrayData;
import scala.Tuple2;

/// Rows of the node table in any order → one [NodeBlock] a partition. Rows travel a few hundred to
/// a parcel.
public final class NodeBlocks {
  private static final int BATCH_ROWS = 512;

  private NodeBlocks() {}

  /// Some rows on their way to one partition.
  private static final class Batch implements Serializable {
    private int[] nodes = new int[BATCH_ROWS];
    private long[] numbers;
    private String[] texts;
    private float[][] features = new float[BATCH_ROWS][];
    private int[] labels = new int[BATCH_ROWS];
    private byte[] parts = new byte[BATCH_ROWS];
    private int size;

    Batch(boolean whole) {
      this.numbers = whole ? new long[BATCH_ROWS] : null;
      this.texts = whole ? null : new String[BATCH_ROWS];
    }

    /// Lets go of the empty end.
    Batch trimmed() {
      if (size < BATCH_ROWS) {
        nodes = Arrays.copyOf(nodes, size);
        numbers = numbers == null ? null : Arrays.copyOf(numbers, size);
        texts = texts == null ? null : Arrays.copyOf(texts, size);
        features = Arrays.copyOf(features, size);
        labels = Arrays.copyOf(labels, size);
        parts = Arrays.copyOf(parts, size);
      }
      return this;
    }
  }

  /// @throws IllegalArgumentException when run, where rows differ in length or hold no numbers
  public static JavaRDD<NodeBlock> of(InputTables tables, NodeRanges ranges) {
    boolean whole = tables.wholeIds();
    ClassNames classes = tables.classes();
    JavaRDD<Tuple2<Integer, Batch>> dealt =
        tables
            .nodes()
            .queryExecution()
            .toRdd()
            .toJavaRDD()
            .mapPartitions(rows -> new Deal(rows, ranges, whole, classes));
    return JavaPairRDD.fromJavaRDD(dealt)
        .partitionBy(new HashPartitioner(ranges.count())) // an Integer's hash is itself
        .values()
        .mapPartitionsWithIndex(
            (partition, batches) ->
                Single.of(gathered(batches, ranges.from(partition), ranges.rows(partition), whole)),
            true);
  }

  private static NodeBlock gathered(Iterator<Batch> batches, int from, int rows, boolean whole) {
    long[] numbers = whole ? new long[rows] : null;
    String[] texts = whole ? null : new String[rows];
    int[] labels = new int[rows];
    byte[] parts = new byte[rows];
    float[] features = null;
    int width = 0;
    int seen = 0;
    while (batches.hasNext()) {
      Batch batch = batches.next();
      for (int i = 0; i < batch.size; i++) {
        int row = batch.nodes[i] - from;
        float[] x = batch.features[i];
        if (features == null) {
          width = x.length;
          long floats = (long) rows * width;
          Require.that(
              floats <= Integer.MAX_VALUE - 8,
              "%d nodes of %d features are too many for one partition: use more partitions",
              rows,
              width);
          features = new float[(int) floats];
        }
        if (x.length != width) {
          throw new IllegalArgumentException(
              "node '%s' has %d features, another has %d"
                  .formatted(whole ? batch.numbers[i] : batch.texts[i], x.length, width));
        }
        System.arraycopy(x, 0, features, row * width, width);
        labels[row] = batch.labels[i];
        parts[row] = batch.parts[i];
        if (whole) {
          numbers[row] = batch.numbers[i];
        } else {
          texts[row] = batch.texts[i];
        }
        seen++;
      }
    }
    if (seen != rows) {
      throw new IllegalStateException("%d of %d nodes arrived".formatted(seen, rows));
    }
    return new NodeBlock(
        from, numbers, texts, width, features == null ? new float[0] : features, labels, parts);
  }

  /// Reads rows and deals them to the owners of their nodes.
  private static final class Deal implements Iterator<Tuple2<Integer, Batch>> {
    private final Iterator<InternalRow> rows;
    private final NodeRanges ranges;
    private final boolean whole;
    private final ClassNames classes;
    private final Map<String, Integer> classNumbers;
    private final Batch[] open;
    private final List<Tuple2<Integer, Batch>> ready = new ArrayList<>();
    private int closed;

    Deal(Iterator<InternalRow> rows, NodeRanges ranges, boolean whole, ClassNames classes) {
      this.rows = rows;
      this.ranges = ranges;
      this.whole = whole;
      this.classes = classes;
      this.classNumbers = classes.numbers();
      this.open = new Batch[ranges.count()];
    }

    @Override
    public boolean hasNext() {
      while (ready.isEmpty() && rows.hasNext()) {
        put(rows.next());
      }
      while (ready.isEmpty() && closed < open.length) {
        close(closed++);
      }
      return !ready.isEmpty();
    }

    private void put(InternalRow row) {
      int node = row.getInt(InputTables.NUMBER);
      int owner = ranges.ownerOf(node);
      if (open[owner] == null) {
        open[owner] = new Batch(whole);
      }
      Batch batch = open[owner];
      int at = batch.size++;
      batch.nodes[at] = node;
      if (whole) {
        batch.numbers[at] = row.getLong(InputTables.KEY);
      } else {
        batch.texts[at] = row.getUTF8String(InputTables.KEY).toString();
      }
      Object id = whole ? (Object) batch.numbers[at] : batch.texts[at];
      batch.features[at] = features(row, id);
      batch.labels[at] =
          classes.classOf(row.getUTF8String(InputTables.LABEL).toString(), classNumbers);
      batch.parts[at] = part(row.getUTF8String(InputTables.SPLIT).toString(), id);
      if (batch.size == BATCH_ROWS) {
        close(owner);
      }
    }

    private static float[] features(InternalRow row, Object id) {
      if (row.isNullAt(InputTables.FEATURES)) {
        throw new IllegalArgumentException("node '%s' has no features".formatted(id));
      }
      ArrayData array = row.getArray(InputTables.FEATURES);
      float[] x = new float[array.numElements()];
      for (int column = 0; column < x.length; column++) {
        x[column] = array.isNullAt(column) ? Float.NaN : array.getFloat(column);
        if (!Float.isFinite(x[column])) {
          throw new IllegalArgumentException(
              "feature %d of node '%s' is %s, no finite number"
                  .formatted(column, id, array.isNullAt(column) ? "null" : x[column]));
        }
      }
      return x;
    }

    private static byte part(String word, Object id) {
      return switch (word.strip().toLowerCase(Locale.ROOT)) {
        case "train", "training", "0" -> NodeBlock.TRAIN;
        case "val", "valid", "validation", "dev", "1" -> NodeBlock.VALIDATION;
        case "test", "testing", "2" -> NodeBlock.TEST;
        case "", "none", "unlabelled", "unlabeled" -> 0;
        default ->
            throw new IllegalArgumentException(
                "the split of node '%s' is '%s', not train, validation or test"
                    .formatted(id, word));
      };
    }

    private void close(int owner) {
      if (open[owner] != null) {
        ready.add(new Tuple2<>(owner, open[owner].trimmed()));
        open[owner] = null;
      }
    }

    @Override
    public Tuple2<Integer, Batch> next() {
      return ready.removeLast();
    }
  }
}
