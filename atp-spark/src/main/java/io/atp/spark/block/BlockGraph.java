package io.atp.spark.block;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Iterator;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import scala.Tuple2;

/// A graph over the partitions of a cluster, and the one way in which its parts talk.
///
/// Every RDD that belongs to it has one element a partition, in the order of the ranges. In an
/// *exchange* each partition receives what it wants to know of its ghosts, each ghost once: the
/// scheme of in-blocks and out-blocks known from alternating least squares.
///
/// @param blocks one a partition, kept by Spark
/// @param arcCount of the whole graph
public record BlockGraph(
    NodeRanges ranges, JavaRDD<GraphBlock> blocks, boolean symmetric, long arcCount) {

  public int nodeCount() {
    return ranges.nodeCount();
  }

  /// Bytes about the rows of a partition that another one asked for.
  @FunctionalInterface
  public interface Packer<S> extends Serializable {
    /// Fills the buffer with what is to be known of `rows`, in their order.
    void pack(S state, GraphBlock block, int[] rows, ByteBuffer into);
  }

  /// How many bytes a packer needs.
  @FunctionalInterface
  public interface Size<S> extends Serializable {
    int bytes(S state, GraphBlock block, int[] rows);
  }

  /// What a partition makes of its state and of the news about its ghosts.
  @FunctionalInterface
  public interface Receiver<S, R> extends Serializable {
    R receive(GraphBlock block, S state, Iterator<News> news);
  }

  /// News of the ghosts with local numbers from `firstLocal` on: `count` of them, in order.
  public record News(int firstLocal, int count, ByteBuffer bytes) {}

  private record Pair<S>(GraphBlock block, S state) implements Serializable {}

  /// What becomes of each partition's state once it has heard about its ghosts.
  public <S extends Serializable, R> JavaRDD<R> exchange(
      JavaRDD<S> states, Size<S> size, Packer<S> packer, Receiver<S, R> receiver) {
    JavaRDD<Pair<S>> pairs = zipped(states);
    NodeRanges owners = ranges;
    JavaRDD<Parcel> parcels =
        JavaPairRDD.fromJavaRDD(
                pairs.<Tuple2<Integer, Parcel>>flatMap(
                    pair -> parcels(pair.block(), pair.state(), size, packer)))
            .partitionBy(new BlockPartitioner(ranges.count()))
            .values();
    return pairs.zipPartitions(
        parcels,
        (own, received) -> {
          Pair<S> pair = own.next();
          Iterator<News> news = new NewsIterator(received, pair.block(), owners);
          return Single.of(receiver.receive(pair.block(), pair.state(), news));
        });
  }

  /// An exchange of the same number of bytes a row.
  public <S extends Serializable, R> JavaRDD<R> exchange(
      JavaRDD<S> states, int rowBytes, Packer<S> packer, Receiver<S, R> receiver) {
    return exchange(
        states, (_, _, rows) -> Math.multiplyExact(rows.length, rowBytes), packer, receiver);
  }

  private <S extends Serializable> JavaRDD<Pair<S>> zipped(JavaRDD<S> states) {
    return blocks.zipPartitions(
        states, (block, state) -> Single.of(new Pair<>(block.next(), state.next())));
  }

  /// One at a time: all of them together may be as large as the partition's own rows.
  private static <S> Iterator<Tuple2<Integer, Parcel>> parcels(
      GraphBlock block, S state, Size<S> size, Packer<S> packer) {
    return IntStream.range(0, block.wanted().length)
        .filter(to -> block.wanted()[to].length > 0)
        .mapToObj(
            to -> {
              int[] rows = block.wanted()[to];
              byte[] bytes = new byte[size.bytes(state, block, rows)];
              ByteBuffer into = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
              packer.pack(state, block, rows, into);
              return new Tuple2<>(to, new Parcel(block.partition(), bytes));
            })
        .iterator();
  }

  /// Says where each parcel belongs.
  private record NewsIterator(Iterator<Parcel> parcels, GraphBlock block, NodeRanges ranges)
      implements Iterator<News> {
    @Override
    public boolean hasNext() {
      return parcels.hasNext();
    }

    @Override
    public News next() {
      Parcel parcel = parcels.next();
      int first = block.firstGhostFrom(ranges.from(parcel.from()));
      int end = block.firstGhostFrom(ranges.to(parcel.from()));
      return new News(first, end - first, parcel.buffer());
    }
  }

  /// The other way: what each partition has to say of its rows and ghosts goes to the owners of the
  /// ghosts and is added up there.
  ///
  /// @param values an entry for each row and ghost
  public JavaRDD<long[]> reply(JavaRDD<long[]> values) {
    NodeRanges owners = ranges;
    JavaRDD<Pair<long[]>> pairs = zipped(values);
    JavaRDD<Parcel> parcels =
        JavaPairRDD.fromJavaRDD(
                pairs.<Tuple2<Integer, Parcel>>flatMap(
                    pair -> replies(pair.block(), pair.state(), owners)))
            .partitionBy(new BlockPartitioner(ranges.count()))
            .values();
    return pairs.zipPartitions(parcels, (own, received) -> Single.of(added(own.next(), received)));
  }

  private static Iterator<Tuple2<Integer, Parcel>> replies(
      GraphBlock block, long[] values, NodeRanges owners) {
    return IntStream.range(0, owners.count())
        .filter(owner -> owner != block.partition())
        .mapToObj(
            owner -> {
              int first = block.firstGhostFrom(owners.from(owner));
              int end = block.firstGhostFrom(owners.to(owner));
              ByteBuffer bytes = ByteBuffer.allocate((end - first) * Long.BYTES);
              bytes.order(ByteOrder.LITTLE_ENDIAN).asLongBuffer().put(values, first, end - first);
              return new Tuple2<>(owner, new Parcel(block.partition(), bytes.array()));
            })
        .filter(letter -> letter._2().bytes().length > 0)
        .iterator();
  }

  private static long[] added(Pair<long[]> own, Iterator<Parcel> received) {
    long[] sum = Arrays.copyOf(own.state(), own.block().rows());
    while (received.hasNext()) {
      Parcel parcel = received.next();
      ByteBuffer bytes = parcel.buffer();
      for (int row : own.block().wanted()[parcel.from()]) {
        sum[row] += bytes.getLong();
      }
    }
    return sum;
  }

  /// Distinct pairs of a partition and a remote node it needs: how many rows a hop must ship.
  public long ghostCount() {
    return blocks.map(block -> (long) block.ghosts().length).fold(0L, Long::sum);
  }
}
