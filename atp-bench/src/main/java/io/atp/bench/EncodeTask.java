package io.atp.bench;

import io.atp.core.encode.ClusteringCoefficient;
import io.atp.core.encode.EigenvectorCentrality;
import io.atp.core.encode.EncodingConfig;
import io.atp.core.encode.PageRank;
import io.atp.core.encode.Triangles;
import io.atp.core.graph.CsrGraph;
import io.atp.core.runtime.Workspace;
import java.util.function.Supplier;

/// Per-node clustering, PageRank and eigenvector centrality: ours, igraph, and SciPy's `eigsh`.
///
/// Ours iterate to the tolerance that is the default everywhere in the project.
final class EncodeTask {
  private static final double AGREEMENT = 1e-5;
  private static final int PEER_TRIALS = 2;

  private final Run run;
  private final CsrGraph graph;
  private final Workspace work;
  private final EncodingConfig config = EncodingConfig.defaults();
  private double[] result;

  EncodeTask(Run run, CsrGraph graph) {
    this.run = run;
    this.graph = graph;
    this.work = run.work();
  }

  void run() {
    BenchFolder folder = run.folder();
    Peer.Answer igraph = PythonPeer.IGRAPH.run(folder, folder.path(), PEER_TRIALS);

    Timing clustering = ours("clustering", this::clustering);
    peer("clustering", igraph, "igraph", 2.7, clustering, result);

    Timing pageRank = ours("pagerank", this::pageRank);
    peer("pagerank", igraph, "igraph", 10, pageRank, result);

    Timing eigenvector = ours("eigenvector", this::eigenvector);
    peer("eigenvector", igraph, "igraph", 3, eigenvector, result);
    Peer.Answer scipy = PythonPeer.SCIPY_EIGENVECTOR.run(folder, folder.path(), PEER_TRIALS);
    peer("eigenvector", scipy, "scipy", 1, eigenvector, result);
  }

  private double[] clustering() {
    return ClusteringCoefficient.of(graph, Triangles.count(graph, work), work.workers());
  }

  private double[] pageRank() {
    return PageRank.of(graph, config.tolerance(), config.maxIterations(), work).values();
  }

  private double[] eigenvector() {
    return EigenvectorCentrality.of(
            graph, config.tolerance(), config.maxIterations(), work.workers())
        .vector();
  }

  private Timing ours(String task, Supplier<double[]> encoding) {
    Timing timing = Timing.of(2, run.trials(), () -> result = encoding.get());
    run.report().add(Row.ours(task, timing, ""));
    return timing;
  }

  private void peer(
      String task, Peer.Answer answer, String file, double target, Timing ours, double[] mine) {
    Agreement.Check check =
        () -> {
          double[] theirs = Agreement.readDoubles(run.folder().file(file + "-" + task + ".bin"));
          // An eigenvector is one at any length; igraph gives it a largest entry of 1.
          return task.equals("eigenvector")
              ? Agreement.of(Agreement.normalised(mine), Agreement.normalised(theirs), AGREEMENT)
              : Agreement.of(mine, theirs, AGREEMENT);
        };
    run.report().add(Row.peer(task, answer.outcome(task), ours, run.target(target), check));
  }
}
