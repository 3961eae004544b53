package io.atp.bench;

import com.sun.management.OperatingSystemMXBean;
import io.atp.core.feature.DenseFeatures;
import io.atp.core.graph.CsrGraph;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.generate.GeneratorConfig;
import io.atp.io.generate.GraphGenerator;
import java.io.IOException;
import java.lang.management.ManagementFactory;

/// Ours and the peers on one generated graph, in one run, as one table.
///
/// Times are of the work alone: reading files and starting processes is not counted for anybody,
/// and a ratio is printed only after the two results were found to agree.
public final class Compare {
  private static final int EDGES_PER_NODE = 10;
  private static final double MOST_LOAD = 0.15;

  /// 256 MB an array.
  private static final long STREAM_FLOATS = 64 << 20;

  private Compare() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    CompareOptions options;
    try {
      options = CompareOptions.parse(arguments);
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      System.exit(2);
      return;
    }
    Report report = run(options, new Report(line -> System.err.println(line)));
    report.write(options.out());
    System.out.println(report.markdown());
  }

  static Report run(CompareOptions options, Report report)
      throws IOException, InterruptedException {
    report.fact("JVM", Runtime.version().toString());
    report.fact("threads", options.threads());
    report.fact("load before", load());
    try (Workspace work = Workspace.open(options.threads());
        BenchFolder folder = BenchFolder.create(options.sources(), options.threads())) {
      Bandwidth bandwidth = Bandwidth.measure(STREAM_FLOATS, 5, work);
      report.fact("STREAM copy", gigabytes(bandwidth.copyBytesPerSecond()));
      report.fact("STREAM triad", gigabytes(bandwidth.triadBytesPerSecond()));

      long start = System.nanoTime();
      GeneratorConfig config =
          GeneratorConfig.of(
              options.nodes(), (long) EDGES_PER_NODE * options.nodes(), options.width(), 16);
      GraphData data = GraphGenerator.generate(config, work);
      report.fact("generated in", "%.1f s".formatted((System.nanoTime() - start) * 1e-9));
      CsrGraph graph = data.graph();
      DenseFeatures features = (DenseFeatures) data.features().orElseThrow();
      report.fact("nodes", graph.nodeCount());
      report.fact("arcs", graph.arcCount());
      report.fact("features", features.width());
      report.fact("largest degree", graph.maxDegree(work.workers()));

      PropagationOperator operator = PropagationOperator.classic(graph, 0.5);
      if (options.wants("hop") || options.wants("encode")) {
        folder.write(operator, features, work);
      }
      Run run = new Run(options, folder, report, work);
      if (options.wants("hop")) {
        new HopTask(run, operator, features, bandwidth).run();
      }
      if (options.wants("encode")) {
        new EncodeTask(run, graph).run();
      }
      if (options.wants("pipeline")) {
        new PipelineTask(run).run();
      }
      if (options.wants("import")) {
        new ImportTask(run, graph).run();
      }
      if (options.wants("tables")) {
        new TableImportTask(run, graph).run();
      }
      if (options.wants("binary")) {
        new BinaryImportTask(run).run();
      }
      if (options.wants("gemm")) {
        new GemmTask(run).run();
      }
      if (options.wants("partition")) {
        new PartitionTask(run).run();
      }
      if (options.wants("mlp")) {
        new MlpTask(run).run();
      }
      if (options.wants("epoch")) {
        new EpochTask(run).run();
      }
    }
    if (options.growth()) {
      GrowthTask.run(options.nodes(), options.threads(), options.trials(), report);
    }
    return report;
  }

  /// A machine that others use as well gives no ratio worth keeping: the share of its processors in
  /// use over two seconds in which we only wait.
  private static String load() throws InterruptedException {
    var system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    system.getCpuLoad();
    Thread.sleep(2_000);
    double load = system.getCpuLoad();
    int processors = Runtime.getRuntime().availableProcessors();
    String busy = load > MOST_LOAD ? ", BUSY: do not trust these figures" : "";
    return "%.0f %% of %d processors%s".formatted(100 * load, processors, busy);
  }

  private static String gigabytes(double bytesPerSecond) {
    return "%.1f GB/s".formatted(bytesPerSecond * 1e-9);
  }
}
