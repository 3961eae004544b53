package io.atp.spark.block;

import io.atp.core.graph.CsrGraph;
import io.atp.core.runtime.Workspace;
import io.atp.spark.checkpoint.Stored;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.Serializable;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/// The rows of one range of nodes, and the tables that say what travels between partitions.
///
/// Nodes have local numbers here: 0 … rows−1 are the range's own, and those after them are its
/// *ghosts*, the nodes of other ranges that some row lists, in increasing order. A row keeps the
/// order of the whole graph's row, so that sums over it have the same bits. Since ghosts are
/// sorted, those of one owner lie side by side: what comes from it is copied to its place in one
/// piece.
///
/// @param partition which range this is
/// @param from its first node
/// @param offsets of the rows in `targets`, one more than rows
/// @param targets local numbers
/// @param ghosts the nodes behind local numbers from `rows` on
/// @param wanted for every partition, which rows of this range it has among its ghosts
public record GraphBlock(
    int partition, int from, int[] offsets, int[] targets, int[] ghosts, int[][] wanted)
    implements Serializable, Stored {

  public int rows() {
    return offsets.length - 1;
  }

  /// Own nodes and ghosts.
  public int localCount() {
    return rows() + ghosts.length;
  }

  public int degree(int row) {
    return offsets[row + 1] - offsets[row];
  }

  public int arcCount() {
    return targets.length;
  }

  /// The node behind a local number.
  public int node(int local) {
    return local < rows() ? from + local : ghosts[local - rows()];
  }

  /// The local number of a node, or one below 0 where no row lists it.
  public int local(int node) {
    if (node >= from && node < from + rows()) {
      return node - from;
    }
    int found = Arrays.binarySearch(ghosts, node);
    return found < 0 ? -1 : rows() + found;
  }

  /// Where the ghosts of a range begin among the local numbers.
  public int firstGhostFrom(int node) {
    int found = Arrays.binarySearch(ghosts, node);
    return rows() + (found < 0 ? -found - 1 : found);
  }

  /// The rows as a graph whose targets are local numbers. It has as many nodes as rows, so a target
  /// may lie beyond: for loops that read `x[target]` from an array that covers the ghosts too.
  public CsrGraph localGraph(boolean symmetric, Workspace work) {
    MemorySegment longs = work.allocateLongs(offsets.length);
    for (int row = 0; row < offsets.length; row++) {
      longs.setAtIndex(ValueLayout.JAVA_LONG, row, offsets[row]);
    }
    MemorySegment ints = work.allocateInts(targets.length);
    MemorySegment.copy(targets, 0, ints, ValueLayout.JAVA_INT, 0, targets.length);
    return CsrGraph.of(longs, ints, symmetric);
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeInt(partition);
    out.writeInt(from);
    Stored.writeInts(out, offsets);
    Stored.writeInts(out, targets);
    Stored.writeInts(out, ghosts);
    out.writeInt(wanted.length);
    for (int[] rows : wanted) {
      Stored.writeInts(out, rows);
    }
  }

  public static GraphBlock read(DataInput in) throws IOException {
    int partition = in.readInt();
    int from = in.readInt();
    int[] offsets = Stored.readInts(in);
    int[] targets = Stored.readInts(in);
    int[] ghosts = Stored.readInts(in);
    int[][] wanted = new int[in.readInt()][];
    for (int i = 0; i < wanted.length; i++) {
      wanted[i] = Stored.readInts(in);
    }
    return new GraphBlock(partition, from, offsets, targets, ghosts, wanted);
  }
}
