package io.atp.learn.predict;

/// What a model says of every node.
///
/// @param labels the most probable class of each node
/// @param probabilities one row per node, calibrated by the model's temperature
/// @param embeddings one row per node, where they were asked for: what the last weights see
public record Predictions(int[] labels, float[][] probabilities, float[][] embeddings) {
  private static final float[][] NONE = {};

  public Predictions(int[] labels, float[][] probabilities) {
    this(labels, probabilities, NONE);
  }

  Predictions with(float[][] states) {
    return new Predictions(labels, probabilities, states);
  }

  /// Columns of the embeddings; 0 where there are none.
  public int embeddingWidth() {
    return embeddings.length == 0 ? 0 : embeddings[0].length;
  }
}
