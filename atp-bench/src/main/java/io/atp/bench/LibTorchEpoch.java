package io.atp.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Adam;
import org.bytedeco.pytorch.AdamOptions;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/// One epoch as LibTorch does it, by its own autograd and Adam.
///
/// Values of the forward pass are let go as Python would, when the function that made them returns:
/// after that only the graph holds what the way back needs.
///
/// Usage: `LibTorchEpoch FOLDER WAY TRIALS THREADS`.
final class LibTorchEpoch {
  private LibTorchEpoch() {}

  /// What is trained, and how it is written.
  enum Way {
    GCN_WEIGHTS_FIRST(EpochModel.GCN, "CSR, M·(X·W) in both layers as libraries write it"),
    GCN_OUR_ORDER(EpochModel.GCN, "CSR, (M·X)·W in the first layer as ours"),
    GAT_SCATTER(EpochModel.GAT, "rows lifted to arcs, softmax and sums by scatter");

    private final EpochModel model;
    private final String words;

    Way(EpochModel model, String words) {
      this.model = model;
      this.words = words;
    }

    static List<Way> of(EpochModel model) {
      return List.of(values()).stream().filter(way -> way.model == model).toList();
    }

    String words() {
      return words;
    }

    Network create(Path folder) throws IOException {
      return switch (this) {
        case GCN_WEIGHTS_FIRST -> LibTorchGcn.read(folder, false);
        case GCN_OUR_ORDER -> LibTorchGcn.read(folder, true);
        case GAT_SCATTER -> LibTorchGat.read(folder);
      };
    }
  }

  /// A model with its data.
  interface Network {
    Tensor logits();

    List<Tensor> parameters();
  }

  static Peer.Answer run(Way way, BenchFolder folder, int trials) {
    return LibTorch.installed()
        ? ChildJvm.run(
            LibTorch.NAME,
            LibTorchEpoch.class,
            folder,
            folder.path(),
            way,
            trials,
            folder.threads())
        : Peer.Answer.none(LibTorch.NAME, LibTorch.MISSING);
  }

  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0]);
    Way way = Way.valueOf(arguments[1]);
    torch.set_num_threads(Integer.parseInt(arguments[3]));
    Network network = way.create(folder);
    Tensor trainNodes =
        LibTorch.tensor(folder.resolve("train-nodes.npy")).toType(torch.ScalarType.Long);
    Tensor classes =
        LibTorch.tensor(folder.resolve("classes.npy"))
            .toType(torch.ScalarType.Long)
            .index_select(0, trainNodes);
    TensorVector parameters = new TensorVector();
    for (Tensor parameter : network.parameters()) {
      parameters.push_back(parameter.requires_grad_(true));
    }
    try (Adam adam = new Adam(parameters, new AdamOptions(EpochModel.RATE))) {
      EpochAnswer answer =
          EpochAnswer.measure(
              Integer.parseInt(arguments[2]), () -> epoch(network, trainNodes, classes, adam));
      System.out.println(answer.line(LibTorch.version()));
    }
  }

  private static double epoch(Network network, Tensor trainNodes, Tensor classes, Adam adam) {
    adam.zero_grad();
    Tensor loss = loss(network, trainNodes, classes);
    loss.backward();
    adam.step().close();
    double value = loss.item_float();
    loss.releaseReference();
    return value;
  }

  private static Tensor loss(Network network, Tensor trainNodes, Tensor classes) {
    try (PointerScope _ = new PointerScope()) {
      Tensor loss = torch.cross_entropy_loss(network.logits().index_select(0, trainNodes), classes);
      return loss.retainReference();
    }
  }
}
