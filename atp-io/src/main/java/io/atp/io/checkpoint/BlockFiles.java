package io.atp.io.checkpoint;

import io.atp.core.propagate.BlockSink;
import io.atp.core.propagate.ColumnRange;
import io.atp.core.runtime.Workers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// Finished blocks of columns as files: `block-0-64.hop-1` holds columns 0 to 63 of hop 1, row
/// after row, and `block-0-64.json`, written when all hops of the block are on disk, their
/// checksums.
public final class BlockFiles implements BlockSink, AutoCloseable {
  private final WorkFolder folder;
  private final BlockLayout layout;
  private final Map<ColumnRange, Map<Integer, PieceSums>> done = new LinkedHashMap<>();
  private final Map<String, Open> open = new ConcurrentHashMap<>();
  private final BlockAssembly assembly;

  private record Open(FileChannel channel, PieceSums sums) {}

  /// Takes over what an earlier run finished; what is damaged is said, and done again.
  public BlockFiles(WorkFolder folder, BlockLayout layout, Workers workers) throws IOException {
    this.folder = folder;
    this.layout = layout;
    this.assembly = new BlockAssembly(folder, layout, workers);
    takeOver(workers);
  }

  /// The blocks that need not be computed again.
  public List<ColumnRange> finished() {
    return List.copyOf(done.keySet());
  }

  /// Whether any part of an earlier run is used.
  public boolean resumes() {
    return !done.isEmpty();
  }

  private void takeOver(Workers workers) throws IOException {
    List<Path> files = new ArrayList<>();
    try (var entries = Files.newDirectoryStream(folder.path(), "block-*")) {
      entries.forEach(files::add);
    }
    files.sort(Comparator.comparing(Path::toString));
    for (Path file : files) {
      String name = file.getFileName().toString();
      if (name.matches("block-[0-9]{1,9}-[0-9]{1,9}\\.json")) {
        takeOver(name, workers);
      }
    }
    for (Path file : files) { // what no note vouches for was not finished
      String block = file.getFileName().toString().replaceFirst("\\..*", "");
      if (done.keySet().stream().noneMatch(columns -> name(columns).equals(block))) {
        Files.deleteIfExists(file);
      }
    }
  }

  private void takeOver(String noteName, Workers workers) throws IOException {
    String[] ends = noteName.substring(0, noteName.indexOf('.')).split("-");
    int from = Integer.parseInt(ends[1]);
    int to = Integer.parseInt(ends[2]);
    Optional<Map<String, Object>> note = folder.note(noteName);
    if (note.isEmpty() || from >= to || to > layout.width()) {
      folder.tell("%s is damaged, so these columns are done again".formatted(file(noteName)));
      return;
    }
    var columns = new ColumnRange(from, to);
    Map<Integer, PieceSums> sums = new LinkedHashMap<>();
    for (int result : layout.names().keySet()) {
      if (assembly.isDone(result)) {
        continue;
      }
      String digits = note.get().get("result" + result) instanceof String text ? text : "";
      PieceSums expected = PieceSums.parse(digits);
      Path data = file(dataName(columns, result));
      long pieceBytes =
          layout.blockBytes(columns) / Math.max(1, layout.rows()) * layout.pieceRows();
      int damaged = expected.firstDamaged(data, 0, layout.blockBytes(columns), pieceBytes, workers);
      if (damaged >= 0) {
        folder.tell(
            damaged == expected.count()
                ? "%s is not whole, so these columns are done again".formatted(data)
                : "%s is damaged in rows %d to %d, so these columns are done again"
                    .formatted(
                        data,
                        (long) damaged * layout.pieceRows(),
                        Math.min(layout.rows(), (damaged + 1L) * layout.pieceRows()) - 1));
        return;
      }
      sums.put(result, expected);
    }
    boolean apart = done.keySet().stream().noneMatch(o -> o.from() < to && from < o.to());
    if (apart) {
      done.put(columns, sums);
    }
  }

  private static String name(ColumnRange columns) {
    return "block-%d-%d".formatted(columns.from(), columns.to());
  }

  private String dataName(ColumnRange columns, int result) {
    return name(columns) + "." + layout.names().get(result).replaceFirst("\\.npy$", "");
  }

  private Path file(String name) {
    return folder.file(name);
  }

  @Override
  public void write(int result, ColumnRange columns, int fromRow, int toRow, MemorySegment packed) {
    if (assembly.isDone(result)) {
      return;
    }
    String name = dataName(columns, result);
    try {
      Open to = open.computeIfAbsent(name, this::create);
      ByteBuffer content = packed.asByteBuffer();
      to.sums().set(fromRow / layout.pieceRows(), content);
      PieceSums.writeFully(
          to.channel(), content, (long) fromRow * columns.columns() * layout.storage().bytes());
    } catch (IOException e) {
      throw unwritable(name, e);
    }
  }

  private Open create(String name) {
    try {
      return new Open(
          FileChannel.open(
              file(name),
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.WRITE),
          new PieceSums(layout.pieces()));
    } catch (IOException e) {
      throw unwritable(name, e);
    }
  }

  private UncheckedIOException unwritable(String name, IOException cause) {
    return new UncheckedIOException(
        new IOException(
            "%s cannot be written: %s; finished columns are kept, and the same command goes on"
                    .formatted(file(name), cause.getMessage())
                + " from them",
            cause));
  }

  /// Brings the block to disk, and only then notes that it is there.
  @Override
  public void finished(ColumnRange columns) {
    Map<String, Object> note = new LinkedHashMap<>();
    Map<Integer, PieceSums> sums = new LinkedHashMap<>();
    for (int result : layout.names().keySet()) {
      if (assembly.isDone(result)) {
        continue;
      }
      String name = dataName(columns, result);
      Open written = layout.rows() == 0 ? open.computeIfAbsent(name, this::create) : open.get(name);
      open.remove(name);
      try (FileChannel channel = written.channel()) {
        channel.force(true);
      } catch (IOException e) {
        throw unwritable(name, e);
      }
      sums.put(result, written.sums());
      note.put("result" + result, written.sums().digits());
    }
    try {
      folder.writeNote(name(columns) + ".json", note);
    } catch (IOException e) {
      throw unwritable(name(columns) + ".json", e);
    }
    done.put(columns, sums);
  }

  /// Puts the finished columns side by side: one row-major `.npy` file per result.
  ///
  /// @return the files by name, on disk and checked
  public Map<String, Path> assemble() throws IOException {
    Map<String, Path> files = new LinkedHashMap<>();
    for (Map.Entry<Integer, String> result : layout.names().entrySet()) {
      if (!assembly.isDone(result.getKey())) {
        List<BlockAssembly.Part> parts = new ArrayList<>();
        done.keySet().stream()
            .sorted(Comparator.comparingInt(ColumnRange::from))
            .forEach(
                columns ->
                    parts.add(
                        new BlockAssembly.Part(
                            columns,
                            file(dataName(columns, result.getKey())),
                            done.get(columns).get(result.getKey()))));
        assembly.assemble(result.getKey(), parts);
      }
      files.put(result.getValue(), file(result.getValue()));
    }
    return files;
  }

  @Override
  public void close() throws IOException {
    for (Open still : open.values()) {
      still.channel().close();
    }
    open.clear();
  }
}
