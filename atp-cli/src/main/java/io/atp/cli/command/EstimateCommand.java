package io.atp.cli.command;

import io.atp.cli.Main;
import io.atp.cli.Terminal;
import io.atp.cli.Text;
import io.atp.cli.option.CommonOptions;
import io.atp.cli.option.DataOptions;
import io.atp.cli.option.EncodingOptions;
import io.atp.core.encode.Encoding;
import io.atp.core.encode.EncodingConfig;
import io.atp.core.encode.EncodingConfig.ClusteringMethod;
import io.atp.core.encode.LocalNodeContext;
import io.atp.core.estimate.Durations;
import io.atp.core.estimate.MachineSpeed;
import io.atp.core.estimate.Need;
import io.atp.core.estimate.Needs;
import io.atp.core.estimate.Span;
import io.atp.core.estimate.Workload;
import io.atp.core.feature.Features;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.format.GraphFiles;
import io.atp.io.format.StoreSizes;
import io.atp.io.json.Json;
import io.atp.io.registry.Counts;
import io.atp.io.registry.DataSet;
import io.atp.io.registry.Registry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `atp estimate DATA` or `atp estimate --nodes N --edges M`.
@Command(
    name = "estimate",
    header = "Say what memory, disk and time each step will take, before it is begun.",
    description =
        "%nRanges: from what a step can do with to all it touches in memory, and from the speed"
            + " measured here, for two seconds, to the worst its caches and disk may do.%n",
    footer = {"%nExample:", "  atp estimate --nodes 1000000 --edges 20000000 --features 128"},
    customSynopsis = {
      "atp estimate DATA [OPTIONS]",
      "       atp estimate --nodes N --edges M [--features F] [OPTIONS]"
    },
    sortOptions = false)
final class EstimateCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Parameters(arity = "0..1", paramLabel = "DATA", description = DataOptions.DATA)
  private String typed;

  @Option(names = "--nodes", paramLabel = "N", description = "Number of nodes.")
  private Long nodes;

  @Option(names = "--edges", paramLabel = "M", description = "Number of edges.")
  private Long edges;

  @Option(
      names = "--features",
      paramLabel = "F",
      defaultValue = "128",
      description = "Columns of the features, where DATA does not tell. Default: ${DEFAULT-VALUE}.")
  private int features;

  @Option(
      names = "--hops",
      paramLabel = "K",
      defaultValue = "3",
      description = "Hops of the propagation. Default: ${DEFAULT-VALUE}.")
  private int hops;

  @ArgGroup(validate = false, heading = EncodingOptions.HEADING)
  private EncodingOptions encoding = new EncodingOptions();

  @Mixin private DataOptions sources;

  @Mixin private CommonOptions common;

  EstimateCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  /// A room with its time.
  private record Row(Need need, Span seconds) {}

  @Override
  public Integer call() throws IOException {
    common.settings();
    EncodingConfig config = encoding.config(common.seed());
    Set<Encoding> weighted = LocalNodeContext.weighted(config);
    boolean sampled = config.clustering() instanceof ClusteringMethod.Sampled;
    try (Workspace work = Workspace.open(common.threads())) {
      Workload sizes = sizes(work);
      MachineSpeed speed = MachineSpeed.measure(work, Path.of("").toAbsolutePath());
      Durations durations = new Durations(sizes, speed);
      List<Row> rows =
          List.of(
              new Row(Needs.build("import", sizes), durations.build()),
              new Row(Needs.correct(sizes, false), durations.correct()),
              new Row(Needs.encode(sizes, weighted, sampled), durations.encode(weighted, sampled)),
              new Row(Needs.propagate(sizes), durations.propagate(common.memoryLimit())));
      terminal.out().print(common.json() ? json(sizes, speed, rows) : text(sizes, rows));
      terminal.out().flush();
    }
    return Main.OK;
  }

  private Workload sizes(Workspace work) throws IOException {
    Require.that(
        typed == null ? nodes != null && edges != null : nodes == null && edges == null,
        "give DATA, or --nodes and --edges");
    if (typed == null) {
      return workload(nodes, 2 * edges, features);
    }
    Optional<Counts> counts =
        Files.exists(Path.of(typed))
            ? Optional.empty()
            : Registry.builtIn().find(typed).map(DataSet::counts);
    if (counts.isPresent() && counts.get().edges().isPresent()) {
      Counts known = counts.get();
      return workload(known.nodes(), 2 * known.edges().getAsLong(), known.features());
    }
    Path path = sources.find(typed, work.progress()).path();
    Optional<StoreSizes> store = StoreSizes.of(path);
    if (store.isPresent()) {
      return workload(store.get().nodes(), store.get().arcs(), store.get().features());
    }
    GraphData data = GraphFiles.read(path, work);
    return workload(
        data.graph().nodeCount(),
        data.graph().arcCount(),
        data.features().map(Features::width).orElse(features));
  }

  private Workload workload(long nodeCount, long arcs, int width) {
    return new Workload(nodeCount, arcs, width, hops, common.threads());
  }

  private String text(Workload sizes, List<Row> rows) {
    var text = new StringBuilder();
    text.append(
        "%s nodes, %s arcs, %d features, %d hops; %s of memory may be used%n"
            .formatted(
                Text.count(sizes.nodes()),
                Text.count(sizes.arcs()),
                sizes.featureWidth(),
                sizes.hopCount(),
                Text.bytes(common.memoryLimit())));
    List<List<String>> table = new ArrayList<>();
    table.add(List.of("", "memory", "at least", "disk", "temporary", "time"));
    for (Row row : rows) {
      Need need = row.need;
      table.add(
          List.of(
              need.room(),
              Text.bytes((long) need.memory().low()) + " – " + Text.bytes(most(need)),
              Text.bytes(need.leastBytes()),
              Text.bytes(need.diskBytes()),
              Text.bytes(need.temporaryBytes()),
              Text.seconds(row.seconds.low()) + " – " + Text.seconds(row.seconds.high())));
    }
    text.append(Text.table(table)).append('\n');
    for (Row row : rows) {
      Need need = row.need;
      String verdict =
          need.leastBytes() <= common.memoryLimit() ? "fits" : "DOES NOT FIT the limit";
      text.append("%s %s: %s%n".formatted(need.room(), verdict, need.reason()));
    }
    return text.toString();
  }

  /// What goes beyond the limit goes to files, as long as the least fits.
  private long most(Need need) {
    long limit = Math.max(need.leastBytes(), common.memoryLimit());
    return (long) Math.min(need.memory().high(), limit);
  }

  private String json(Workload sizes, MachineSpeed speed, List<Row> rows) {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("nodes", sizes.nodes());
    result.put("arcs", sizes.arcs());
    result.put("features", sizes.featureWidth());
    result.put("hops", sizes.hopCount());
    result.put("threads", sizes.threads());
    result.put("memoryLimitBytes", common.memoryLimit());
    Map<String, Object> rooms = new LinkedHashMap<>();
    for (Row row : rows) {
      Map<String, Object> room = new LinkedHashMap<>();
      room.put("memoryBytes", List.of((long) row.need.memory().low(), most(row.need)));
      room.put("leastMemoryBytes", row.need.leastBytes());
      room.put("diskBytes", row.need.diskBytes());
      room.put("temporaryBytes", row.need.temporaryBytes());
      room.put("seconds", List.of(row.seconds.low(), row.seconds.high()));
      room.put("fits", row.need.leastBytes() <= common.memoryLimit());
      room.put("reason", row.need.reason());
      rooms.put(row.need.room(), room);
    }
    result.put("rooms", rooms);
    Map<String, Object> measured = new LinkedHashMap<>();
    measured.put("sortedArcsPerSecond", speed.sortedArcs() * 1e9);
    measured.put("maskedArcsPerSecond", speed.maskedArcs() * 1e9);
    measured.put("gatheredArcsPerSecond", speed.gatheredArcs() * 1e9);
    measured.put("farGathersPerSecond", speed.farGathers() * 1e9);
    measured.put("hopBytesPerSecond", speed.hopBytes() * 1e9);
    measured.put("diskBytesPerSecond", speed.diskBytes() * 1e9);
    result.put("measured", measured);
    return Json.write(result);
  }
}
