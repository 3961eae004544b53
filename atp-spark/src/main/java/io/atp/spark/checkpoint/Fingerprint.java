package io.atp.spark.checkpoint;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/// What a room was made from, as one text: two rooms with the same one hold the same data.
public final class Fingerprint {
  private Fingerprint() {}

  /// Of texts that say everything.
  public static String of(String... parts) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (String part : parts) {
        byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
        digest.update((bytes.length + ":").getBytes(StandardCharsets.UTF_8));
        digest.update(bytes);
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Of a table: the files behind it with their lengths and times, and its schema and plan. A table
  /// without files is like no other.
  public static String of(Dataset<Row> table, Configuration hadoop) {
    String[] paths = table.inputFiles();
    if (paths.length == 0) {
      return UUID.randomUUID().toString();
    }
    Arrays.sort(paths);
    StringBuilder text = new StringBuilder(table.schema().json());
    try {
      for (String name : paths) {
        Path path = new Path(name);
        FileStatus status = path.getFileSystem(hadoop).getFileStatus(path);
        text.append('\n').append(name).append(' ').append(status.getLen());
        text.append(' ').append(status.getModificationTime());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    // Expression ids differ from session to session.
    text.append(table.queryExecution().optimizedPlan().toString().replaceAll("#\\d+L?", ""));
    return of(text.toString());
  }
}
