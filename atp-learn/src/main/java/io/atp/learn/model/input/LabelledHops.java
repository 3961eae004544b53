package io.atp.learn.model.input;

import io.atp.core.encode.NodeCoefficients;
import io.atp.core.feature.DenseFeatures;
import io.atp.core.graph.CsrGraph;
import io.atp.core.propagate.RowOrigin;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.Labels;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import java.util.List;
import java.util.Optional;

/// Hop features, and where labels are used, ℓ: one-hot training labels after some hops of `D⁻¹A`,
/// the row mean without loops.
///
/// A node's own label comes back to it, thinned out, from the second hop on; on small dense graphs
/// that leaks.
public record LabelledHops(HopInputs hops, Optional<HopInputs> labels) {
  /// @param labelHops 0 for no label use
  public static LabelledHops of(
      List<DenseFeatures> matrices,
      CsrGraph graph,
      Labels known,
      Lessons lessons,
      int labelHops,
      Workspace work) {
    var hops = new LabelledHops(new HopInputs(matrices), Optional.empty());
    return labelHops == 0 ? hops : hops.with(graph, known, lessons, labelHops, work);
  }

  /// The same hops with ℓ from these labels and lessons.
  public LabelledHops with(
      CsrGraph graph, Labels known, Lessons lessons, int labelHops, Workspace work) {
    NodeCoefficients mean = NodeCoefficients.constant(graph.nodeCount(), 0);
    DenseFeatures start = OneHot.of(known, lessons, work);
    DenseFeatures spread = LoopFreeWalk.hops(graph, mean, start, labelHops, work).getLast();
    return new LabelledHops(hops, Optional.of(new HopInputs(List.of(spread))));
  }

  /// What a node's row of ℓ is made of.
  public static RowOrigin labelOrigin(
      CsrGraph graph, Labels known, Lessons lessons, int labelHops, int node, Workspace work) {
    NodeCoefficients mean = NodeCoefficients.constant(graph.nodeCount(), 0);
    DenseFeatures start = OneHot.of(known, lessons, work);
    return LoopFreeWalk.origins(graph, mean, start, node, labelHops).getLast().labels();
  }

  public Tensor labelRows(Tape tape, int[] nodes) {
    return labels.orElseThrow().rows(tape, 0, nodes);
  }
}
