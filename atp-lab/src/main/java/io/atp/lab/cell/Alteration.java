package io.atp.lab.cell;

import io.atp.core.runtime.Require;

/// What is taken from the data before anything is learned, the same nodes and edges for every
/// method.
public sealed interface Alteration {
  /// For records and keys.
  String text();

  /// What [#text] wrote.
  static Alteration of(String text) {
    String[] words = text.split(" ", 2);
    return switch (words[0]) {
      case "none" -> new None();
      case "missing-features" -> new MissingFeatures(Double.parseDouble(words[1]));
      case "missing-edges" -> new MissingEdges(Double.parseDouble(words[1]));
      case "labels-per-class" -> new FewLabels(Integer.parseInt(words[1]));
      default -> throw new IllegalArgumentException("'%s' is nothing done to data".formatted(text));
    };
  }

  record None() implements Alteration {
    @Override
    public String text() {
      return "none";
    }
  }

  /// Features of this share of the nodes outside the training set are zero.
  record MissingFeatures(double share) implements Alteration {
    public MissingFeatures {
      Require.share("missing features", share);
    }

    @Override
    public String text() {
      return "missing-features " + share;
    }
  }

  /// This share of the edges is gone.
  record MissingEdges(double share) implements Alteration {
    public MissingEdges {
      Require.share("missing edges", share);
    }

    @Override
    public String text() {
      return "missing-edges " + share;
    }
  }

  /// This many training nodes of each class stay.
  record FewLabels(int perClass) implements Alteration {
    public FewLabels {
      Require.atLeast("labels per class", perClass, 1);
    }

    @Override
    public String text() {
      return "labels-per-class " + perClass;
    }
  }
}
