package io.atp.spark.room;

import io.atp.spark.block.BlockGraph.News;
import io.atp.spark.block.GraphBlock;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Iterator;

/// Lists of local numbers, one for each row of a partition, or for each row and ghost.
///
/// @param offsets where each list starts, one more than lists
record RowLists(int[] offsets, int[] targets) implements Serializable {
  /// Whole rows.
  static RowLists of(GraphBlock block) {
    return new RowLists(block.offsets(), block.targets());
  }

  /// Of each row the nodes above it: of larger degree, or of the same degree and a lower id. Every
  /// edge is then in one list, and no list is longer than the root of twice the edges.
  static RowLists upward(GraphBlock block, int[] degrees) {
    int[] offsets = new int[block.rows() + 1];
    int[] targets = new int[block.arcCount()];
    int size = 0;
    for (int row = 0; row < block.rows(); row++) {
      for (int arc = block.offsets()[row]; arc < block.offsets()[row + 1]; arc++) {
        int other = block.targets()[arc];
        boolean above =
            degrees[other] > degrees[row]
                || degrees[other] == degrees[row] && block.node(other) < block.from() + row;
        if (above) {
          targets[size++] = other;
        }
      }
      offsets[row + 1] = size;
    }
    return new RowLists(offsets, Arrays.copyOf(targets, size));
  }

  /// Bytes of the lists of some rows.
  int bytes(int[] rows) {
    int entries = rows.length;
    for (int row : rows) {
      entries = Math.addExact(entries, offsets[row + 1] - offsets[row]);
    }
    return Math.multiplyExact(entries, Integer.BYTES);
  }

  /// The lists of some rows: length, then nodes of the whole graph.
  void pack(GraphBlock block, int[] rows, ByteBuffer into) {
    for (int row : rows) {
      into.putInt(offsets[row + 1] - offsets[row]);
      for (int at = offsets[row]; at < offsets[row + 1]; at++) {
        into.putInt(block.node(targets[at]));
      }
    }
  }

  /// With the lists of ghosts after those of rows. A node that no row of this partition lists
  /// cannot close a triangle here and is left out.
  RowLists withGhosts(GraphBlock block, Iterator<News> news) {
    int[] ends = new int[block.localCount() + 1];
    System.arraycopy(offsets, 0, ends, 0, offsets.length);
    int[][] lists = new int[block.ghosts().length][0];
    int size = targets.length;
    while (news.hasNext()) {
      News item = news.next();
      for (int i = 0; i < item.count(); i++) {
        int[] list = new int[item.bytes().getInt()];
        int kept = 0;
        for (int entry = 0; entry < list.length; entry++) {
          int local = block.local(item.bytes().getInt());
          list[kept] = local;
          kept += local < 0 ? 0 : 1;
        }
        lists[item.firstLocal() + i - block.rows()] = Arrays.copyOf(list, kept);
        size = Math.addExact(size, kept);
      }
    }
    int[] all = Arrays.copyOf(targets, size);
    int at = targets.length;
    for (int ghost = 0; ghost < lists.length; ghost++) {
      System.arraycopy(lists[ghost], 0, all, at, lists[ghost].length);
      at += lists[ghost].length;
      ends[block.rows() + ghost + 1] = at;
    }
    return new RowLists(ends, all);
  }

  /// Triangles found from the rows of this partition, credited to all three corners: an entry for
  /// each row and ghost.
  long[] triangles(GraphBlock block) {
    long[] credits = new long[block.localCount()];
    boolean[] marks = new boolean[block.localCount()];
    for (int u = 0; u < block.rows(); u++) {
      mark(u, marks, true);
      for (int at = offsets[u]; at < offsets[u + 1]; at++) {
        int v = targets[at];
        for (int next = offsets[v]; next < offsets[v + 1]; next++) {
          int x = targets[next];
          if (marks[x]) {
            credits[u]++;
            credits[v]++;
            credits[x]++;
          }
        }
      }
      mark(u, marks, false);
    }
    return credits;
  }

  /// Arcs among the nodes that a row lists, for each row.
  long[] closedPairs(GraphBlock block) {
    long[] counts = new long[block.rows()];
    boolean[] marks = new boolean[block.localCount()];
    for (int row = 0; row < counts.length; row++) {
      mark(row, marks, true);
      for (int at = offsets[row]; at < offsets[row + 1]; at++) {
        int other = targets[at];
        for (int next = offsets[other]; next < offsets[other + 1]; next++) {
          counts[row] += marks[targets[next]] ? 1 : 0;
        }
      }
      mark(row, marks, false);
    }
    return counts;
  }

  private void mark(int row, boolean[] marks, boolean value) {
    for (int at = offsets[row]; at < offsets[row + 1]; at++) {
      marks[targets[at]] = value;
    }
  }
}
