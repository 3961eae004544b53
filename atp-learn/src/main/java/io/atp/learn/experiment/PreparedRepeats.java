package io.atp.learn.experiment;

import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.Split;
import io.atp.learn.plan.OperatorPlan;
import java.util.BitSet;
import java.util.List;

/// What repeats share before training: prepared once, or anew where it depends on the split.
final class PreparedRepeats<S extends Record, I> implements AutoCloseable {
  private final LabelledData data;
  private final ExperimentConfig<S, I> config;
  private final List<OperatorPlan> next;
  private final Workspace work;
  private Workspace memory;
  private Prepared<I> prepared;
  private double seconds;

  PreparedRepeats(LabelledData data, ExperimentConfig<S, I> config, Workspace work) {
    this(data, config, List.of(), work);
  }

  /// @param next plans that will be asked for with the same recipe
  PreparedRepeats(
      LabelledData data, ExperimentConfig<S, I> config, List<OperatorPlan> next, Workspace work) {
    this.data = data;
    this.config = config;
    this.next = next;
    this.work = work;
  }

  Split split(int number) {
    return data.split(config.split(), number, config.seed() + number);
  }

  Prepared<I> of(Split split) {
    if (prepared == null || config.dependsOnSplit()) {
      close();
      memory = work.scratch();
      prepared = Prepared.of(data, config, split, judged(split), next, memory);
      seconds += prepared.prepareSeconds();
    }
    return prepared;
  }

  /// The nodes of this split, and of the other repeats' where they share what is prepared.
  private int[] judged(Split split) {
    BitSet nodes = new BitSet();
    add(split, nodes);
    for (int run = 0; run < config.repeats() && !config.dependsOnSplit(); run++) {
      add(split(config.firstRepeat() + run), nodes);
    }
    return nodes.stream().toArray();
  }

  private static void add(Split split, BitSet nodes) {
    for (int[] part : new int[][] {split.train(), split.validation(), split.test()}) {
      for (int node : part) {
        nodes.set(node);
      }
    }
  }

  double seconds() {
    return seconds;
  }

  @Override
  public void close() {
    if (memory != null) {
      memory.close();
      memory = null;
    }
  }
}
