package io.atp.learn.predict;

import io.atp.core.encode.Encoding;
import io.atp.core.encode.EncodingConfig;
import io.atp.core.encode.Encodings;
import io.atp.core.encode.LocalNodeContext;
import io.atp.core.graph.CsrGraph;
import io.atp.core.propagate.RowOrigin;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.learn.model.input.FollowedFeatures;
import io.atp.learn.plan.OperatorPlan.Kernel;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.op.SliceColumns;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/// Takes a logit apart: `z = rest + Σ_j Σ_c ∂z/∂x_jc · x_jc`.
///
/// Where a backbone reads rows that were propagated before, the gradient g_l with respect to each
/// row is followed back along what the row is made of: `z = rest + Σ_l Σ_h w_lh Σ_j (W^h)_ij · (g_l
/// · x_j)`, and each hop has its share. In a linear backbone g is the same everywhere and the sum
/// is exact. Where a backbone reads features of nodes themselves, the gradient goes all the way,
/// through [FollowedFeatures].
public final class Explainer {
  /// What an explanation takes beside the prediction: shares of features and of labels, two rows of
  /// a walk, dot products, distances and their queue, factors and their gradient.
  public static final long BYTES_PER_NODE = 64;

  private static final Set<Encoding> ALWAYS =
      EnumSet.of(Encoding.DEGREE, Encoding.CLUSTERING, Encoding.EIGENVECTOR);

  private Explainer() {}

  /// @param node of the graph
  /// @param count how many nodes to name
  public static Explanation explain(
      SavedModel saved, GraphData data, int node, int count, Workspace work) {
    return explain(saved, saved.bind(), data, node, count, work);
  }

  private static <S extends Record, I> Explanation explain(
      SavedModel saved,
      SavedModel.Bound<S, I> bound,
      GraphData data,
      int node,
      int count,
      Workspace work) {
    return LoadedModel.with(
        saved,
        bound,
        data,
        true,
        work,
        (LoadedModel<S, I> loaded) -> explain(saved, loaded, data.graph(), node, count));
  }

  private static <S extends Record, I> Explanation explain(
      SavedModel saved, LoadedModel<S, I> loaded, CsrGraph whole, int node, int count) {
    Workspace work = loaded.work();
    List<RowOrigin> origins =
        loaded.backbone().origins(loaded.settings(), loaded.problem(), node, work);
    Told told = told(loaded, origins, node);
    boolean exact =
        loaded.backbone().linear(loaded.settings()) && origins.stream().allMatch(RowOrigin::exact);
    return new Explanation(
        node,
        told.label(),
        told.logit(),
        exact,
        told.logit() - told.shares().sum(),
        told.shares().steps(),
        told.shares().perStep(),
        told.shares().labelSum(),
        told.shares().largest(count),
        loaded.backbone().operatorUse(loaded.settings()),
        loaded.built().coefficients().of(node),
        encodings(saved, loaded, node),
        saved
            .plan()
            .correction()
            .map(config -> MaskReasons.of(config, whole, loaded.built(), node, work))
            .orElse(List.of()));
  }

  /// The class with the largest logit, and what the logit hangs on.
  private record Told(int label, double logit, Shares shares) {}

  private static <I> Told told(LoadedModel<?, I> loaded, List<RowOrigin> origins, int node) {
    try (Tape tape = loaded.engine().tapeFollowingInputs()) {
      Tensor logits =
          loaded.model().logits(tape, loaded.inputs(), new int[] {node}, Phase.judging());
      float[] row = logits.value().row(0);
      int label =
          IntStream.range(0, row.length).reduce((a, b) -> row[b] > row[a] ? b : a).orElseThrow();
      tape.backward(SliceColumns.of(logits, label, label + 1));
      CsrGraph graph = loaded.problem().operator().graph();
      Shares shares =
          origins.isEmpty()
              ? Shares.of(followed(tape, loaded.problem().factors().orElseThrow()), graph, node)
              : Shares.of(origins, rows(tape, origins.size()), graph, node);
      return new Told(label, row[label], shares);
    }
  }

  private static float[][] rows(Tape tape, int count) {
    List<Tensor> read = tape.variables();
    Require.that(
        read.size() == count, "the model read %d rows, and %d are known", read.size(), count);
    return read.stream().map(each -> each.gradient().row(0)).toArray(float[][]::new);
  }

  /// The gradient with respect to the factor of each node's features.
  private static double[] followed(Tape tape, Matrix factors) {
    double[] sums = new double[factors.rows()];
    for (Tensor variable : tape.variables()) {
      if (variable.value() == factors) {
        Matrix gradient = variable.gradient();
        Arrays.setAll(sums, j -> sums[j] + gradient.get(j, 0));
      }
    }
    return sums;
  }

  private static SortedMap<Encoding, Double> encodings(
      SavedModel saved, LoadedModel<?, ?> loaded, int node) {
    EncodingConfig config =
        saved.plan().kernel() instanceof Kernel.NodeWise(EncodingConfig own)
            ? own
            : EncodingConfig.defaults();
    Set<Encoding> wanted = EnumSet.copyOf(ALWAYS);
    if (saved.plan().kernel() instanceof Kernel.NodeWise) {
      wanted.addAll(LocalNodeContext.weighted(config));
    }
    CsrGraph graph = loaded.problem().operator().graph();
    Encodings found =
        loaded
            .built()
            .encodings()
            .filter(all -> wanted.stream().allMatch(all::has))
            .orElseGet(() -> LocalNodeContext.describe(graph, config, wanted, loaded.work()));
    SortedMap<Encoding, Double> values = new TreeMap<>();
    wanted.forEach(encoding -> values.put(encoding, found.values(encoding)[node]));
    return values;
  }
}
