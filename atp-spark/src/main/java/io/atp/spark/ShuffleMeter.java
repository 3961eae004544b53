package io.atp.spark;

import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerStageCompleted;
import org.apache.spark.scheduler.SparkListenerStageSubmitted;

/// Bytes that went through shuffles, by the description of the job they belong to.
public final class ShuffleMeter extends SparkListener {
  private final Map<Integer, String> descriptions = new TreeMap<>();
  private final Map<String, Long> bytes = new TreeMap<>();

  public static ShuffleMeter on(SparkContext spark) {
    ShuffleMeter meter = new ShuffleMeter();
    spark.addSparkListener(meter);
    return meter;
  }

  @Override
  public synchronized void onStageSubmitted(SparkListenerStageSubmitted stage) {
    String text = stage.properties().getProperty("spark.job.description", "");
    descriptions.put(stage.stageInfo().stageId(), text);
  }

  @Override
  public synchronized void onStageCompleted(SparkListenerStageCompleted stage) {
    String text = descriptions.getOrDefault(stage.stageInfo().stageId(), "");
    long written = stage.stageInfo().taskMetrics().shuffleWriteMetrics().bytesWritten();
    bytes.merge(text, written, Long::sum);
  }

  /// Bytes written by jobs whose description begins so. Stages are told a moment after they end.
  public synchronized long written(String description) {
    return bytes.entrySet().stream()
        .filter(entry -> entry.getKey().startsWith(description))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }
}
