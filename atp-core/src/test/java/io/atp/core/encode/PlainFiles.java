package io.atp.core.encode;

import io.atp.core.graph.ArcBuffer;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.GraphBuilder;
import io.atp.core.runtime.Workspace;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipFile;

/// Just enough of `.npy`, `.npz`, SNAP text and `.jlg` to read the graphs these tests compare with.
final class PlainFiles {
  private PlainFiles() {}

  /// The `adj_indptr` and `adj_indices` of a plain npz, both int32.
  static CsrGraph npzGraph(Path file, Workspace work) throws IOException {
    try (ZipFile zip = new ZipFile(file.toFile())) {
      ByteBuffer offsets = npy(member(zip, "adj_indptr.npy"));
      ByteBuffer targets = npy(member(zip, "adj_indices.npy"));
      int n = offsets.remaining() / Integer.BYTES - 1;
      ArcBuffer arcs = new ArcBuffer(work);
      int at = offsets.getInt();
      for (int node = 0; node < n; node++) {
        for (int end = offsets.getInt(); at < end; at++) {
          arcs.add(node, targets.getInt());
        }
      }
      return GraphBuilder.undirected(n, work).add(arcs).build().graph();
    }
  }

  /// A float32 vector.
  static double[] floats(Path file) throws IOException {
    ByteBuffer data = npy(Files.readAllBytes(file));
    double[] values = new double[data.remaining() / Float.BYTES];
    for (int i = 0; i < values.length; i++) {
      values[i] = data.getFloat();
    }
    return values;
  }

  /// Two ids a line, numbered in order of appearance; `#` lines and the header of a jlg are left
  /// out.
  static CsrGraph edgeList(Path file, Workspace work) throws IOException {
    boolean zipped = file.toString().endsWith(".jlg");
    byte[] bytes = Files.readAllBytes(file);
    InputStream raw = new ByteArrayInputStream(bytes);
    Map<String, Integer> ids = new HashMap<>();
    ArcBuffer arcs = new ArcBuffer(work);
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                zipped ? new GZIPInputStream(raw) : raw, StandardCharsets.UTF_8))) {
      List<String> lines = reader.lines().skip(zipped ? 1 : 0).toList();
      for (String line : lines) {
        if (!line.startsWith("#") && !line.isBlank()) {
          String[] ends = line.trim().split("[\\s,]+");
          arcs.add(id(ids, ends[0]), id(ids, ends[1]));
        }
      }
    }
    return GraphBuilder.undirected(ids.size(), work).add(arcs).build().graph();
  }

  private static int id(Map<String, Integer> ids, String name) {
    ids.putIfAbsent(name, ids.size());
    return ids.get(name);
  }

  private static byte[] member(ZipFile zip, String name) throws IOException {
    try (InputStream in = zip.getInputStream(zip.getEntry(name))) {
      return in.readAllBytes();
    }
  }

  /// What follows the header: magic, version, two bytes of header length.
  private static ByteBuffer npy(byte[] bytes) {
    ByteBuffer data = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    return data.position(10 + data.getShort(8));
  }
}
