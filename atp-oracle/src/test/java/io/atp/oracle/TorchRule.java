package io.atp.oracle;

import ai.djl.ndarray.NDArray;

/// What turns a parameter and its gradient into the next parameter: the updates that PyTorch's
/// documentation prints for Adam, AdamW and SGD, in PyTorch's float32 tensor operations.
///
/// DJL's own optimisers are another implementation, with ideas of weight decay of their own, and
/// would prove nothing about PyTorch.
interface TorchRule {
  /// @param step counted from 1
  NDArray next(NDArray parameter, NDArray gradient, int step);

  static TorchRule adam(double rate, double decay) {
    return new Adam(rate, decay, false);
  }

  static TorchRule adamW(double rate, double decay) {
    return new Adam(rate, decay, true);
  }

  static TorchRule sgd(double rate, double momentum, double decay) {
    return new Sgd(rate, momentum, decay);
  }

  final class Adam implements TorchRule {
    private final double rate;
    private final double decay;
    private final boolean decoupled;
    private NDArray first;
    private NDArray second;

    private Adam(double rate, double decay, boolean decoupled) {
      this.rate = rate;
      this.decay = decay;
      this.decoupled = decoupled;
    }

    @Override
    public NDArray next(NDArray parameter, NDArray gradient, int step) {
      NDArray p = decoupled ? parameter.mul(1 - rate * decay) : parameter;
      NDArray g = decoupled ? gradient : gradient.add(parameter.mul(decay));
      first = (first == null ? g.zerosLike() : first).mul(0.9).add(g.mul(0.1));
      second = (second == null ? g.zerosLike() : second).mul(0.999).add(g.square().mul(0.001));
      NDArray mean = first.div(1 - Math.pow(0.9, step));
      NDArray spread = second.div(1 - Math.pow(0.999, step));
      return p.sub(mean.mul(rate).div(spread.sqrt().add(1e-8)));
    }
  }

  final class Sgd implements TorchRule {
    private final double rate;
    private final double momentum;
    private final double decay;
    private NDArray velocity;

    private Sgd(double rate, double momentum, double decay) {
      this.rate = rate;
      this.momentum = momentum;
      this.decay = decay;
    }

    @Override
    public NDArray next(NDArray parameter, NDArray gradient, int step) {
      NDArray g = gradient.add(parameter.mul(decay));
      velocity = velocity == null ? g : velocity.mul(momentum).add(g);
      return parameter.sub(velocity.mul(rate));
    }
  }
}
