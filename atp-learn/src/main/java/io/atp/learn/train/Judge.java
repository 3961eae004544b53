package io.atp.learn.train;

import io.atp.learn.model.Judgement;
import io.atp.learn.model.Model;
import io.atp.learn.model.Targets;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// Asks a model without changing it.
public final class Judge {
  private Judge() {}

  /// Logits of the nodes, in memory of the engine's pool; to be given back by the caller.
  public static <I> Matrix logits(
      Model<I> model, I inputs, int[] nodes, int outputs, Engine engine) {
    Matrix all = engine.pool().take(nodes.length, outputs);
    int size = Math.max(1, model.judgingBatch());
    for (int from = 0; from < nodes.length; from += size) {
      int to = (int) Math.min(nodes.length, (long) from + size);
      int[] some = from == 0 && to == nodes.length ? nodes : Arrays.copyOfRange(nodes, from, to);
      try (Tape tape = engine.tape()) {
        Matrix part = model.logits(tape, inputs, some, Phase.judging()).value();
        MemorySegment.copy(part.data(), 0, all.data(), all.at(from), part.data().byteSize());
      }
    }
    return all;
  }

  public static <I> Judgement judge(
      Model<I> model, I inputs, int[] nodes, Targets targets, Engine engine) {
    if (nodes.length == 0) {
      return Judgement.NONE;
    }
    Matrix logits = logits(model, inputs, nodes, targets.outputs(), engine);
    Judgement judgement = targets.judge(logits, nodes);
    engine.pool().give(logits);
    return judgement;
  }
}
