package io.atp.core.encode;

import java.io.Serializable;
import java.util.function.DoubleFunction;
import java.util.function.LongToDoubleFunction;

/// What brings one encoding to [0, 1], as the published code does, once its largest values are
/// known.
///
/// The largest `⌊n / 20⌋` values (ties: the lower id first) become 1; the others are scaled from
/// their own smallest and largest to [0, 1]. Values that differ by no more than 1e-9 of the largest
/// are equal here: the iterations are not more precise, and scaling would blow their rounding up to
/// full size. An encoding that is constant in this sense tells no node from another and becomes 0
/// everywhere; where only the values below the top are constant, these become 0 and the top stays
/// 1.
///
/// @param constant whether all values are equal
/// @param smallest value of all
/// @param edge values above it are clipped
/// @param room how many of those at the edge are clipped as well, the lower ids first
/// @param range from the smallest to the largest that is not clipped
/// @param flat whether those not clipped are equal
public record ClippedScale(
    boolean constant, double smallest, double edge, long room, double range, boolean flat)
    implements Serializable {
  /// The top is one node in twenty: 5 %.
  private static final int NODES_PER_TOP_NODE = 20;

  static final double EQUAL = 1e-9;

  /// How the values lie about the edge.
  ///
  /// @param above how many are larger
  /// @param atEdge how many are equal
  /// @param below the largest of those that are smaller, or `-∞`
  public record Census(long above, long atEdge, double below) implements Serializable {}

  /// @param kthSmallest the k-th smallest value, k from 0
  /// @param census of all values about an edge
  public static ClippedScale of(
      long count,
      double smallest,
      double largest,
      LongToDoubleFunction kthSmallest,
      DoubleFunction<Census> census) {
    if (largest - smallest <= EQUAL * largest) {
      return new ClippedScale(true, smallest, Double.POSITIVE_INFINITY, 0, 0, true);
    }
    long top = count / NODES_PER_TOP_NODE;
    double edge = top == 0 ? Double.POSITIVE_INFINITY : kthSmallest.applyAsDouble(count - top);
    Census around = census.apply(edge);
    long room = top - around.above();
    double below = Math.max(smallest, around.below());
    double range = (around.atEdge() > room ? edge : below) - smallest;
    return new ClippedScale(false, smallest, edge, room, range, range <= EQUAL * largest);
  }

  public boolean atEdge(double value) {
    return value == edge;
  }

  /// @param hasRoom whether the value, where it lies at the edge, is among the first `room` of them
  public double scaled(double value, boolean hasRoom) {
    if (constant) {
      return 0;
    }
    boolean clipped = value > edge || value == edge && hasRoom;
    return clipped ? 1 : flat ? 0 : (value - smallest) / range;
  }
}
