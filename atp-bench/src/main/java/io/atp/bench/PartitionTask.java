package io.atp.bench;

import io.atp.core.graph.CsrGraph;
import io.atp.core.partition.Partition;
import io.atp.core.partition.Partitioner;
import io.atp.core.runtime.Workspace;
import io.atp.io.format.GraphFiles;
import io.atp.io.generate.GeneratorConfig;
import io.atp.io.generate.GraphGenerator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Edge cut, balance and time of our partitions beside those of METIS, on real graphs and a
/// generated one.
final class PartitionTask {
  private static final List<String> FILES =
      List.of(
          "cora/cora.plain.npz",
          "pubmed/pubmed.plain.npz",
          "amazon-computers/amazon_cs.plain.npz",
          "coauthor-physics/coauthor_phy.plain.npz");
  private static final int[] PARTS = {10, 50, 200};
  private static final int GENERATED_NODES = 200_000;
  private static final int EDGES_PER_NODE = 5;
  private static final long SEED = 1;

  /// Our cut may be this much larger than METIS's.
  private static final double LARGEST_RATIO = 1.15;

  private final Run run;

  PartitionTask(Run run) {
    this.run = run;
  }

  void run() throws IOException {
    for (String name : FILES) {
      Path file = run.options().data().resolve(name);
      String graphName = Path.of(name).getParent().toString();
      if (!Files.exists(file)) {
        run.report().add(Row.skipped(task(graphName), "atp", file + " is not there (--data DIR)"));
        continue;
      }
      try (Workspace work = run.work().scratch()) {
        compare(graphName, GraphFiles.read(file, work).graph(), work);
      }
    }
    int nodes = Math.min(GENERATED_NODES, run.options().nodes());
    try (Workspace work = run.work().scratch()) {
      GeneratorConfig config = GeneratorConfig.of(nodes, (long) EDGES_PER_NODE * nodes, 1, 16);
      compare("generated", GraphGenerator.generate(config, work).graph(), work);
    }
  }

  private static String task(String graph) {
    return "partition " + graph;
  }

  private void compare(String name, CsrGraph graph, Workspace work) throws IOException {
    boolean metis = MetisPeer.installed();
    Path file = run.folder().file(name + ".metis");
    if (metis) {
      MetisPeer.write(graph, file);
    } else {
      String reason = "gpmetis is not installed (apt install metis)";
      run.report().add(Row.skipped(task(name), "METIS", reason));
    }
    for (int parts : PARTS) {
      if (parts <= graph.nodeCount()) {
        compare(name, graph, parts, metis ? MetisPeer.partition(file, parts) : null, work);
      }
    }
  }

  private void compare(String name, CsrGraph graph, int parts, MetisPeer metis, Workspace work) {
    String task = "%s, k = %d".formatted(task(name), parts);
    Timing timing =
        Timing.of(1, run.trials(), () -> Partitioner.partition(graph, parts, SEED, work));
    Partition ours = Partitioner.partition(graph, parts, SEED, work);
    String speed = ", %.2f M edges/s".formatted(graph.edgeCount() / timing.best() * 1e-6);
    run.report()
        .add(Row.ours(task, timing, cut(graph, ours.cutEdges(), ours.largest(), parts) + speed));
    if (metis == null) {
      return;
    }
    long cut = metis.cut(graph);
    Timing peer = new Timing(new double[] {metis.seconds()});
    double ratio = ours.cutEdges() / (double) cut;
    String verdict =
        ", our cut is %.3f× (target ≤ %s× %s)"
            .formatted(ratio, LARGEST_RATIO, ratio <= LARGEST_RATIO ? "met" : "missed");
    run.report()
        .add(
            new Row(
                task,
                "METIS",
                peer,
                peer.best() / timing.best(),
                Double.NaN,
                cut(graph, cut, metis.largest(parts), parts) + verdict));
  }

  private static String cut(CsrGraph graph, long cut, int largest, int parts) {
    return "%,d of %,d edges cut, largest part %.3f of its share"
        .formatted(
            cut, graph.edgeCount(), (double) largest / Math.ceilDiv(graph.nodeCount(), parts));
  }
}
