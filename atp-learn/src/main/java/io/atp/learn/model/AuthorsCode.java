package io.atp.learn.model;

import io.atp.learn.model.layer.FeedForward;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.optimise.StoppingRule;
import io.atp.learn.optimise.TrainingConfig;
import java.util.Arrays;

/// What all models of the ATP authors' code share: how they are trained, and their classifier.
final class AuthorsCode {
  private AuthorsCode() {}

  /// 100 epochs in batches of 4096, weights of the best epoch.
  static TrainingConfig training() {
    return TrainingConfig.adam(100, 1e-3, 0, new StoppingRule.Best()).withBatchSize(4096);
  }

  /// Linear, PReLU and dropout in turn, and a last linear layer.
  static FeedForward classifier(
      ParameterStore store, int in, int hidden, int out, int layers, double dropout) {
    return FeedForward.create(store, "classifier", widths(in, hidden, out, layers), false, dropout);
  }

  static int[] widths(int in, int hidden, int out, int layers) {
    int[] widths = new int[layers + 1];
    Arrays.fill(widths, hidden);
    widths[0] = in;
    widths[layers] = out;
    return widths;
  }
}
