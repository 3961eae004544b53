package io.atp.learn.predict;

import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.stream.IntStream;

/// Labels for all nodes of a graph: the one a model was trained on, or another with the same
/// features.
///
/// Masks, coefficients, node-wise lengths and hops are computed anew on the graph at hand by the
/// plan the model was trained with.
public final class Predictor {
  private Predictor() {}

  /// Takes predictions, some nodes at a time.
  public interface Sink {
    /// @param fromNode the first of these nodes; the others follow it
    void rows(int fromNode, Predictions some) throws IOException;
  }

  public static Predictions predict(SavedModel saved, GraphData data, Workspace work) {
    return predict(saved, data, false, work);
  }

  /// @param embeddings whether to give the state of each node too that the last weights see
  public static Predictions predict(
      SavedModel saved, GraphData data, boolean embeddings, Workspace work) {
    int nodes = data.graph().nodeCount();
    var all =
        new Predictions(new int[nodes], new float[nodes][], new float[embeddings ? nodes : 0][]);
    try {
      stream(
          saved,
          data,
          embeddings,
          work,
          (from, some) -> {
            int count = some.labels().length;
            System.arraycopy(some.labels(), 0, all.labels(), from, count);
            System.arraycopy(some.probabilities(), 0, all.probabilities(), from, count);
            System.arraycopy(some.embeddings(), 0, all.embeddings(), from, embeddings ? count : 0);
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return all;
  }

  /// The same, holding no more than a few thousand nodes' answers at a time.
  ///
  /// @throws IOException what the sink throws
  public static void stream(
      SavedModel saved, GraphData data, boolean embeddings, Workspace work, Sink sink)
      throws IOException {
    stream(saved, saved.bind(), data, embeddings, work, sink);
  }

  private static <S extends Record, I> void stream(
      SavedModel saved,
      SavedModel.Bound<S, I> bound,
      GraphData data,
      boolean embeddings,
      Workspace work,
      Sink sink)
      throws IOException {
    LoadedModel.Use<S, I, Void, IOException> use =
        loaded -> {
          int count = data.graph().nodeCount();
          int step = Math.min(count, Math.max(1, loaded.model().judgingBatch()));
          for (int from = 0; from < count; from += step) {
            int[] nodes = IntStream.range(from, Math.min(from + step, count)).toArray();
            sink.rows(from, some(saved, loaded, nodes, embeddings));
          }
          return null;
        };
    LoadedModel.with(saved, bound, data, false, work, use);
  }

  private static <I> Predictions some(
      SavedModel saved, LoadedModel<?, I> loaded, int[] nodes, boolean embeddings) {
    try (Tape tape = loaded.engine().tape()) {
      Tensor logits = loaded.model().logits(tape, loaded.inputs(), nodes, Phase.judging());
      Predictions said = of(logits.value(), saved.temperature());
      return embeddings ? said.with(states(saved, tape, nodes)) : said;
    }
  }

  /// Rows of the last state: one for each node asked about, or of all nodes where the graph comes
  /// after it.
  private static float[][] states(SavedModel saved, Tape tape, int[] nodes) {
    Matrix last =
        tape.lastState()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "%s has no state between features and labels to give as an embedding"
                            .formatted(saved.backbone())))
            .value();
    boolean asked = last.rows() == nodes.length;
    float[][] rows = new float[nodes.length][];
    Arrays.setAll(rows, i -> last.row(asked ? i : nodes[i]));
    return rows;
  }

  static Predictions of(Matrix logits, double temperature) {
    int[] labels = new int[logits.rows()];
    float[][] probabilities = new float[logits.rows()][];
    for (int node = 0; node < labels.length; node++) {
      float[] row = logits.row(node);
      int best = 0;
      for (int c = 1; c < row.length; c++) {
        best = row[c] > row[best] ? c : best;
      }
      double sum = 0;
      double[] powers = new double[row.length];
      for (int c = 0; c < row.length; c++) {
        powers[c] = StrictMath.exp(((double) row[c] - row[best]) / temperature);
        sum += powers[c];
      }
      float[] shares = new float[row.length];
      for (int c = 0; c < row.length; c++) {
        shares[c] = (float) (powers[c] / sum);
      }
      labels[node] = best;
      probabilities[node] = shares;
    }
    return new Predictions(labels, probabilities);
  }
}
