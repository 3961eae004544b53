package io.atp.cli.command;

import io.atp.cli.Text;
import io.atp.cli.Version;
import io.atp.cli.option.BlockOptions;
import io.atp.core.encode.NodeCoefficients;
import io.atp.core.feature.ColumnSource;
import io.atp.core.graph.CsrGraph;
import io.atp.core.propagate.BlockConfig;
import io.atp.core.propagate.BlockPlan;
import io.atp.core.propagate.BlockPlan.Form;
import io.atp.core.propagate.BlockPropagator;
import io.atp.core.propagate.ColumnRange;
import io.atp.core.propagate.HopFactors;
import io.atp.core.runtime.Require;
import io.atp.io.checkpoint.BlockFiles;
import io.atp.io.checkpoint.BlockLayout;
import io.atp.io.checkpoint.FeatureFile;
import io.atp.io.checkpoint.Fingerprint;
import io.atp.io.checkpoint.SavedVector;
import io.atp.io.checkpoint.WorkFolder;
import io.atp.io.store.OutputFolder;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// A propagation whose finished columns wait in a hidden folder beside the output until all are
/// there, so that it can be stopped at any moment and goes on.
final class BlockedRun implements AutoCloseable {
  private static final String COEFFICIENTS = "coefficients";

  /// Additions of one number: about half a minute on two cores.
  private static final double LONG_RUN = 1e11;

  private final Run run;
  private final ColumnSource source;
  private final BlockConfig config;
  private final BlockLayout layout;
  private final WorkFolder parts;

  /// @param settings all that decides a byte of the results, but for the data
  BlockedRun(
      Run run,
      Path out,
      CsrGraph graph,
      ColumnSource source,
      BlockConfig config,
      Map<String, Object> settings)
      throws IOException {
    this.run = run;
    this.source = source;
    this.config = config;
    Map<Integer, String> names = new TreeMap<>();
    for (int result : config.computedResults()) {
      names.put(result, name(result));
    }
    this.layout =
        new BlockLayout(config.keptRows(source.rows()), source.width(), config.results(), names);
    requireDisk(out);
    this.parts =
        run.room(
            "checksum",
            () -> WorkFolder.open(out, facts(graph, settings)),
            folder -> folder.news().orElse("of graph and features, to know them again"));
  }

  private String name(int result) {
    return config.propagation().outputCount() == 1 ? "features.npy" : "hop-" + result + ".npy";
  }

  private Map<String, Object> facts(CsrGraph graph, Map<String, Object> settings) {
    Map<String, Object> facts = new LinkedHashMap<>(settings);
    var workers = run.work().workers();
    facts.put("version", Version.number());
    facts.put("graph", Fingerprint.of(graph, workers));
    facts.put("features", Fingerprint.of(source, workers));
    if (config.rows() != null) {
      facts.put("rows", Fingerprint.of(config.rows(), workers));
    }
    return facts;
  }

  /// The results, and one of them a second time while it is put together.
  private void requireDisk(Path out) throws IOException {
    long one = (long) layout.rows() * layout.width() * layout.storage().bytes();
    int results = config.propagation().outputCount();
    long need = one * (results + 1);
    Path folder = out.toAbsolutePath().normalize().getParent();
    if (folder == null || !Files.exists(folder)) {
      return;
    }
    FileStore disk = Files.getFileStore(folder);
    long free = disk.getUsableSpace() + written(WorkFolder.pathFor(out));
    var wayOut = new StringBuilder();
    if (config.rows() == null) {
      wayOut.append("; --rows labelled writes the rows training needs and no others");
    }
    if (!config.results().rounds()) {
      wayOut.append("; --storage bf16 takes half");
    }
    Require.that(
        need <= free,
        "%d results of %,d rows and %,d columns need %s of disk while they are made, %s is free in"
            + " %s%s",
        results,
        layout.rows(),
        layout.width(),
        Text.bytes(need),
        Text.bytes(free),
        folder,
        wayOut);
  }

  private static long written(Path folder) throws IOException {
    long bytes = 0;
    if (Files.isDirectory(folder)) {
      try (var files = Files.newDirectoryStream(folder)) {
        for (Path file : files) {
          bytes += Files.size(file);
        }
      }
    }
    return bytes;
  }

  /// r̃ of an earlier run of the same command, or found now and kept.
  NodeCoefficients coefficients(Finder finder) throws IOException {
    Optional<SavedVector> saved = SavedVector.load(parts, COEFFICIENTS);
    if (saved.isPresent()) {
      run.record().result("encoding", saved.get().told());
      return run.room(
          "encode",
          () -> new NodeCoefficients(saved.get().values()),
          _ -> "r of an earlier run of this command");
    }
    NodeCoefficients found = finder.find();
    Map<String, Object> told = new LinkedHashMap<>();
    if (run.record().toMap().get("results") instanceof Map<?, ?> results
        && results.get("encoding") instanceof Map<?, ?> encoding) {
      encoding.forEach((key, value) -> told.put(key.toString(), value));
    }
    new SavedVector(found.values(), told).save(parts, COEFFICIENTS);
    return found;
  }

  interface Finder {
    NodeCoefficients find() throws IOException;
  }

  void propagate(OutputFolder folder, CsrGraph graph, HopFactors factors, BlockOptions options)
      throws IOException {
    if (config.rows() != null) {
      folder.writeInts("rows.npy", config.rows());
    }
    System.gc(); // the plan counts the heap, and the rooms before left garbage in it
    BlockPlan plan = options.narrowed(BlockPlan.beside(factors, graph, source, config));
    try (var files = new BlockFiles(parts, layout, run.work().workers())) {
      List<ColumnRange> todo = ColumnRange.missing(files.finished(), source.width(), plan.width());
      int before = files.finished().stream().mapToInt(ColumnRange::columns).sum();
      BlockPlan done =
          run.room(
              "propagate",
              () ->
                  BlockPropagator.propagate(
                      graph, factors, source, config, plan, todo, files, run.work()),
              carried -> outcome(carried, graph, before));
      record(done, graph);
      Map<String, Path> made =
          run.room(
              "assemble", files::assemble, all -> all.size() + " results, columns side by side");
      for (Map.Entry<String, Path> result : made.entrySet()) {
        folder.link(result.getKey(), result.getValue());
      }
      if (config.keepsFeatures()) {
        FeatureFile.write(
            folder.newFile(name(0)), source, config.rows(), layout, run.work().workers());
      }
    }
  }

  private String outcome(BlockPlan plan, CsrGraph graph, int before) {
    String form =
        switch (plan.form()) {
          case HELD -> "";
          case STREAMED -> ", graph from disk";
          case COMPRESSED ->
              ", graph compressed to %s bytes an arc"
                  .formatted(Text.decimal(plan.bytesPerArc(graph)));
        };
    return "%d hops of %s columns, %d at a time, about %s held%s%s"
        .formatted(
            config.propagation().hopCount(),
            Text.count(source.width()),
            plan.width(),
            Text.bytes(plan.residentBytes()),
            form,
            before == 0 ? "" : ", %d columns were there".formatted(before));
  }

  private void record(BlockPlan plan, CsrGraph graph) {
    Map<String, Object> planned = new LinkedHashMap<>();
    planned.put("panelWidth", plan.width());
    planned.put("topology", plan.form() == Form.COMPRESSED ? "compressed" : "plain");
    planned.put("bytesPerArc", plan.bytesPerArc(graph));
    planned.put("streamsTopology", plan.form() == Form.STREAMED);
    planned.put("fetchBytes", plan.fetchBytes());
    planned.put("residentBytes", plan.residentBytes());
    run.record().result("plan", planned);
    parts.news().ifPresent(news -> run.record().result("checkpoint", news));
    switch (config.results()) {
      case FLOAT32 -> {}
      case BFLOAT16 ->
          run.record()
              .result(
                  "storage",
                  "bfloat16 bits as uint16: (x.astype('uint32') << 16).view('float32') gives"
                      + " numbers");
      case FLOAT16 -> run.record().result("storage", "float16");
    }
  }

  /// Removes the parts: the output is in place.
  void done() throws IOException {
    parts.remove();
  }

  @Override
  public void close() throws IOException {
    parts.close();
  }

  /// Whether a run is long enough, or its memory short enough, to leave by blocks, or an earlier
  /// one did.
  static boolean wanted(
      BlockOptions options,
      Path out,
      CsrGraph graph,
      ColumnSource source,
      boolean fitsInMemory,
      int hops)
      throws IOException {
    double steps = ((double) graph.arcCount() + graph.nodeCount()) * hops * source.width();
    return options.needsBlocks()
        || !fitsInMemory
        || steps > LONG_RUN
        || Files.isDirectory(WorkFolder.pathFor(out));
  }
}
