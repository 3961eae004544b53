package io.atp.spark.room;

import io.atp.core.encode.ClippedScale;
import io.atp.core.encode.Encoding;
import io.atp.core.encode.EncodingConfig;
import io.atp.core.encode.EncodingConfig.Profile;
import io.atp.core.encode.Selection;
import io.atp.core.encode.UnitScale;
import io.atp.spark.block.Single;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.function.Function;
import org.apache.spark.storage.StorageLevel;

/// Encodings → r̃ by the profile, over partitions: largest, smallest and k-th values are found by
/// counting, so the result is that of one machine, bit for bit, wherever the encodings are.
final class BlockCombination {
  private static final System.Logger LOG = System.getLogger(BlockCombination.class.getName());

  private BlockCombination() {}

  /// @param values of every partition by the number of the encoding
  static JavaRDD<double[]> of(JavaRDD<double[][]> values, EncodingConfig config) {
    return config.profile() == Profile.PAPER
        ? asPrinted(values, config)
        : scaled(
            values, config, config.profile() == Profile.SCALED ? config.coefficientScale() : 1);
  }

  /// One encoding's part in the sum: its place among the values, its weight, its scale.
  private record Term(int encoding, double weight, ClippedScale scale, long[] roomAtEdge)
      implements Serializable {}

  private static JavaRDD<double[]> asPrinted(JavaRDD<double[][]> values, EncodingConfig config) {
    List<Term> terms = new ArrayList<>();
    for (Encoding encoding : Encoding.values()) {
      double weight = config.weights().of(encoding);
      if (weight != 0) {
        terms.add(new Term(encoding.ordinal(), weight, null, null));
      }
    }
    double scale = config.coefficientScale();
    JavaRDD<double[]> raw = values.map(columns -> printed(columns, terms, scale));
    long clipped =
        raw.map(r -> Arrays.stream(r).filter(v -> v < 0 || v > 1).count()).fold(0L, Long::sum);
    if (clipped > 0) {
      LOG.log(
          System.Logger.Level.INFO,
          "coefficients of {0} nodes lay outside [0, 1] and were clipped",
          clipped);
    }
    return raw.map(r -> Arrays.stream(r).map(v -> Math.clamp(v, 0.0, 1.0)).toArray());
  }

  private static double[] printed(double[][] columns, List<Term> terms, double scale) {
    double[] sum = null;
    for (Term term : terms) {
      double[] column = columns[term.encoding()];
      sum = sum == null ? new double[column.length] : sum;
      for (int row = 0; row < sum.length; row++) {
        sum[row] += term.weight() * column[row];
      }
    }
    for (int row = 0; row < sum.length; row++) {
      sum[row] *= scale;
    }
    return sum;
  }

  private static JavaRDD<double[]> scaled(
      JavaRDD<double[][]> values, EncodingConfig config, double scale) {
    List<Term> terms = new ArrayList<>();
    double size = 0;
    for (Encoding encoding : Encoding.values()) {
      double weight = config.weights().of(encoding);
      if (weight != 0) {
        int place = encoding.ordinal();
        terms.add(term(values.map(columns -> columns[place]), place, weight));
        size += Math.abs(weight);
      }
    }
    JavaRDD<double[]> sums =
        values
            .mapPartitionsWithIndex(
                (partition, own) -> Single.of(sum(own.next(), terms, partition)), true)
            .persist(StorageLevel.MEMORY_AND_DISK());
    double[] extent = extent(sums);
    UnitScale unit = UnitScale.of(extent[0], extent[1], size);
    JavaRDD<double[]> coefficients =
        sums.map(sum -> Arrays.stream(sum).map(v -> unit.scaled(v) * scale).toArray());
    return coefficients;
  }

  private static Term term(JavaRDD<double[]> column, int place, double weight) {
    long count = column.map(c -> (long) c.length).fold(0L, Long::sum);
    double[] extent = extent(column);
    ClippedScale scale =
        ClippedScale.of(
            count,
            extent[0],
            extent[1],
            k ->
                Selection.kthSmallest(
                    k,
                    (prefix, shift) ->
                        column
                            .map(c -> Selection.count(c, prefix, shift))
                            .treeReduce(BlockCombination::sum)),
            edge -> census(column, edge));
    List<Long> atEdge = column.map(countAt(scale)).collect();
    long[] room = new long[atEdge.size()];
    long left = scale.room();
    for (int partition = 0; partition < room.length; partition++) {
      room[partition] = Math.min(left, atEdge.get(partition));
      left -= room[partition];
    }
    return new Term(place, weight, scale, room);
  }

  private static Function<double[], Long> countAt(ClippedScale scale) {
    return column -> Arrays.stream(column).filter(scale::atEdge).count();
  }

  /// Smallest and largest.
  private static double[] extent(JavaRDD<double[]> column) {
    return column
        .map(
            c ->
                new double[] {
                  Arrays.stream(c).min().orElse(Double.POSITIVE_INFINITY),
                  Arrays.stream(c).max().orElse(Double.NEGATIVE_INFINITY)
                })
        .reduce((a, b) -> new double[] {Math.min(a[0], b[0]), Math.max(a[1], b[1])});
  }

  private static ClippedScale.Census census(JavaRDD<double[]> column, double edge) {
    return column
        .map(
            c ->
                new ClippedScale.Census(
                    Arrays.stream(c).filter(v -> v > edge).count(),
                    Arrays.stream(c).filter(v -> v == edge).count(),
                    Arrays.stream(c).filter(v -> v < edge).max().orElse(Double.NEGATIVE_INFINITY)))
        .reduce(
            (a, b) ->
                new ClippedScale.Census(
                    a.above() + b.above(),
                    a.atEdge() + b.atEdge(),
                    Math.max(a.below(), b.below())));
  }

  private static long[] sum(long[] a, long[] b) {
    long[] sum = new long[a.length];
    Arrays.setAll(sum, i -> a[i] + b[i]);
    return sum;
  }

  private static double[] sum(double[][] columns, List<Term> terms, int partition) {
    double[] sum = null;
    for (Term term : terms) {
      double[] column = columns[term.encoding()];
      sum = sum == null ? new double[column.length] : sum;
      long room = term.roomAtEdge()[partition];
      for (int row = 0; row < sum.length; row++) {
        boolean hasRoom = term.scale().atEdge(column[row]) && room-- > 0;
        sum[row] += term.weight() * term.scale().scaled(column[row], hasRoom);
      }
    }
    return sum;
  }
}
