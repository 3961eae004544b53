package io.atp.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.core.correct.CorrectionConfig;
import io.atp.core.correct.HighBiasCorrection;
import io.atp.core.encode.EncodingConfig;
import io.atp.core.encode.EncodingConfig.Weights;
import io.atp.core.encode.LocalNodeContext;
import io.atp.core.encode.NodeCoefficients;
import io.atp.core.graph.CsrGraph;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.propagate.HopCombiner;
import io.atp.core.propagate.HopFeatures;
import io.atp.core.propagate.PropagationConfig;
import io.atp.core.propagate.Propagator;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.generate.GeneratorConfig;
import io.atp.io.generate.GraphGenerator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Two executors in JVMs of their own, with the vector kernels; then one of them dies in the middle
/// of a hop.
@Tag("cluster")
class ClusterTest {
  private static final EncodingConfig ENCODING =
      OneMachineTest.encoding(new Weights(1, 1, 0, 0, 0));

  private static SparkSession cluster() {
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    return SparkSession.builder()
        .master("local-cluster[2,1,2048]")
        .appName("atp cluster test")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", "localhost")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.executor.memory", "1g")
        .config("spark.executor.extraClassPath", classPath)
        .config("spark.executorEnv.JAVA_HOME", System.getProperty("java.home"))
        .config(
            "spark.executor.extraJavaOptions",
            "--add-modules jdk.incubator.vector --enable-native-access=ALL-UNNAMED"
                + " -Djdk.incubator.vector.VECTOR_ACCESS_OOB_CHECK=0"
                + " --sun-misc-unsafe-memory-access=allow")
        .config("spark.sql.shuffle.partitions", "4")
        .getOrCreate();
  }

  private static HopFeatures alone(GraphData data, Workspace work) {
    CsrGraph graph =
        HighBiasCorrection.apply(data.graph(), CorrectionConfig.defaults(), work).graph();
    NodeCoefficients r = LocalNodeContext.encode(graph, ENCODING, work);
    return Propagator.propagate(
        PropagationOperator.of(graph, r),
        data.features().orElseThrow(),
        PropagationConfig.of(3, new HopCombiner.All()),
        work);
  }

  private static List<Row> hops(SparkData tables) {
    return AtpSpark.on(tables.edges(), tables.nodes())
        .with(SparkConfig.defaults().withPartitions(4))
        .correct(CorrectionConfig.defaults())
        .encode(ENCODING)
        .propagate(3)
        .table()
        .orderBy("id")
        .collectAsList();
  }

  private static void agree(List<Row> rows, HopFeatures expected) {
    assertThat(rows).hasSize(expected.hop(0).rows());
    for (int node = 0; node < rows.size(); node++) {
      for (int hop = 0; hop <= 3; hop++) {
        List<Float> row = rows.get(node).getList(hop + 1);
        for (int c = 0; c < row.size(); c++) {
          assertThat(row.get(c)).isEqualTo(expected.hop(hop).get(node, c));
        }
      }
    }
  }

  @Test
  void aLostExecutorChangesNothing() {
    SparkSession spark = cluster();
    try (Workspace work = Workspace.open(2)) {
      LocalSpark.use(spark);
      GraphData data = GraphGenerator.generate(GeneratorConfig.of(3000, 15_000, 32, 3), work);
      SparkData tables = SparkData.of(data);
      List<Row> whole = hops(tables);
      agree(whole, alone(data, work));

      AtomicInteger removed = new AtomicInteger();
      AtomicInteger killed = new AtomicInteger();
      spark
          .sparkContext()
          .addSparkListener(
              new SparkListener() {
                @Override
                public void onJobStart(SparkListenerJobStart job) {
                  String text = job.properties().getProperty("spark.job.description", "");
                  if (text.startsWith("atp propagate: hop 2") && killed.getAndIncrement() == 0) {
                    kill();
                  }
                }

                @Override
                public void onExecutorRemoved(SparkListenerExecutorRemoved event) {
                  removed.incrementAndGet();
                }
              });
      assertThat(hops(tables)).isEqualTo(whole);
      assertThat(killed.get()).isPositive();
      assertThat(removed.get()).isPositive();
    } finally {
      spark.stop();
      LocalSpark.use(null);
    }
  }

  /// One of the executors, which are all the JVMs that this one started, by its id.
  private static void kill() {
    ProcessHandle.current()
        .descendants()
        .filter(process -> process.info().command().orElse("").endsWith("java"))
        .findFirst()
        .orElseThrow()
        .destroyForcibly();
  }
}
