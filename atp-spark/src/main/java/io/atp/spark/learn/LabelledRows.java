package io.atp.spark.learn;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.Labels;
import io.atp.io.dataset.Split;
import io.atp.learn.model.input.HopInputs;
import io.atp.spark.block.Single;
import io.atp.spark.room.HopBlock;
import io.atp.spark.table.NodeBlock;
import java.io.Serializable;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;

/// The rows of labelled training and validation nodes, brought to the driver in the order of their
/// numbers. Test nodes stay where they are: they are judged by the partitions.
public final class LabelledRows {
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;

  private final int width;
  private final List<Part> parts;

  /// What one partition has.
  ///
  /// @param rows of each matrix, side by side
  private record Part(int[] labels, byte[] parts, float[][] rows) implements Serializable {}

  private LabelledRows(int width, List<Part> parts) {
    this.width = width;
    this.parts = parts;
  }

  /// Rows of hops.
  public static LabelledRows of(
      JavaRDD<NodeBlock> nodes, JavaRDD<HopBlock> hops, int width, int matrices) {
    long count = nodes.map(block -> (long) chosen(block, false).length).fold(0L, Long::sum);
    long bytes = count * width * matrices * Float.BYTES;
    long most = Runtime.getRuntime().maxMemory() / 2;
    Require.that(
        bytes <= most,
        "the hops of %d labelled nodes take %,d MB, and the driver has %,d MB for them: give it"
            + " more memory, or fewer training nodes",
        count,
        bytes >> 20,
        most >> 20);
    JavaRDD<Part> parts =
        nodes.zipPartitions(
            hops, (n, h) -> Single.of(part(n.next(), h.next().matrices(), width, false)));
    return new LabelledRows(width, collected(parts));
  }

  /// Rows of the features of training nodes, as they are in the table.
  public static LabelledRows ofTraining(JavaRDD<NodeBlock> nodes, int width) {
    return new LabelledRows(
        width, collected(nodes.map(n -> part(n, new float[][] {n.features()}, width, true))));
  }

  /// One partition after the other: the driver never holds more than it keeps.
  private static List<Part> collected(JavaRDD<Part> parts) {
    List<Part> all = new ArrayList<>();
    for (Iterator<Part> each = parts.toLocalIterator(); each.hasNext(); ) {
      all.add(each.next());
    }
    return all;
  }

  private static int[] chosen(NodeBlock nodes, boolean trainOnly) {
    return IntStream.range(0, nodes.rows())
        .filter(row -> nodes.labels()[row] != Labels.UNLABELLED)
        .filter(
            row ->
                nodes.parts()[row] == NodeBlock.TRAIN
                    || !trainOnly && nodes.parts()[row] == NodeBlock.VALIDATION)
        .toArray();
  }

  private static Part part(NodeBlock nodes, float[][] matrices, int width, boolean trainOnly) {
    int[] rows = chosen(nodes, trainOnly);
    int[] labels = IntStream.of(rows).map(row -> nodes.labels()[row]).toArray();
    byte[] parts = new byte[rows.length];
    float[][] copies = new float[matrices.length][rows.length * width];
    for (int i = 0; i < rows.length; i++) {
      parts[i] = nodes.parts()[rows[i]];
      for (int m = 0; m < matrices.length; m++) {
        System.arraycopy(matrices[m], rows[i] * width, copies[m], i * width, width);
      }
    }
    return new Part(labels, parts, copies);
  }

  public int count() {
    return parts.stream().mapToInt(part -> part.labels().length).sum();
  }

  /// The rows as inputs of a backbone, in memory of the workspace.
  public HopInputs inputs(Workspace work) {
    int matrices = parts.getFirst().rows().length;
    List<DenseFeatures> inputs = new ArrayList<>();
    for (int m = 0; m < matrices; m++) {
      MemorySegment data = work.allocateFloats((long) count() * width);
      long at = 0;
      for (Part part : parts) {
        float[] rows = part.rows()[m];
        MemorySegment.copy(rows, 0, data, FLOAT, at * Float.BYTES, rows.length);
        at += rows.length;
      }
      inputs.add(new DenseFeatures(count(), width, data));
    }
    return new HopInputs(inputs);
  }

  public Labels labels(int classCount) {
    int[] labels = parts.stream().flatMapToInt(part -> IntStream.of(part.labels())).toArray();
    return new Labels(classCount, labels);
  }

  public Split split() {
    List<Integer> train = new ArrayList<>();
    List<Integer> validation = new ArrayList<>();
    int row = 0;
    for (Part part : parts) {
      for (byte word : part.parts()) {
        (word == NodeBlock.TRAIN ? train : validation).add(row++);
      }
    }
    return new Split(ints(train), ints(validation), new int[0]);
  }

  private static int[] ints(List<Integer> values) {
    return values.stream().mapToInt(i -> i).toArray();
  }
}
