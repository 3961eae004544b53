package io.atp.learn.predict;

import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.learn.model.Model;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.train.Judge;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;

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
    int nodes = data.graph().nodeCount();
    var all = new Predictions(new int[nodes], new float[nodes][]);
    try {
      stream(
          saved,
          data,
          work,
          (from, some) -> {
            System.arraycopy(some.labels(), 0, all.labels(), from, some.labels().length);
            System.arraycopy(
                some.probabilities(), 0, all.probabilities(), from, some.labels().length);
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return all;
  }

  /// The same, holding no more than a few thousand nodes' answers at a time.
  ///
  /// @throws IOException what the sink throws
  public static void stream(SavedModel saved, GraphData data, Workspace work, Sink sink)
      throws IOException {
    stream(saved, saved.bind(), data, work, sink);
  }

  private static <S extends Record, I> void stream(
      SavedModel saved, SavedModel.Bound<S, I> bound, GraphData data, Workspace work, Sink sink)
      throws IOException {
    LoadedModel.Use<S, I, Void, IOException> use =
        loaded -> {
          Model<I> model = loaded.model();
          Engine engine = loaded.engine();
          int count = data.graph().nodeCount();
          int step = Math.min(count, Math.max(1, model.judgingBatch()));
          for (int from = 0; from < count; from += step) {
            int[] nodes = new int[Math.min(step, count - from)];
            int first = from;
            Arrays.setAll(nodes, i -> first + i);
            Matrix logits = Judge.logits(model, loaded.inputs(), nodes, saved.outputs(), engine);
            sink.rows(from, of(logits, saved.temperature()));
            engine.pool().give(logits);
          }
          return null;
        };
    LoadedModel.with(saved, bound, data, false, work, use);
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
