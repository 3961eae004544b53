package io.atp.core.kernel;

import static io.atp.core.kernel.Tile.LANES;
import static io.atp.core.kernel.Tile.LANE_COUNT;
import static jdk.incubator.vector.VectorOperators.ADD;
import static jdk.incubator.vector.VectorOperators.NE;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/// Rows of A without their zeros, which leave every chain of a sum as it is: `0 · b + c = c` for
/// finite b. Only a sum that is nothing but a product too small for a float, and negative, keeps
/// its sign here, as −0, where a zero after it makes it 0 in a tile. Dropout and activations make
/// most of a factor zero, and a row then takes the time of what is left of it.
///
/// Made for panels of four vectors. The sums of one row then keep a processor with vectors of 512
/// bits busy while a multiplication takes its time; others want more of them at once.
final class EntryRows {
  private static final VectorSpecies<Integer> INTS =
      VectorSpecies.of(int.class, LANES.vectorShape());
  private static final int COLUMNS = 4 * LANE_COUNT;

  /// More than one entry in so many, and tiles are faster.
  private static final int FEW = 3;

  /// Rows that show what to expect of the others: a factor with clearly more entries is given up
  /// after these.
  private static final int SAMPLE = TileKernels.ROWS;

  private static final double CLEARLY = 1.1;

  private final int[] places;
  private final float[] numbers;
  private final int[] ends;

  /// For so many rows of [TileKernels#DEPTH] terms, at most.
  EntryRows(int rows) {
    int room = rows * TileKernels.DEPTH / FEW + TileKernels.DEPTH + LANE_COUNT;
    places = new int[room];
    numbers = new float[room];
    ends = new int[rows + 1];
  }

  /// Takes rows of A, if few of their entries are not zero.
  ///
  /// @param aRow from one row to the next
  /// @return whether it did
  boolean take(float[] a, int aRow, int rows, int terms) {
    int most = rows * terms / FEW;
    int count = 0;
    for (int row = 0; row < rows; row++) {
      count = takeRow(a, row * aRow, terms, count);
      ends[row + 1] = count;
      if (count > most || row + 1 == SAMPLE && count * FEW > CLEARLY * SAMPLE * terms) {
        return false;
      }
    }
    return true;
  }

  private int takeRow(float[] a, int from, int terms, int taken) {
    int count = taken;
    int whole = LANES.loopBound(terms);
    IntVector at = IntVector.zero(INTS).addIndex(COLUMNS);
    for (int p = 0; p < whole; p += LANE_COUNT) {
      FloatVector x = Tile.load(a, from + p);
      VectorMask<Float> left = x.compare(NE, 0);
      x.compress(left).intoArray(numbers, count);
      at.compress(left.cast(INTS)).intoArray(places, count);
      count += left.trueCount();
      at = at.add(LANE_COUNT * COLUMNS);
    }
    for (int p = whole; p < terms; p++) {
      numbers[count] = a[from + p];
      places[count] = p * COLUMNS;
      count += a[from + p] == 0 ? 0 : 1;
    }
    return count;
  }

  /// One row of the result: `out(j) = Σ_p a(row, p) · b(p, j)`, chained over the entries.
  ///
  /// @param b a panel of B, as wide as a tile
  void multiply(int row, float[] b, int bAt, float[] out, int at) {
    FloatVector c0 = FloatVector.zero(LANES);
    FloatVector c1 = c0;
    FloatVector c2 = c0;
    FloatVector c3 = c0;
    for (int entry = ends[row]; entry < ends[row + 1]; entry++) {
      FloatVector x = Tile.spread(numbers[entry]);
      int bRow = bAt + places[entry];
      c0 = x.fma(Tile.load(b, bRow), c0);
      c1 = x.fma(Tile.load(b, bRow + LANE_COUNT), c1);
      c2 = x.fma(Tile.load(b, bRow + 2 * LANE_COUNT), c2);
      c3 = x.fma(Tile.load(b, bRow + 3 * LANE_COUNT), c3);
    }
    c0.intoArray(out, at);
    c1.intoArray(out, at + LANE_COUNT);
    c2.intoArray(out, at + 2 * LANE_COUNT);
    c3.intoArray(out, at + 3 * LANE_COUNT);
  }

  /// Whether zero times any of them is zero.
  static boolean allFinite(float[] numbers, int count) {
    FloatVector zero = FloatVector.zero(LANES);
    FloatVector s0 = zero;
    FloatVector s1 = zero;
    int whole = count / (2 * LANE_COUNT) * (2 * LANE_COUNT);
    for (int i = 0; i < whole; i += 2 * LANE_COUNT) {
      s0 = Tile.load(numbers, i).fma(zero, s0);
      s1 = Tile.load(numbers, i + LANE_COUNT).fma(zero, s1);
    }
    float sum = s0.add(s1).reduceLanes(ADD);
    for (int i = whole; i < count; i++) {
      sum += numbers[i] * 0;
    }
    return sum == 0;
  }
}
