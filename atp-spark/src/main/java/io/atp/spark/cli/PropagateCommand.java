package io.atp.spark.cli;

import io.atp.cli.Terminal;
import io.atp.cli.option.OperatorOptions;
import io.atp.cli.option.PropagationOptions;
import io.atp.core.propagate.PropagationConfig;
import io.atp.learn.plan.OperatorPlan;
import io.atp.spark.SparkEncodings;
import io.atp.spark.SparkGraph;
import io.atp.spark.SparkHops;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `atp spark propagate EDGES NODES --hops K --out DIR`.
@Command(
    name = "propagate",
    header = "Send features over the graph, K hops.",
    description =
        "%nWrites the table hops: id, and hop_0 … hop_K as arrays, or features where hops are"
            + " combined.%n",
    customSynopsis = "atp spark propagate EDGES NODES --hops K --out DIR [OPTIONS]",
    sortOptions = false)
final class PropagateCommand implements Callable<Integer> {
  private final Terminal terminal;
  @Spec private CommandSpec spec;
  @Mixin private SparkOptions options;
  @Mixin private PropagationOptions propagation;

  @Mixin private OperatorOptions operator;

  PropagateCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    OperatorPlan plan = operator.plan(options.seed());
    PropagationConfig hops = propagation.config(0);
    PaperRooms.requireSupported(plan);
    try (SparkRun run = new SparkRun(terminal, options, spec)) {
      run.record().config(OperatorOptions.settings(plan));
      run.record().config(propagation.settings(hops));
      SparkGraph graph = PaperRooms.correct(run, run.graph(), plan.correction());
      SparkEncodings encoded = PaperRooms.encode(run, graph, plan.kernel());
      SparkHops found = PaperRooms.propagate(run, encoded, hops);
      run.write("hops", found.table());
      run.finish(List.of("hops"));
    }
    return 0;
  }
}
