package io.atp.spark.block;

import io.atp.core.graph.BuildAccount;
import io.atp.core.runtime.Require;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.storage.StorageLevel;
import scala.Tuple2;

/// Arcs in any order → [BlockGraph]: symmetrises, sorts, removes repeats and loops, and counts each
/// as [io.atp.core.graph.GraphBuilder] does.
///
/// Arcs travel packed, thousands to a parcel, to the partition that owns their source; there a sort
/// of 64-bit words makes rows of them. What comes out depends on the set of arcs alone.
public final class BlockBuilder {
  private static final int PARCEL_ARCS = 1 << 13;

  private BlockBuilder() {}

  /// The graph and the account of what became of the arcs.
  public record Built(BlockGraph graph, BuildAccount account) {}

  /// One partition's rows before the others know what it wants.
  record Rows(int[] offsets, int[] targets, long loops, long duplicates, long added)
      implements Serializable {}

  /// @param arcs iterators of packed `source << 32 | target`, all of them below the node count
  public static Built build(JavaRDD<long[]> arcs, NodeRanges ranges, boolean symmetrise) {
    JavaRDD<Rows> rows = rows(arcs, ranges, symmetrise).persist(StorageLevel.MEMORY_AND_DISK());
    long[] counts =
        rows.map(r -> new long[] {r.targets().length, r.loops(), r.duplicates(), r.added()})
            .fold(new long[4], BlockBuilder::sum);
    BlockGraph graph =
        wired(rows.map(r -> new int[][] {r.offsets(), r.targets()}), ranges, symmetrise);
    long read = counts[0] + counts[1] + counts[2] - counts[3];
    graph.blocks().count();
    rows.unpersist(false);
    return new Built(graph, new BuildAccount(read, counts[1], counts[2], counts[3]));
  }

  private static long[] sum(long[] a, long[] b) {
    long[] sum = new long[a.length];
    Arrays.setAll(sum, i -> a[i] + b[i]);
    return sum;
  }

  private static JavaRDD<Rows> rows(JavaRDD<long[]> arcs, NodeRanges ranges, boolean symmetrise) {
    JavaRDD<Tuple2<Integer, Parcel>> dealt =
        arcs.mapPartitions(batches -> new Deal(batches, ranges, symmetrise));
    return JavaPairRDD.fromJavaRDD(dealt)
        .partitionBy(new BlockPartitioner(ranges.count()))
        .values()
        .mapPartitionsWithIndex(
            (partition, parcels) ->
                Single.of(simplified(parcels, ranges.from(partition), ranges.rows(partition))),
            true);
  }

  /// Sorts a partition's arcs into rows. A word is `row << 32 | target << 1 | reversed`.
  static Rows simplified(Iterator<Parcel> parcels, int from, int rowCount) {
    long[] words = new long[1 << 10];
    int size = 0;
    while (parcels.hasNext()) {
      ByteBuffer bytes = parcels.next().buffer();
      int count = bytes.remaining() / Long.BYTES;
      Require.that(
          size <= Integer.MAX_VALUE - 8 - count,
          "the partition of nodes %d to %d has more than %d arcs: use more partitions",
          from,
          from + rowCount - 1,
          size);
      if (size + count > words.length) {
        long larger = Math.max(size + count, words.length * 3L / 2);
        words = Arrays.copyOf(words, (int) Math.min(Integer.MAX_VALUE - 8, larger));
      }
      bytes.asLongBuffer().get(words, size, count);
      size += count;
    }
    Arrays.sort(words, 0, size);
    int[] offsets = new int[rowCount + 1];
    int[] targets = new int[size];
    int kept = 0;
    long loops = 0;
    long duplicates = 0;
    long added = 0;
    for (int at = 0; at < size; ) {
      long arc = words[at] >>> 1;
      int originals = 0;
      do {
        originals += (words[at] & 1) == 0 ? 1 : 0;
        at++;
      } while (at < size && words[at] >>> 1 == arc);
      int row = (int) (arc >>> 31);
      int target = (int) (arc & Integer.MAX_VALUE);
      if (row + from == target) {
        loops += originals;
        continue;
      }
      duplicates += Math.max(0, originals - 1);
      added += originals == 0 ? 1 : 0;
      targets[kept++] = target;
      offsets[row + 1] = kept;
    }
    for (int row = 0; row < rowCount; row++) {
      offsets[row + 1] = Math.max(offsets[row + 1], offsets[row]);
    }
    return new Rows(offsets, Arrays.copyOf(targets, kept), loops, duplicates, added);
  }

  /// Blocks from rows with the targets of the whole graph: finds the ghosts, and tells their
  /// owners.
  ///
  /// @param rows offsets and targets of every range
  public static BlockGraph wired(JavaRDD<int[][]> rows, NodeRanges ranges, boolean symmetric) {
    JavaRDD<GraphBlock> alone =
        rows.mapPartitionsWithIndex(
                (partition, own) -> {
                  int[][] row = own.next();
                  return Single.of(numbered(partition, ranges, row[0], row[1]));
                },
                true)
            .persist(StorageLevel.MEMORY_AND_DISK());
    JavaRDD<Parcel> wishes =
        JavaPairRDD.fromJavaRDD(
                alone.<Tuple2<Integer, Parcel>>flatMap(block -> wishes(block, ranges).iterator()))
            .partitionBy(new BlockPartitioner(ranges.count()))
            .values();
    JavaRDD<GraphBlock> blocks =
        alone
            .zipPartitions(
                wishes, (own, asked) -> Single.of(granted(own.next(), asked, ranges.count())))
            .persist(StorageLevel.MEMORY_AND_DISK());
    long arcs = blocks.map(block -> (long) block.arcCount()).fold(0L, Long::sum);
    alone.unpersist(false);
    return new BlockGraph(ranges, blocks, symmetric, arcs);
  }

  private static GraphBlock numbered(
      int partition, NodeRanges ranges, int[] offsets, int[] targets) {
    int from = ranges.from(partition);
    GhostNumbers numbers =
        new GhostNumbers(ranges.nodeCount(), from, ranges.to(partition), targets);
    int[] local = new int[targets.length];
    for (int arc = 0; arc < targets.length; arc++) {
      local[arc] = numbers.local(targets[arc]);
    }
    return new GraphBlock(
        partition, from, offsets, local, numbers.ghosts(), new int[ranges.count()][0]);
  }

  private static List<Tuple2<Integer, Parcel>> wishes(GraphBlock block, NodeRanges ranges) {
    List<Tuple2<Integer, Parcel>> wishes = new ArrayList<>();
    int[] ghosts = block.ghosts();
    for (int at = 0; at < ghosts.length; ) {
      int owner = ranges.ownerOf(ghosts[at]);
      int end = at;
      while (end < ghosts.length && ghosts[end] < ranges.to(owner)) {
        end++;
      }
      ByteBuffer bytes = Deal.buffer((end - at) * Integer.BYTES);
      for (; at < end; at++) {
        bytes.putInt(ghosts[at] - ranges.from(owner));
      }
      wishes.add(new Tuple2<>(owner, new Parcel(block.partition(), bytes.array())));
    }
    return wishes;
  }

  private static GraphBlock granted(GraphBlock block, Iterator<Parcel> asked, int partitions) {
    int[][] wanted = new int[partitions][0];
    while (asked.hasNext()) {
      Parcel parcel = asked.next();
      int[] rows = new int[parcel.bytes().length / Integer.BYTES];
      parcel.buffer().asIntBuffer().get(rows);
      wanted[parcel.from()] = rows;
    }
    return new GraphBlock(
        block.partition(), block.from(), block.offsets(), block.targets(), block.ghosts(), wanted);
  }

  /// Deals arcs to the owners of their sources, a parcel at a time.
  private static final class Deal implements Iterator<Tuple2<Integer, Parcel>> {
    private final Iterator<long[]> batches;
    private final NodeRanges ranges;
    private final boolean symmetrise;
    private final ByteBuffer[] open;
    private final List<Tuple2<Integer, Parcel>> ready = new ArrayList<>();
    private int closed;

    Deal(Iterator<long[]> batches, NodeRanges ranges, boolean symmetrise) {
      this.batches = batches;
      this.ranges = ranges;
      this.symmetrise = symmetrise;
      this.open = new ByteBuffer[ranges.count()];
    }

    static ByteBuffer buffer(int bytes) {
      return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public boolean hasNext() {
      while (ready.isEmpty() && batches.hasNext()) {
        for (long arc : batches.next()) {
          int source = (int) (arc >>> 32);
          int target = (int) arc;
          put(source, target, 0);
          if (symmetrise && source != target) {
            put(target, source, 1);
          }
        }
      }
      while (ready.isEmpty() && closed < open.length) {
        close(closed++);
      }
      return !ready.isEmpty();
    }

    private void put(int source, int target, int reversed) {
      int owner = ranges.ownerOf(source);
      if (open[owner] == null) {
        open[owner] = buffer(PARCEL_ARCS * Long.BYTES);
      }
      open[owner].putLong(
          (long) (source - ranges.from(owner)) << 32 | (long) target << 1 | reversed);
      if (!open[owner].hasRemaining()) {
        close(owner);
      }
    }

    private void close(int owner) {
      if (open[owner] != null) {
        byte[] bytes = Arrays.copyOf(open[owner].array(), open[owner].position());
        ready.add(new Tuple2<>(owner, new Parcel(-1, bytes)));
        open[owner] = null;
      }
    }

    @Override
    public Tuple2<Integer, Parcel> next() {
      return ready.removeLast();
    }
  }
}
