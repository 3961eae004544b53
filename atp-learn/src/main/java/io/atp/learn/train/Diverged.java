package io.atp.learn.train;

/// Training left the numbers: the loss is no longer finite. A setting is wrong, not the program.
public final class Diverged extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  Diverged(int epoch, double loss, double learningRate) {
    super(
        "training diverged in epoch %d (loss %s) at learning rate %s; try a lower one or scale the features"
            .formatted(epoch, loss, learningRate));
  }
}
