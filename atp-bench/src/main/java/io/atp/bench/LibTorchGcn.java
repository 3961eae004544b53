package io.atp.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.bytedeco.pytorch.Tensor;

/// `M · ReLU(M · X · W₁) · W₂` with M in sparse CSR.
///
/// @param spreadFirst whether the first layer is `(M·X)·W₁`, which spreads fewer columns and needs
///   no Mᵀ on the way back
record LibTorchGcn(
    Tensor operator, Tensor features, Tensor first, Tensor second, boolean spreadFirst)
    implements LibTorchEpoch.Network {
  static LibTorchGcn read(Path folder, boolean spreadFirst) throws IOException {
    return new LibTorchGcn(
        LibTorch.operator(folder),
        LibTorch.tensor(folder.resolve("features.npy")),
        weight(folder, "layer0.weight"),
        weight(folder, "layer1.weight"),
        spreadFirst);
  }

  private static Tensor weight(Path folder, String name) throws IOException {
    return LibTorch.tensor(EpochData.weights(folder, EpochModel.GCN, name));
  }

  @Override
  public Tensor logits() {
    Tensor hidden = spreadFirst ? operator.mm(features).mm(first) : operator.mm(features.mm(first));
    return operator.mm(hidden.relu().mm(second));
  }

  @Override
  public List<Tensor> parameters() {
    return List.of(first, second);
  }
}
