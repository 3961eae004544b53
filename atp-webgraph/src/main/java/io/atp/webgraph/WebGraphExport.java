package io.atp.webgraph;

import io.atp.io.dataset.GraphData;
import io.atp.io.export.ExportPart;
import io.atp.io.export.ExportReport;
import io.atp.io.store.OutputFolder;
import it.unimi.dsi.webgraph.BVGraph;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Properties;
import java.util.TreeSet;

/// A folder with `graph.graph`, `graph.offsets` and `graph.properties`, compressed by one thread
/// with WebGraph's usual settings. The same graph gives the same bytes.
public final class WebGraphExport {
  private static final String BASE = "graph";

  private WebGraphExport() {}

  /// @param out a folder that does not exist, or an output folder of ours
  public static ExportReport write(GraphData data, Path out) throws IOException {
    try (OutputFolder folder = OutputFolder.create(out)) {
      ExportReport report = write(data, folder);
      folder.commit();
      return report;
    }
  }

  /// The same into a folder that the caller commits.
  public static ExportReport write(GraphData data, OutputFolder out) throws IOException {
    Path graph = out.newFile(BASE + BvFiles.GRAPH);
    out.newFile(BASE + BvFiles.OFFSETS);
    Path properties = graph.resolveSibling(BASE + BvFiles.PROPERTIES);
    Path base = graph.resolveSibling(BASE);
    try {
      BVGraph.store(
          new CsrImmutableGraph(data.graph()),
          base.toString(),
          BVGraph.DEFAULT_WINDOW_SIZE,
          BVGraph.DEFAULT_MAX_REF_COUNT,
          BVGraph.DEFAULT_MIN_INTERVAL_LENGTH,
          BVGraph.DEFAULT_ZETA_K,
          0,
          1,
          null);
    } catch (IOException | RuntimeException e) {
      throw new IOException("%s cannot be compressed: %s".formatted(data.name(), e), e);
    }
    String text = undated(properties);
    Files.delete(properties);
    out.writeText(BASE + BvFiles.PROPERTIES, text);
    return ExportReport.of(data, "bvgraph", EnumSet.of(ExportPart.DIRECTION), out.path());
  }

  /// The properties in the order of their names, without the hour at which they were written.
  private static String undated(Path file) throws IOException {
    Properties properties = new Properties();
    try (InputStream in = Files.newInputStream(file)) {
      properties.load(in);
    }
    StringBuilder text = new StringBuilder("#BVGraph properties\n");
    for (String key : new TreeSet<>(properties.stringPropertyNames())) {
      text.append(key).append('=').append(properties.getProperty(key)).append('\n');
    }
    return text.toString();
  }
}
