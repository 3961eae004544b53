package io.atp.core.graph;

import java.util.ArrayList;
import java.util.List;

/// All arcs of a build, cut into parts: the unit that one thread reads at a time.
final class ArcParts {
  /// Arcs handed on at a time: few enough to stay in the cache.
  static final int PIECE = 1 << 13;

  private static final int PART_ARCS = 1 << 18;

  private final List<Part> parts = new ArrayList<>();
  private long size;
  private int repeatable;

  private record Part(ArcSource source, long from, int count) {}

  /// Takes the first `count` of `arcs`.
  @FunctionalInterface
  interface Body {
    void take(long[] arcs, int count);
  }

  void add(ArcSource source) {
    int before = parts.size();
    for (long from = 0; from < source.size(); from += PART_ARCS) {
      parts.add(new Part(source, from, (int) Math.min(PART_ARCS, source.size() - from)));
    }
    size += source.size();
    if (source.repeatable() && repeatable == before) {
      repeatable = parts.size();
    }
  }

  /// How many parts from the first on hold the same arcs in every run.
  int repeatable() {
    return repeatable;
  }

  int count() {
    return parts.size();
  }

  /// Most arcs there can be.
  long size() {
    return size;
  }

  void forEach(int part, Body body) {
    forEach(part, PART_ARCS, body);
  }

  /// The first `most` numbers of a part: a sample.
  void forEach(int part, int most, Body body) {
    Part at = parts.get(part);
    int end = Math.min(at.count, most);
    long[] piece = new long[Math.min(PIECE, end)];
    for (int done = 0; done < end; done += PIECE) {
      int wanted = Math.min(PIECE, end - done);
      body.take(piece, at.source.copy(at.from + done, wanted, piece));
    }
  }
}
