package io.atp.oracle;

import static io.atp.oracle.Numbers.uniform;

import ai.djl.ndarray.NDArray;
import io.atp.learn.model.layer.FeedForward;
import io.atp.learn.model.layer.HopAttention;
import io.atp.learn.model.layer.HopAttention.Activation;
import io.atp.learn.model.layer.HopAttention.Reference;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.model.layer.ResidualStack;
import io.atp.learn.tensor.Parameter;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.init.Initialiser;
import io.atp.learn.tensor.op.Softmax;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Layers as a whole: result, gradients of all parameters and of the input, running statistics.
@AgainstTorch
class LayersTest {
  private static final int ROWS = 14;

  @ParameterizedTest
  @CsvSource({
    "2, true, true",
    "2, true, false",
    "3, true, true",
    "3, false, true",
    "1, false, true"
  })
  void feedForward(int layers, boolean batchNorm, boolean training) {
    try (ParameterStore store = new ParameterStore(1)) {
      Parameter x = input(store, "x", 6);
      int[] widths =
          layers == 1
              ? new int[] {6, 4}
              : layers == 2 ? new int[] {6, 9, 4} : new int[] {6, 9, 9, 4};
      FeedForward net = FeedForward.create(store, "net", widths, batchNorm, 0);
      ModelOracle.disturb(store);
      ModelOracle.compare(
          store,
          with(x, net.parameters()),
          tape -> net.apply(tape.parameter(x), phase(training)),
          p -> new TorchLayers(p, training).feedForward("net", p.get("x"), layers, batchNorm));
    }
  }

  /// Hidden width 8: input 8 adds the first layer's input, output 8 the last layer's.
  @ParameterizedTest
  @CsvSource({"2, 6, 4, true", "3, 6, 4, true", "4, 8, 8, true", "4, 8, 8, false", "5, 6, 8, true"})
  void residualStack(int layers, int in, int out, boolean training) {
    try (ParameterStore store = new ParameterStore(2)) {
      Parameter x = input(store, "x", in);
      ResidualStack net = ResidualStack.create(store, "net", in, 8, out, layers, 0);
      ModelOracle.disturb(store);
      ModelOracle.compare(
          store,
          with(x, net.parameters()),
          tape -> net.apply(tape.parameter(x), phase(training)),
          p -> new TorchLayers(p, training).residualStack("net", p.get("x"), layers));
    }
  }

  static Stream<Arguments> attentions() {
    return Stream.of(Reference.values())
        .flatMap(
            reference ->
                Stream.of(Activation.values())
                    .map(activation -> Arguments.of(reference, activation)));
  }

  @ParameterizedTest
  @MethodSource("attentions")
  void scoresAndWeightsOfHops(Reference reference, Activation activation) {
    int hops = 4;
    int width = 5;
    try (ParameterStore store = new ParameterStore(3)) {
      List<Parameter> inputs = new ArrayList<>();
      for (int l = 0; l < hops; l++) {
        inputs.add(input(store, "hop" + l, width));
      }
      HopAttention attention = HopAttention.create(store, reference, activation, width, hops, 0, 0);
      ModelOracle.disturb(store);
      List<Parameter> trained = new ArrayList<>(inputs);
      trained.addAll(attention.parameters());
      ModelOracle.compare(
          store,
          trained,
          tape -> attention.scores(tensors(tape, inputs), Phase.training(1)),
          p -> scores(p, hops, reference, activation));
      ModelOracle.compare(
          store,
          trained,
          tape -> Softmax.of(attention.scores(tensors(tape, inputs), Phase.training(1))),
          p -> scores(p, hops, reference, activation).softmax(1));
      ModelOracle.compare(
          store,
          trained,
          tape -> attention.weights(tensors(tape, inputs), Phase.training(1)),
          p -> scores(p, hops, reference, activation).softmax(1));
    }
  }

  private static NDArray scores(
      Map<String, NDArray> p, int hops, Reference reference, Activation activation) {
    TorchLayers layers = new TorchLayers(p, true);
    List<NDArray> inputs = new ArrayList<>();
    for (int l = 0; l < hops; l++) {
      inputs.add(p.get("hop" + l));
    }
    return switch (reference) {
      case RECURSIVE -> layers.recursiveScores(inputs, activation);
      case JK -> layers.jkScores(inputs, activation);
      case SMOOTHING -> layers.smoothingScores(inputs, activation);
    };
  }

  private static List<Tensor> tensors(Tape tape, List<Parameter> inputs) {
    return inputs.stream().map(tape::parameter).toList();
  }

  /// An input that is a parameter, so that its gradient is compared too.
  private static Parameter input(ParameterStore store, String name, int width) {
    Parameter x = store.create(name, ROWS, width, new Initialiser.Constant(0));
    x.value().copyFrom(uniform(ROWS, width, name.hashCode()));
    return x;
  }

  private static List<Parameter> with(Parameter x, List<Parameter> parameters) {
    List<Parameter> all = new ArrayList<>(parameters);
    all.add(x);
    return all;
  }

  private static Phase phase(boolean training) {
    return training ? Phase.training(1) : Phase.judging();
  }
}
