package io.atp.learn.train;

import io.atp.learn.optimise.StoppingRule;
import java.util.ArrayDeque;
import java.util.Deque;

/// Follows a [StoppingRule] through a run. What it has seen decides everything, so a resumed run
/// rebuilds it by showing it the history again.
final class Stopping {
  private static final int WINDOW = 10;

  private final StoppingRule rule;
  private final Deque<Double> recentLosses = new ArrayDeque<>();
  private double bestLoss = Double.POSITIVE_INFINITY;
  private double bestAccuracy = Double.NEGATIVE_INFINITY;
  private double keptLoss = Double.POSITIVE_INFINITY;
  private double keptAccuracy = Double.NEGATIVE_INFINITY;
  private int waited;

  Stopping(StoppingRule rule) {
    this.rule = rule;
  }

  /// @param keep whether these are the best weights so far
  /// @param stop whether training ends here
  record Decision(boolean keep, boolean stop) {}

  /// @param epochs how many epochs lie between this look and the one before
  Decision see(double loss, double accuracy, int epochs) {
    return switch (rule) {
      case StoppingRule.Fixed() -> new Decision(true, false);
      case StoppingRule.Window() -> window(loss);
      case StoppingRule.Best() -> new Decision(moreAccurate(accuracy), false);
      case StoppingRule.Accuracy(int patience) -> patient(moreAccurate(accuracy), epochs, patience);
      case StoppingRule.Loss(int patience) -> patient(lowerLoss(loss), epochs, patience);
      case StoppingRule.Either(int patience) -> either(loss, accuracy, epochs, patience, false);
      case StoppingRule.Ranked(int patience) -> either(loss, accuracy, epochs, patience, true);
    };
  }

  private Decision window(double loss) {
    boolean full = recentLosses.size() == WINDOW;
    double mean = recentLosses.stream().mapToDouble(Double::doubleValue).sum() / WINDOW;
    if (full) {
      recentLosses.removeFirst();
    }
    recentLosses.addLast(loss);
    return new Decision(true, full && loss > mean);
  }

  private boolean moreAccurate(double accuracy) {
    boolean better = accuracy > bestAccuracy;
    bestAccuracy = Math.max(bestAccuracy, accuracy);
    return better;
  }

  private boolean lowerLoss(double loss) {
    boolean better = loss < bestLoss;
    bestLoss = Math.min(bestLoss, loss);
    return better;
  }

  private Decision patient(boolean better, int epochs, int patience) {
    waited = better ? 0 : waited + epochs;
    return new Decision(better, waited >= patience);
  }

  private Decision either(double loss, double accuracy, int epochs, int patience, boolean ranked) {
    boolean accurate = accuracy >= bestAccuracy;
    boolean low = loss <= bestLoss;
    bestAccuracy = Math.max(bestAccuracy, accuracy);
    bestLoss = Math.min(bestLoss, loss);
    boolean keep =
        ranked
            ? accuracy > keptAccuracy || accuracy == keptAccuracy && loss < keptLoss
            : accurate && low;
    if (keep) {
      keptAccuracy = accuracy;
      keptLoss = loss;
    }
    waited = accurate || low ? 0 : waited + epochs;
    return new Decision(keep, waited >= patience);
  }
}
