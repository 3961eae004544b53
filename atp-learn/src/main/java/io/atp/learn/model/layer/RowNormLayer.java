package io.atp.learn.model.layer;

import io.atp.learn.tensor.Parameter;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.init.Initialiser;
import io.atp.learn.tensor.op.LayerNorm;
import java.util.List;

/// Standardises each row, then scales and shifts its columns; starts as γ = 1, β = 0. The "norm" of
/// GraphSAINT, ShaDow and Cluster-GCN.
///
/// @param epsilon what is added to the variance
public record RowNormLayer(Parameter scale, Parameter shift, double epsilon) {
  public static RowNormLayer create(
      ParameterStore store, String name, int columns, double epsilon) {
    return new RowNormLayer(
        store.create(name + ".scale", 1, columns, new Initialiser.Constant(1)),
        store.create(name + ".shift", 1, columns, new Initialiser.Constant(0)),
        epsilon);
  }

  public Tensor apply(Tensor x) {
    return LayerNorm.of(x, x.tape().parameter(scale), x.tape().parameter(shift), epsilon);
  }

  public List<Parameter> parameters() {
    return List.of(scale, shift);
  }
}
