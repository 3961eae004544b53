package io.atp.learn.train;

import io.atp.learn.model.Judgement;
import java.util.List;

/// What each epoch looked like.
///
/// @param keptEpoch the epoch whose weights the run ended with, counted from 1
public record TrainingHistory(List<Epoch> epochs, int keptEpoch) {
  /// @param number from 1
  /// @param trainingLoss mean over the batches, before each step
  /// @param validation NaN where the epoch was not judged
  public record Epoch(int number, double trainingLoss, Judgement validation) {}

  public TrainingHistory {
    epochs = List.copyOf(epochs);
  }

  /// The validation of the weights that were kept.
  public Judgement validation() {
    return epochs.get(keptEpoch - 1).validation();
  }
}
