package io.atp.learn.model;

/// How well logits meet their targets.
///
/// @param loss mean cross-entropy
/// @param score accuracy, or micro-F1 of several labels
public record Judgement(double loss, double score) {
  /// Not looked at.
  public static final Judgement NONE = new Judgement(Double.NaN, Double.NaN);

  public boolean made() {
    return !Double.isNaN(score);
  }
}
