package io.atp.oracle;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import io.atp.learn.tensor.Tensor;
import java.util.List;
import java.util.function.Function;

/// An op, inputs that suit it, and the same computation in PyTorch.
record OpCase(
    Class<?> op,
    String form,
    List<float[][]> inputs,
    Function<List<Tensor>, Tensor> ours,
    Function<NDList, NDArray> torch) {
  static OpCase of(
      Class<?> op,
      String form,
      Function<List<Tensor>, Tensor> ours,
      Function<NDList, NDArray> torch,
      float[][]... inputs) {
    return new OpCase(op, form, List.of(inputs), ours, torch);
  }

  void compare() {
    Oracle.compare(toString(), inputs, ours, torch);
  }

  @Override
  public String toString() {
    return op.getSimpleName() + (form.isEmpty() ? "" : ", " + form);
  }
}
