package io.atp.cli.command;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `atp spark …` belongs to a program of its own, which the launcher starts in this one's place:
/// the jars of Spark are large and no other command needs them.
@Command(
    name = "spark",
    header = "The same rooms on a Spark cluster, or embedded on this machine.",
    description =
        "%nRuns run, encode, propagate and predict on tables with Spark. The launcher ./atp of a"
            + " checkout builds and starts it; docs/spark.md shows spark-submit.%n",
    customSynopsis = "./atp spark run|encode|propagate|predict [OPTIONS]")
final class SparkCommand implements Callable<Integer> {
  @Parameters(hidden = true)
  private List<String> rest = List.of();

  @Override
  public Integer call() {
    throw new IllegalArgumentException(
        "atp spark %s is started by the launcher ./atp of a checkout, or by spark-submit;"
                .formatted(String.join(" ", rest))
            + " docs/spark.md shows how");
  }
}
