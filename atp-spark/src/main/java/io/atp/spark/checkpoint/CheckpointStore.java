package io.atp.spark.checkpoint;

import io.atp.io.json.Json;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;
import org.apache.spark.util.SerializableConfiguration;

/// A folder with what each room made: a file a partition, and last of all a manifest with the
/// length and checksum of each.
///
/// A room is found again by a fingerprint of everything it was made from. Without a manifest it is
/// made anew; with one, every file must be what the manifest says, or the job stops with a
/// sentence: a damaged checkpoint never becomes a result. Files are read again whenever an executor
/// that held them is lost, so a checkpoint also ends the chain of recomputation.
public final class CheckpointStore {
  private static final System.Logger LOG = System.getLogger(CheckpointStore.class.getName());
  private static final String MANIFEST = "manifest.json";

  private final JavaSparkContext spark;
  private final String folder;
  private final Broadcast<SerializableConfiguration> hadoop;

  public CheckpointStore(JavaSparkContext spark, String folder) {
    this.spark = spark;
    this.folder = folder;
    this.hadoop = spark.broadcast(new SerializableConfiguration(spark.hadoopConfiguration()));
  }

  /// What a room left: its data, and facts about them.
  public record Kept<T>(JavaRDD<T> data, Map<String, Object> facts) {}

  /// Reads a partition's data back.
  @FunctionalInterface
  public interface Reader<T> extends Stored.Parser<T>, Serializable {}

  private record FileFacts(int partition, long bytes, long checksum) implements Serializable {}

  /// @return empty where the room was not finished with this fingerprint
  public <T> Optional<Kept<T>> find(String room, String fingerprint, Reader<T> reader) {
    Path path = path(room, fingerprint);
    Path manifest = new Path(path, MANIFEST);
    try {
      FileSystem files = path.getFileSystem(hadoop.value().value());
      if (!files.exists(manifest)) {
        return Optional.empty();
      }
      Map<String, Object> read;
      try (InputStream in = files.open(manifest)) {
        String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        read = object(Json.parse(text, "checkpoint " + manifest));
      }
      List<FileFacts> facts = new ArrayList<>();
      for (Object entry : (List<?>) read.get("files")) {
        Map<?, ?> file = (Map<?, ?>) entry;
        facts.add(
            new FileFacts(
                facts.size(),
                ((Number) file.get("bytes")).longValue(),
                ((Number) file.get("crc32c")).longValue()));
      }
      LOG.log(System.Logger.Level.INFO, "{0}: taken up from {1}", room, path);
      return Optional.of(
          new Kept<>(reading(path.toString(), facts, reader), object(read.get("facts"))));
    } catch (ClassCastException | NullPointerException e) {
      throw new IllegalArgumentException(
          "checkpoint %s is no manifest; delete %s to compute it anew".formatted(manifest, path),
          e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, Object> object(Object json) {
    Map<String, Object> named = new LinkedHashMap<>();
    ((Map<?, ?>) json).forEach((key, value) -> named.put((String) key, value));
    return named;
  }

  /// Writes the data, one element a partition, and gives back what reads them.
  public <T extends Stored> Kept<T> keep(
      String room, String fingerprint, JavaRDD<T> data, Map<String, ?> facts, Reader<T> reader) {
    Path path = path(room, fingerprint);
    String text = path.toString();
    Broadcast<SerializableConfiguration> settings = hadoop;
    List<FileFacts> written =
        data.mapPartitionsWithIndex(
                (partition, own) ->
                    IntStream.of(partition)
                        .mapToObj(p -> write(settings.value(), text, p, own.next()))
                        .iterator(),
                true)
            .collect();
    List<FileFacts> ordered =
        written.stream().sorted(Comparator.comparingInt(FileFacts::partition)).toList();
    Map<String, Object> manifest = new LinkedHashMap<>();
    manifest.put("room", room);
    manifest.put("fingerprint", fingerprint);
    manifest.put("facts", facts);
    manifest.put(
        "files",
        ordered.stream().map(f -> Map.of("bytes", f.bytes(), "crc32c", f.checksum())).toList());
    try {
      FileSystem files = path.getFileSystem(hadoop.value().value());
      Path temporary = new Path(path, "." + MANIFEST);
      try (var out = files.create(temporary, true)) {
        out.write(Json.write(manifest).getBytes(StandardCharsets.UTF_8));
      }
      replace(files, temporary, new Path(path, MANIFEST));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Kept<>(reading(text, ordered, reader), new LinkedHashMap<>(facts));
  }

  private Path path(String room, String fingerprint) {
    return new Path(folder, room + "-" + fingerprint.substring(0, 16));
  }

  private static Path part(String folder, int partition) {
    return new Path(folder, "part-%05d.bin".formatted(partition));
  }

  /// Under a name of this attempt's own first: of two attempts of one task the later one wins
  /// whole, and both have the same bytes.
  private static FileFacts write(
      SerializableConfiguration settings, String folder, int partition, Stored data) {
    Path path = part(folder, partition);
    Path temporary =
        new Path(folder, ".part-%05d.%d".formatted(partition, TaskContext.get().taskAttemptId()));
    try {
      FileSystem files = path.getFileSystem(settings.value());
      CRC32C checksum = new CRC32C();
      DataOutputStream out =
          new DataOutputStream(
              new BufferedOutputStream(
                  new CheckedOutputStream(files.create(temporary, true), checksum), 1 << 16));
      try (out) {
        data.write(out);
      }
      long bytes = files.getFileStatus(temporary).getLen();
      replace(files, temporary, path);
      return new FileFacts(partition, bytes, checksum.getValue());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void replace(FileSystem files, Path from, Path to) throws IOException {
    files.delete(to, false);
    if (!files.rename(from, to)) {
      throw new IOException("checkpoint %s cannot be put in place".formatted(to));
    }
  }

  private <T> JavaRDD<T> reading(String folder, List<FileFacts> facts, Reader<T> reader) {
    Broadcast<SerializableConfiguration> settings = hadoop;
    return spark
        .parallelize(facts, facts.size())
        .map(file -> read(settings.value(), folder, file, reader))
        .persist(StorageLevel.MEMORY_AND_DISK());
  }

  private static <T> T read(
      SerializableConfiguration settings, String folder, FileFacts facts, Reader<T> reader)
      throws IOException {
    Path path = part(folder, facts.partition());
    FileSystem files = path.getFileSystem(settings.value());
    if (!files.exists(path)) {
      throw new IOException(
          "checkpoint %s is missing; delete %s to compute it anew".formatted(path, folder));
    }
    long bytes = files.getFileStatus(path).getLen();
    // First the checksum, then the contents: a damaged length must not ask for memory.
    CRC32C checksum = new CRC32C();
    try (InputStream in = new CheckedInputStream(files.open(path), checksum)) {
      in.transferTo(OutputStream.nullOutputStream());
    } catch (ChecksumException e) { // a file system that keeps sums of its own
      throw new IOException(
          "checkpoint %s is damaged: %s; delete %s to compute it anew"
              .formatted(path, e.getMessage(), folder),
          e);
    }
    if (bytes != facts.bytes() || checksum.getValue() != facts.checksum()) {
      throw new IOException(
          ("checkpoint %s is damaged: %d bytes with checksum %08x, the manifest says %d with %08x;"
                  + " delete %s to compute it anew")
              .formatted(
                  path, bytes, checksum.getValue(), facts.bytes(), facts.checksum(), folder));
    }
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(files.open(path), 1 << 16))) {
      return reader.read(in);
    }
  }
}
