package io.atp.learn.model.layer;

import io.atp.learn.sample.EgoBatch;
import io.atp.learn.tensor.Parameter;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.op.Add;
import io.atp.learn.tensor.op.Concat;
import io.atp.learn.tensor.op.Dropout;
import io.atp.learn.tensor.op.GatherRows;
import io.atp.learn.tensor.op.ScatterRows;
import io.atp.learn.tensor.op.SegmentMax;
import io.atp.learn.tensor.op.SegmentMean;
import io.atp.learn.tensor.sparse.Segments;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// One row for each target, from the states of all layers: the target's own, and what its subgraph
/// comes to, `norm(act(drop([own ‖ pooled])·W + b))`.
///
/// The centre's last state alone is passed on as it is.
public record EgoReadout(
    Residue residue,
    Pooling pooling,
    EgoLayer.Activation activation,
    Optional<Linear> linear,
    Optional<RowNormLayer> norm) {
  private static final double EPSILON = 1e-9;

  /// What of the layers counts.
  public enum Residue {
    /// The last one.
    LAST,
    /// The largest of all, entry by entry.
    MAX
  }

  /// What of a subgraph counts besides its target.
  public enum Pooling {
    CENTRE,
    MEAN,
    MAX
  }

  public static EgoReadout create(
      ParameterStore store,
      Residue residue,
      Pooling pooling,
      EgoLayer.Activation activation,
      int width) {
    if (residue == Residue.LAST && pooling == Pooling.CENTRE) {
      return new EgoReadout(residue, pooling, activation, Optional.empty(), Optional.empty());
    }
    int in = pooling == Pooling.CENTRE ? width : 2 * width;
    return new EgoReadout(
        residue,
        pooling,
        activation,
        Optional.of(Linear.create(store, "readout", in, width)),
        Optional.of(RowNormLayer.create(store, "readout.norm", width, EPSILON)));
  }

  /// @param layers states of all nodes of the batch after each layer
  public Tensor apply(List<Tensor> layers, EgoBatch batch, double dropout, Phase phase) {
    int[] roots = batch.roots();
    List<Tensor> used = residue == Residue.LAST ? List.of(layers.getLast()) : layers;
    Tensor own = largest(used.stream().map(h -> GatherRows.of(h, roots)).toList());
    if (linear.isEmpty()) {
      return own;
    }
    Tensor in =
        switch (pooling) {
          case CENTRE -> own;
          case MEAN ->
              beside(own, used.stream().map(h -> SegmentMean.of(batch.parts(), h)).toList());
          case MAX -> beside(own, used.stream().map(h -> SegmentMax.of(batch.parts(), h)).toList());
        };
    Tensor out = linear.get().apply(Dropout.of(in, dropout, phase));
    return norm.orElseThrow().apply(activation.of(out));
  }

  private static Tensor beside(Tensor own, List<Tensor> pooled) {
    return Concat.of(List.of(own, largest(pooled)));
  }

  /// Entry by entry: rows of one target are laid next to each other, and a segment is made of them.
  private static Tensor largest(List<Tensor> layers) {
    int count = layers.size();
    if (count == 1) {
      return layers.getFirst();
    }
    int rows = layers.getFirst().rows();
    Tensor all = null;
    for (int l = 0; l < count; l++) {
      int[] places = new int[rows];
      int layer = l;
      Arrays.setAll(places, row -> row * count + layer);
      Tensor spread = ScatterRows.of(layers.get(l), places, rows * count);
      all = all == null ? spread : Add.of(all, spread);
    }
    int[] offsets = new int[rows + 1];
    Arrays.setAll(offsets, row -> row * count);
    return SegmentMax.of(new Segments(offsets), all);
  }

  public List<Parameter> parameters() {
    List<Parameter> all = new ArrayList<>();
    linear.ifPresent(layer -> all.addAll(layer.parameters()));
    norm.ifPresent(layer -> all.addAll(layer.parameters()));
    return all;
  }
}
