package io.atp.learn.plan;

import io.atp.core.correct.CorrectedGraph;
import io.atp.core.correct.CorrectionAccount;
import io.atp.core.encode.Encodings;
import io.atp.core.encode.LocalNodeContext;
import io.atp.core.encode.NodeCoefficients;
import io.atp.core.feature.Features;
import io.atp.core.graph.CsrGraph;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.runtime.SharedResults.Shared;
import io.atp.core.runtime.Workspace;
import java.util.Optional;

/// A plan carried out: the operator, and what was found and done on the way.
///
/// @param coefficients r or r̃ of every node
/// @param account what the correction removed, where there was one
/// @param encodings what r̃ was made of, where it was node-wise
/// @param correctSeconds time that masking takes, also where the result was found
/// @param encodeSeconds time that encodings and the operator take
public record BuiltOperator(
    PropagationOperator operator,
    NodeCoefficients coefficients,
    Optional<CorrectionAccount> account,
    Optional<Encodings> encodings,
    double correctSeconds,
    double encodeSeconds) {
  /// The paper up to the operator. The result lives as long as the workspace.
  public static BuiltOperator of(
      OperatorPlan plan, CsrGraph graph, Features features, Workspace work) {
    long start = System.nanoTime();
    Optional<Shared<CorrectedGraph>> corrected =
        plan.correction().map(config -> SharedRooms.corrected(graph, features, config, work));
    CsrGraph topology = corrected.map(done -> done.value().graph()).orElse(graph);
    long masked = System.nanoTime();
    Weighed weighed = Weighed.of(plan.kernel(), topology, work);
    PropagationOperator operator = PropagationOperator.of(topology, weighed.coefficients());
    Optional<Shared<Encodings>> encodings = weighed.encodings();
    return new BuiltOperator(
        operator,
        weighed.coefficients(),
        corrected.map(done -> done.value().account()),
        encodings.map(Shared::value),
        (masked - start) * 1e-9 + corrected.map(Shared::sparedSeconds).orElse(0.0),
        (System.nanoTime() - masked) * 1e-9 + encodings.map(Shared::sparedSeconds).orElse(0.0));
  }

  /// The operator of another kernel on the same topology.
  public PropagationOperator with(OperatorPlan.Kernel other, Workspace work) {
    CsrGraph topology = operator.graph();
    return PropagationOperator.of(topology, Weighed.of(other, topology, work).coefficients());
  }

  private record Weighed(NodeCoefficients coefficients, Optional<Shared<Encodings>> encodings) {
    static Weighed of(OperatorPlan.Kernel kernel, CsrGraph topology, Workspace work) {
      return switch (kernel) {
        case OperatorPlan.Kernel.Constant(double r) ->
            new Weighed(NodeCoefficients.constant(topology.nodeCount(), r), Optional.empty());
        case OperatorPlan.Kernel.NodeWise(var config) -> {
          Shared<Encodings> found =
              SharedRooms.described(topology, config, LocalNodeContext.weighted(config), work);
          yield new Weighed(LocalNodeContext.combine(found.value(), config), Optional.of(found));
        }
      };
    }
  }
}
