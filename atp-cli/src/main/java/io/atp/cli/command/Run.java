package io.atp.cli.command;

import io.atp.cli.Terminal;
import io.atp.cli.TerminalProgress;
import io.atp.cli.Text;
import io.atp.cli.Version;
import io.atp.cli.option.CommonOptions;
import io.atp.cli.option.DataOptions;
import io.atp.core.estimate.Need;
import io.atp.core.estimate.Workload;
import io.atp.core.feature.Features;
import io.atp.core.kernel.Kernels;
import io.atp.core.propagate.MemoryPlan;
import io.atp.core.runtime.Progress;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workspace;
import io.atp.io.checkpoint.WorkFolder;
import io.atp.io.dataset.GraphData;
import io.atp.io.format.GraphFiles;
import io.atp.io.format.StoreSizes;
import io.atp.io.json.Json;
import io.atp.io.record.RunRecord;
import io.atp.io.registry.DataSources;
import io.atp.io.store.FileSummary;
import io.atp.io.store.OutputFolder;
import io.atp.io.store.Sha256;
import io.atp.io.store.TemporaryFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;

/// One command while it works: its threads and memory, its clock and record, and its voice.
///
/// Each room is timed, recorded, and told as one line: what it was, what came out, how long it
/// took.
final class Run implements AutoCloseable {
  private static final int ROOM_WIDTH = 10;
  private static final int TEXT_WIDTH = 78;

  private final Terminal terminal;
  private final CommonOptions common;
  private final TerminalProgress progress;
  private final Workspace work;
  private final RunRecord record;
  private GuardedOutput output;
  private Path spilled;
  private Restart restart;

  /// What a room does; it may read and write files.
  interface Room<T> {
    T enter() throws IOException;
  }

  Run(Terminal terminal, CommonOptions common, CommandSpec spec) {
    this.terminal = terminal;
    this.common = common;
    this.progress = new TerminalProgress(terminal);
    Map<String, Object> settings = common.settings();
    this.record =
        new RunRecord(Version.number(), spec.root().commandLine().getParseResult().originalArgs())
            .config(settings)
            .threads(common.threads());
    this.work = Workspace.open(common.threads(), common.quiet() ? Progress.NONE : progress);
  }

  Workspace work() {
    return work;
  }

  RunRecord record() {
    return record;
  }

  Run config(Map<String, ?> settings) {
    record.config(settings);
    return this;
  }

  /// The path of what the user typed for DATA, which may be the name of a data set.
  Path find(DataOptions sources, String typed) throws IOException {
    return found(sources, typed).path();
  }

  /// The same, with what the registry knows of it.
  DataSources.Found found(DataOptions sources, String typed) throws IOException {
    DataSources.Found found;
    long start = System.nanoTime();
    try {
      found = sources.find(typed, work.progress());
    } finally {
      progress.clear();
    }
    found.dataSet().ifPresent(set -> record.config(Map.of("dataSet", set.name())));
    if (found.downloaded()) {
      tell("download", found.path().toString(), (System.nanoTime() - start) * 1e-9);
    }
    return found;
  }

  /// The graph at a path. A graph without a single edge is refused here, once for all rooms.
  GraphData read(Path path) throws IOException {
    GraphData data =
        room("read", () -> GraphFiles.read(path, work), read -> read.name() + ": " + sizes(read));
    requireEdges(path.toString(), data);
    record.input(path, data);
    return data;
  }

  /// Refuses work that needs so many bytes beside the JVM, and more than there are.
  void requireMemory(String work, GraphData data, long bytes) {
    long needed = MemoryPlan.jvmBytes() + bytes;
    long limit = common.memoryLimit();
    Require.that(
        needed <= limit,
        "%s %,d nodes and %,d arcs needs about %,d MB of memory, the limit is %,d MB",
        work,
        data.graph().nodeCount(),
        data.graph().arcCount(),
        Math.ceilDiv(needed, 1L << 20),
        limit >> 20);
  }

  /// Refuses work that needs more than the user, or the machine, has to give, before it begins.
  ///
  /// @param instead what else would do, or nothing
  void require(Need need, Workload sizes, String instead) {
    long limit = common.memoryLimit();
    long megabytes = Math.ceilDiv(need.leastBytes(), 1L << 20);
    Require.that(
        need.leastBytes() <= limit,
        "%s of %,d nodes and %,d arcs needs at least %,d MB of memory (%s), the limit is %,d MB;"
            + " --memory %dm%s would do",
        need.room(),
        sizes.nodes(),
        sizes.arcs(),
        megabytes,
        need.reason(),
        limit >> 20,
        megabytes,
        instead.isEmpty() ? "" : " or " + instead);
  }

  /// How large the graph at a path is, where that can be told without reading it.
  Optional<Workload> sizes(Path path, int hops) throws IOException {
    return StoreSizes.of(path)
        .map(s -> new Workload(s.nodes(), s.arcs(), s.features(), hops, common.threads()));
  }

  Workload sizes(GraphData data, int hops) {
    return new Workload(
        data.graph().nodeCount(),
        data.graph().arcCount(),
        data.features().map(Features::width).orElse(0),
        hops,
        common.threads());
  }

  static void requireEdges(String source, GraphData data) {
    Require.that(
        data.graph().nodeCount() >= 2 && data.graph().arcCount() > 0,
        "%s: %d nodes and %d edges are no graph to work on; at least two nodes and one edge are"
            + " needed",
        source,
        data.graph().nodeCount(),
        data.graph().edgeCount());
  }

  static String sizes(GraphData data) {
    var text = new StringBuilder();
    text.append(Text.count(data.graph().nodeCount())).append(" nodes, ");
    text.append(Text.count(data.graph().edgeCount()));
    text.append(data.graph().symmetric() ? " edges" : " arcs");
    data.features()
        .ifPresent(x -> text.append(", ").append(Text.count(x.width())).append(" features"));
    data.labels().ifPresent(y -> text.append(", ").append(y.classCount()).append(" classes"));
    return text.toString();
  }

  /// Times the room, records the time, and tells the outcome.
  <T> T room(String name, Room<T> room, Function<T, String> outcome) throws IOException {
    long start = System.nanoTime();
    T result;
    try (var _ = record.time(name)) {
      result = room.enter();
    } catch (IOException e) {
      throw restart == null ? e : restart.told(e);
    } catch (UncheckedIOException e) {
      throw restart == null ? e.getCause() : restart.told(e);
    } finally {
      progress.clear();
    }
    tell(name, outcome.apply(result), (System.nanoTime() - start) * 1e-9);
    return result;
  }

  private void tell(String room, String outcome, double seconds) {
    say(pad(room, ROOM_WIDTH) + pad(outcome, TEXT_WIDTH) + "  " + Text.seconds(seconds));
  }

  /// A line for people; nothing with `--json` or `--quiet`.
  void say(String line) {
    if (!common.json() && !common.quiet()) {
      terminal.out().println(line);
      terminal.out().flush();
    }
  }

  /// Where the results of this run grow. Comes before any reading, so that a folder that cannot be
  /// written costs no waiting.
  OutputFolder output(Path out) throws IOException {
    output = GuardedOutput.create(out);
    return output.folder();
  }

  /// Lets large results and arrays lie in files beside the output where memory is short.
  void spillBeside(Path out) throws IOException {
    Path folder = output != null ? output.temporary() : besideFile(out);
    work.spillTo(folder, Math.max(0, common.memoryLimit() - MemoryPlan.jvmBytes()));
  }

  private Path besideFile(Path out) throws IOException {
    Path folder = out.toAbsolutePath().normalize().getParent();
    while (!Files.isDirectory(folder)) {
      folder = folder.getParent();
    }
    spilled = TemporaryFolder.create(folder.resolve(out.getFileName()));
    return spilled;
  }

  /// The same, refusing to replace what is read.
  OutputFolder output(Path out, Path input) throws IOException {
    Require.that(
        !Files.exists(out) || !Files.exists(input) || !Files.isSameFile(out, input),
        "%s is the input; name another output folder",
        out);
    return output(out);
  }

  /// Lets arrays that grow with the arcs go to files beside the output once memory is full.
  ///
  /// @param heapBytes what the command will hold on the heap beside them, as far as is known
  void spill(long heapBytes) throws IOException {
    long limit = common.memory().orElse(common.memoryLimit() / 4 * 3);
    work.spillTo(output.temporary(), Math.max(0, limit - MemoryPlan.jvmBytes() - heapBytes));
  }

  /// Keeps finished parts of the work beside the output, and takes over those of an earlier run.
  /// Comes after [#spill].
  ///
  /// @param asked whether the user wants it; where an earlier run left parts, it is done anyway
  /// @param facts all that decides a byte of a part, found only if it is done
  void checkpoint(Path out, boolean asked, Room<Map<String, Object>> facts) throws IOException {
    if (asked || Files.isDirectory(WorkFolder.pathFor(out))) {
      restart =
          room("checksum", () -> new Restart(out, facts.enter(), work.workers()), Restart::news);
      work.keepIn(restart.parts());
    }
  }

  /// Checksums, the record, and the rename that makes the folder appear.
  void finish() throws IOException {
    OutputFolder folder = output.folder();
    record.kernels(Kernels.active().name());
    if (restart != null) {
      restart.record(record);
      int used = restart.parts().resumed().size();
      if (used > 0) {
        say(pad("resume", ROOM_WIDTH) + "%d parts of an earlier run were used".formatted(used));
      }
    }
    Map<String, FileSummary> files =
        room("write", folder::seal, written -> output.path() + ": " + summary(written));
    record.outputs(files).writeTo(folder);
    output.commit();
    if (restart != null) {
      restart.done();
    }
    if (common.json()) {
      Map<String, Object> result = new LinkedHashMap<>(record.toMap());
      result.put("out", output.path().toString());
      terminal.out().print(Json.write(result));
    }
  }

  /// The same for a command whose result is one file, which is already in place.
  void finishFile(Path file) throws IOException {
    record.kernels(Kernels.active().name());
    record.outputs(Map.of(file.getFileName().toString(), Sha256.summary(file)));
    if (common.json()) {
      Map<String, Object> result = new LinkedHashMap<>(record.toMap());
      result.put("out", file.toString());
      terminal.out().print(Json.write(result));
    }
  }

  private static String summary(Map<String, FileSummary> files) {
    long bytes = files.values().stream().mapToLong(FileSummary::bytes).sum();
    return files.size() + (files.size() == 1 ? " file, " : " files, ") + Text.bytes(bytes);
  }

  private static String pad(String text, int width) {
    return text + " ".repeat(Math.max(0, width - text.codePointCount(0, text.length())));
  }

  @Override
  public void close() throws IOException {
    progress.close();
    try {
      if (output != null) {
        output.close();
      }
    } finally {
      if (restart != null) {
        restart.close();
      }
      work.close(); // the folder's files may be mapped
      if (spilled != null) {
        TemporaryFolder.delete(spilled);
      }
    }
  }
}
