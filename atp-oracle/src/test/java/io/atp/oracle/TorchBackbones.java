package io.atp.oracle;

import ai.djl.ndarray.NDArray;
import io.atp.learn.model.layer.HopAttention.Activation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The specification's hop models in PyTorch's operations, on given hop features, nothing dropped.
record TorchBackbones(Map<String, NDArray> store, List<NDArray> hops) {
  private TorchLayers layers() {
    return new TorchLayers(store, true);
  }

  private NDArray linear(String name, NDArray x) {
    return TorchOps.linear(x, store.get(name + ".weight"), store.get(name + ".bias"));
  }

  /// `[ReLU(X_0 Θ_0) ‖ … ‖ ReLU(X_K Θ_K)] Ω`, rows of each X_l of length 1 or as they are.
  NDArray sign(boolean hopNorm) {
    List<NDArray> parts = new ArrayList<>();
    for (int l = 0; l < hops.size(); l++) {
      NDArray x = hopNorm ? hops.get(l).normalize(2, 1) : hops.get(l);
      parts.add(TorchOps.relu(linear("hop" + l, x)));
    }
    return linear("classifier", TorchOps.concat(parts));
  }

  /// `ReLU([X_0 ‖ … ‖ X_K] Θ) Ω`, rows of each X_l of length 1.
  NDArray signJoined() {
    List<NDArray> rows = hops.stream().map(hop -> hop.normalize(2, 1)).toList();
    return linear("classifier", TorchOps.relu(linear("hops", TorchOps.concat(rows))));
  }

  /// `ReLU([m_0 h_0 ‖ … ]) W`, `h_l` of length 1, `m = softmax(att)`.
  NDArray fsgnn() {
    NDArray mask = store.get("selector").softmax(1);
    List<NDArray> parts = new ArrayList<>();
    for (int l = 0; l < hops.size(); l++) {
      NDArray h = linear("hop" + l, hops.get(l)).normalize(2, 1);
      parts.add(h.mul(mask.get(":, {}:{}", l, l + 1)));
    }
    return linear("classifier", TorchOps.relu(TorchOps.concat(parts)));
  }

  /// Heads of `Σ_l softmax_l(LeakyReLU(aᵀh_l + bᵀh_0)) h_l` averaged, plus `W_res X_0`, then an
  /// MLP.
  NDArray sagn(int heads) {
    NDArray sum = linear("residual", hops.getFirst());
    for (int head = 0; head < heads; head++) {
      String name = "head" + head;
      List<NDArray> encoded = new ArrayList<>();
      for (int l = 0; l < hops.size(); l++) {
        encoded.add(layers().feedForward(name + ".hop" + l, hops.get(l), 2, true));
      }
      NDArray own = encoded.getFirst().matMul(store.get(name + ".own").transpose());
      List<NDArray> scores = new ArrayList<>();
      for (NDArray h : encoded) {
        NDArray score = h.matMul(store.get(name + ".hop").transpose()).add(own);
        scores.add(TorchOps.leakyRelu(score, 0.2));
      }
      sum = sum.add(mixed(encoded, TorchOps.concat(scores).softmax(1)).div(heads));
    }
    return layers().feedForward("output", sum, 2, true);
  }

  /// Recursive attention, a network per hop, residual, output stack, labels.
  NDArray gamlp(int outputLayers, NDArray labels) {
    List<NDArray> encoded = new ArrayList<>();
    for (int l = 0; l < hops.size(); l++) {
      encoded.add(layers().feedForward("hop" + l, hops.get(l), 2, true));
    }
    NDArray scores = layers().recursiveScores(encoded, Activation.SIGMOID);
    NDArray z = mixed(encoded, scores.softmax(1)).add(linear("residual", hops.getFirst()));
    NDArray logits =
        layers().residualStack("output", TorchOps.prelu(z, store.get("slope")), outputLayers);
    return logits.add(layers().feedForward("labels", labels, 3, true));
  }

  private static NDArray mixed(List<NDArray> hops, NDArray weights) {
    NDArray sum = hops.getFirst().mul(weights.get(":, 0:1"));
    for (int l = 1; l < hops.size(); l++) {
      sum = sum.add(hops.get(l).mul(weights.get(":, {}:{}", l, l + 1)));
    }
    return sum;
  }
}
