package io.atp.io.generate;

import io.atp.core.graph.ArcSource;

/// The first `size` draws of a model, computed whenever they are asked for.
record EdgeDraws(BlockModel model, long size) implements ArcSource {
  @Override
  public boolean repeatable() {
    return true;
  }

  @Override
  public int copy(long from, int count, long[] into) {
    HashStream random = new HashStream();
    int found = 0;
    for (long index = from; index < from + count; index++) {
      long places = model.places(Purpose.EDGE, index, random);
      if (places != BlockModel.NONE) {
        into[found++] = places;
      }
    }
    model.edges(into, found); // all at once: the shuffle runs in vectors, drawing branches too much
    return found;
  }
}
