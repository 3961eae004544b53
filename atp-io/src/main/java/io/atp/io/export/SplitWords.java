package io.atp.io.export;

import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.Split;
import java.util.ArrayList;
import java.util.List;

/// Splits as a word per node: train, validation, test, or nothing.
///
/// @param name `split`, or `split0`, `split1`, … where there are several
record SplitWords(String name, byte[] parts) {
  private static final String[] WORDS = {"", "train", "validation", "test"};

  static List<SplitWords> of(GraphData data) {
    List<SplitWords> words = new ArrayList<>();
    for (Split split : data.splits()) {
      byte[] parts = new byte[data.graph().nodeCount()];
      mark(parts, split.train(), 1);
      mark(parts, split.validation(), 2);
      mark(parts, split.test(), 3);
      words.add(
          new SplitWords(data.splits().size() == 1 ? "split" : "split" + words.size(), parts));
    }
    return words;
  }

  private static void mark(byte[] parts, int[] nodes, int part) {
    for (int node : nodes) {
      parts[node] = (byte) part;
    }
  }

  String word(int node) {
    return WORDS[parts[node]];
  }
}
