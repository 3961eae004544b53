package io.atp.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/// Two layers of attention as message-passing libraries write them for PyTorch: rows of both ends
/// are lifted to arcs, and softmax and sums are scattered back to the receiving nodes.
///
/// @param senders the node each arc comes from, every node to itself included
/// @param receivers the node it goes to, in rising order
record LibTorchGat(Tensor features, Tensor senders, Tensor receivers, List<Layer> layers)
    implements LibTorchEpoch.Network {
  private static final double SLOPE = 0.2;

  /// @param weight all heads side by side
  /// @param receiver a₁, 1 × heads × width
  /// @param sender a₂
  private record Layer(
      Tensor weight,
      Tensor receiver,
      Tensor sender,
      Tensor receiverBias,
      Tensor senderBias,
      Tensor bias,
      int heads) {
    static Layer read(Path folder, String name, int heads) throws IOException {
      return new Layer(
          read(folder, name + ".weight"),
          read(folder, name + ".receiver").reshape(1, heads, -1),
          read(folder, name + ".sender").reshape(1, heads, -1),
          read(folder, name + ".receiverBias"),
          read(folder, name + ".senderBias"),
          read(folder, name + ".bias"),
          heads);
    }

    private static Tensor read(Path folder, String name) throws IOException {
      return LibTorch.tensor(EpochData.weights(folder, EpochModel.GAT, name));
    }

    List<Tensor> parameters() {
      return List.of(weight, receiver, sender, receiverBias, senderBias, bias);
    }
  }

  static LibTorchGat read(Path folder) throws IOException {
    Tensor offsets = LibTorch.tensor(folder.resolve("operator-offsets.npy"));
    long nodes = offsets.size(0) - 1;
    Tensor counts = offsets.narrow(0, 1, nodes).sub(offsets.narrow(0, 0, nodes));
    return new LibTorchGat(
        LibTorch.tensor(folder.resolve("features.npy")),
        LibTorch.tensor(folder.resolve("operator-columns.npy")).toType(torch.ScalarType.Long),
        torch.repeat_interleave(counts),
        List.of(Layer.read(folder, "layer0", 8), Layer.read(folder, "layer1", 1)));
  }

  @Override
  public Tensor logits() {
    return apply(layers.get(1), torch.elu(apply(layers.get(0), features)));
  }

  /// `Y_i = ‖_heads Σ_j α_ij g_j + b`.
  private Tensor apply(Layer layer, Tensor h) {
    long nodes = h.size(0);
    Tensor g = h.mm(layer.weight()).view(nodes, layer.heads(), -1);
    Tensor s = g.mul(layer.receiver()).sum(-1).add(layer.receiverBias());
    Tensor t = g.mul(layer.sender()).sum(-1).add(layer.senderBias());
    Tensor scores =
        torch.leaky_relu(
            s.index_select(0, receivers).add(t.index_select(0, senders)), new Scalar(SLOPE));
    Tensor coefficients = softmax(scores, nodes);
    Tensor lifted = g.index_select(0, senders);
    Tensor messages = lifted.mul(coefficients.unsqueeze(-1)).view(receivers.size(0), -1);
    return torch
        .zeros(nodes, messages.size(1))
        .scatter_add(0, index(messages.size(1)), messages)
        .add(layer.bias());
  }

  /// Over the arcs of each receiver, head by head.
  private Tensor softmax(Tensor scores, long nodes) {
    long heads = scores.size(1);
    Tensor index = index(heads);
    Tensor largest =
        torch.zeros(nodes, heads).scatter_reduce(0, index, scores.detach(), "amax", false);
    Tensor exponentials = scores.sub(largest.index_select(0, receivers)).exp();
    Tensor sums = torch.zeros(nodes, heads).scatter_add(0, index, exponentials);
    return exponentials.div(sums.index_select(0, receivers));
  }

  /// The receivers once for every column, without a copy.
  private Tensor index(long columns) {
    return receivers.unsqueeze(-1).expand(receivers.size(0), columns);
  }

  @Override
  public List<Tensor> parameters() {
    List<Tensor> all = new ArrayList<>();
    layers.forEach(layer -> all.addAll(layer.parameters()));
    return all;
  }
}
