package io.atp.io.record;

import io.atp.io.dataset.GraphData;
import io.atp.io.store.FileSummary;
import io.atp.io.store.OutputFolder;
import io.atp.io.store.SelfChecked;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What one command did, gathered while it runs and written last as `run.json`.
///
/// ```java
/// RunRecord record = new RunRecord("0.1.0", command).config(config).threads(2).kernels("vector");
/// try (var _ = record.time("encode")) { ... }
/// record.outputs(out.seal()).writeTo(out);
/// out.commit();
/// ```
///
/// Filled from one thread.
public final class RunRecord {
  static final String FILE = "run.json";

  private final String version;
  private final List<String> command;
  private final Map<String, Object> config = new LinkedHashMap<>();
  private final Map<String, Object> input = new LinkedHashMap<>();
  private final Map<String, Double> seconds = new LinkedHashMap<>();
  private final Map<String, Object> results = new LinkedHashMap<>();
  private final Map<String, FileSummary> outputs = new LinkedHashMap<>();
  private String kernels;
  private int threads;

  public RunRecord(String version, List<String> command) {
    this.version = version;
    this.command = List.copyOf(command);
  }

  /// Every setting after defaults, seeds included.
  public RunRecord config(Map<String, ?> settings) {
    config.putAll(settings);
    return this;
  }

  /// Where the graph came from and what was found in it.
  public RunRecord input(Path path, GraphData data) {
    input.put("path", path.toString());
    input.put("name", data.name());
    input.put("format", data.format());
    input.put("nodes", data.graph().nodeCount());
    input.put("arcs", data.graph().arcCount());
    input.put("symmetric", data.graph().symmetric());
    data.features().ifPresent(x -> input.put("features", x.width()));
    data.labels().ifPresent(y -> input.put("classes", y.classCount()));
    return this;
  }

  /// Which row kernels ran.
  public RunRecord kernels(String name) {
    kernels = name;
    return this;
  }

  public RunRecord threads(int count) {
    threads = count;
    return this;
  }

  public RunRecord result(String name, Object value) {
    results.put(name, value);
    return this;
  }

  public RunRecord results(Map<String, ?> values) {
    results.putAll(values);
    return this;
  }

  public RunRecord outputs(Map<String, FileSummary> files) {
    outputs.putAll(files);
    return this;
  }

  /// Times a room until closed; times of one name add up.
  public Timer time(String room) {
    seconds.putIfAbsent(room, 0.0);
    return new Timer(room, System.nanoTime());
  }

  /// A running clock of one room.
  public final class Timer implements AutoCloseable {
    private final String room;
    private final long start;

    private Timer(String room, long start) {
      this.room = room;
      this.start = start;
    }

    @Override
    public void close() {
      seconds.merge(room, (System.nanoTime() - start) * 1e-9, Double::sum);
    }
  }

  /// Seconds by room, so far.
  public Map<String, Double> timings() {
    return Collections.unmodifiableMap(seconds);
  }

  /// Everything, in the order it is written.
  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("producer", "atp");
    map.put("version", version);
    map.put("command", command);
    map.put("config", config);
    map.put("input", input);
    map.put("kernels", kernels);
    map.put("jdk", Runtime.version().toString());
    map.put("os", system());
    map.put("threads", threads);
    map.put("seconds", seconds);
    map.put("peakBytes", PeakMemory.bytes());
    map.put("results", results);
    Map<String, Object> files = new LinkedHashMap<>();
    outputs.forEach((name, summary) -> files.put(name, summary.toMap()));
    map.put("files", files);
    return map;
  }

  private static String system() {
    return "%s %s %s"
        .formatted(
            System.getProperty("os.name"),
            System.getProperty("os.version"),
            System.getProperty("os.arch"));
  }

  /// Writes `run.json`; the last file before [OutputFolder#commit].
  public void writeTo(OutputFolder out) throws IOException {
    out.writeText(FILE, SelfChecked.write(toMap()));
  }
}
