package io.atp.learn.model;

import java.util.ArrayList;
import java.util.List;

/// The training nodes of a step, and the seed with which the step draws around them: a test that
/// knows both can draw the same once more. It lives in this package to ask [BatchSteps] itself.
public record DrawnBatch(int[] nodes, long seed) {
  /// @param batchSize 0 for all nodes at once
  /// @param seed of the run's steps
  public static DrawnBatch of(int[] trainNodes, int batchSize, long seed, int epoch, int number) {
    List<DrawnBatch> asked = new ArrayList<>();
    new BatchSteps(
            trainNodes,
            batchSize,
            seed,
            (batch, drawSeed) -> {
              asked.add(new DrawnBatch(batch, drawSeed));
              return (_, _) -> {
                throw new AssertionError("this step has no loss");
              };
            })
        .draw(epoch, number);
    return asked.getFirst();
  }
}
