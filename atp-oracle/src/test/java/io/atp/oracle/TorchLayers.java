package io.atp.oracle;

import ai.djl.ndarray.NDArray;
import io.atp.learn.model.layer.HopAttention.Activation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The layers of the specification in PyTorch's operations, with the parameters of a store by name.
/// Nothing is dropped.
record TorchLayers(Map<String, NDArray> store, boolean training) {
  NDArray batchNorm(String name, NDArray x) {
    return TorchOps.batchNorm(
        x,
        store.get(name + ".scale"),
        store.get(name + ".shift"),
        TorchOps.flat(store.get(name + ".mean")),
        TorchOps.flat(store.get(name + ".variance")),
        training);
  }

  /// `Linear – (BatchNorm) – PReLU`, …, `Linear`.
  NDArray feedForward(String name, NDArray x, int layers, boolean withNorm) {
    NDArray h = x;
    for (int i = 0; i < layers; i++) {
      String layer = name + "." + i;
      h = TorchOps.linear(h, store.get(layer + ".weight"), store.get(layer + ".bias"));
      if (i < layers - 1) {
        h = withNorm ? batchNorm(layer + ".norm", h) : h;
        h = TorchOps.prelu(h, store.get(name + ".slope"));
      }
    }
    return h;
  }

  /// GAMLP's `FeedForwardNetII`: a first layer, n − 2 middle layers that mix in the first one's
  /// result by half and add their own input, a last layer; first and last add their input where
  /// widths match.
  NDArray residualStack(String name, NDArray z, int layers) {
    NDArray first = plusInput(normed(name, 0, z), z);
    NDArray x = first;
    for (int i = 1; i < layers - 1; i++) {
      NDArray u = TorchOps.prelu(x, store.get(name + ".slope"));
      x = normed(name, i, u.add(first).mul(0.5f)).add(u);
    }
    NDArray u = TorchOps.prelu(x, store.get(name + ".slope"));
    return plusInput(normed(name, layers - 1, u), u);
  }

  private NDArray normed(String name, int layer, NDArray x) {
    String at = name + "." + layer;
    return batchNorm(at + ".norm", x.matMul(store.get(at + ".weight")));
  }

  private static NDArray plusInput(NDArray y, NDArray x) {
    return y.getShape().equals(x.getShape()) ? y.add(x) : y;
  }

  /// `act(aᵀ [ref ‖ h] + b)`, with the two halves of a put together again.
  NDArray score(NDArray ref, NDArray hop, Activation activation) {
    NDArray a =
        TorchOps.concat(List.of(store.get("attention.reference"), store.get("attention.hop")));
    NDArray raw =
        TorchOps.concat(List.of(ref, hop)).matMul(a.transpose()).add(store.get("attention.bias"));
    return switch (activation) {
      case SIGMOID -> TorchOps.sigmoid(raw);
      case RELU -> TorchOps.relu(raw);
      case LEAKY_RELU -> TorchOps.leakyRelu(raw, 0.2);
    };
  }

  /// Each hop against what the node has gathered of those before it.
  NDArray recursiveScores(List<NDArray> hops, Activation activation) {
    List<NDArray> scores = new ArrayList<>();
    NDArray history = hops.getFirst();
    for (int l = 0; l < hops.size(); l++) {
      if (l > 0) {
        NDArray shares = TorchOps.concat(scores).softmax(1);
        history = hops.getFirst().mul(shares.get(":, 0:1"));
        for (int j = 1; j < l; j++) {
          history = history.add(hops.get(j).mul(shares.get(":, {}:{}", j, j + 1)));
        }
      }
      scores.add(score(history, hops.get(l), activation));
    }
    return TorchOps.concat(scores);
  }

  /// Every hop against a joint view of all of them.
  NDArray jkScores(List<NDArray> hops, Activation activation) {
    NDArray all = residualStack("reference", TorchOps.concat(hops), 2);
    NDArray ref = TorchOps.prelu(all, store.get("attention.slope"));
    return TorchOps.concat(hops.stream().map(hop -> score(ref, hop, activation)).toList());
  }

  /// Every hop against the last.
  NDArray smoothingScores(List<NDArray> hops, Activation activation) {
    return TorchOps.concat(
        hops.stream().map(hop -> score(hops.getLast(), hop, activation)).toList());
  }
}
