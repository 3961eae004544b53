package io.atp.learn.store;

import io.atp.io.json.Json;
import io.atp.io.npy.Npy;
import io.atp.io.npy.NpyArray;
import io.atp.io.store.FileSummary;
import io.atp.io.store.OutputFolder;
import io.atp.io.store.Sha256;
import io.atp.io.text.TextFile;
import io.atp.learn.tensor.Matrix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/// Named matrices and a few facts about them, as a folder.
///
/// @param facts whatever JSON holds
/// @param matrices by name, as rows
public record MatrixFolder(Map<String, Object> facts, Map<String, float[][]> matrices) {
  static final String MANIFEST = "manifest.json";

  /// Adds `NAME.npy` for each matrix and the manifest.
  ///
  /// @param kind what the folder is, so that no other kind is taken for it
  public static void write(
      OutputFolder out, String kind, Map<String, ?> facts, Map<String, Matrix> matrices)
      throws IOException {
    for (Map.Entry<String, Matrix> entry : matrices.entrySet()) {
      Matrix matrix = entry.getValue();
      out.writeArray(
          entry.getKey() + ".npy",
          "<f4",
          new long[] {matrix.rows(), matrix.columns()},
          matrix.data());
    }
    Map<String, Object> files = new LinkedHashMap<>();
    for (Map.Entry<String, FileSummary> file : out.seal().entrySet()) {
      files.put(file.getKey(), file.getValue().toMap());
    }
    Map<String, Object> manifest = new LinkedHashMap<>();
    manifest.put("producer", "atp");
    manifest.put("kind", kind);
    manifest.put("facts", facts);
    manifest.put("matrices", matrices.keySet().stream().toList());
    manifest.put("files", files);
    out.writeText(MANIFEST, Json.write(manifest));
  }

  /// @throws IOException if a file is missing, of another kind, or not what was written
  public static MatrixFolder read(Path folder, String kind) throws IOException {
    Path list = folder.resolve(MANIFEST);
    if (!Files.isRegularFile(list)) {
      throw new IOException("%s holds no %s: it has no %s".formatted(folder, kind, MANIFEST));
    }
    String text = TextFile.whole(list, "manifest of atp");
    Map<?, ?> manifest = object(Json.parse(text, list.toString()), list);
    if (!"atp".equals(manifest.get("producer")) || !kind.equals(manifest.get("kind"))) {
      throw new IOException("%s is not the manifest of a %s".formatted(list, kind));
    }
    Map<?, ?> files = object(manifest.get("files"), list);
    Map<String, float[][]> matrices = new LinkedHashMap<>();
    if (!(manifest.get("matrices") instanceof Iterable<?> names)) {
      throw new IOException("%s lists no matrices".formatted(list));
    }
    for (Object name : names) {
      matrices.put(String.valueOf(name), matrix(folder, String.valueOf(name), files, list));
    }
    Map<String, Object> facts = new LinkedHashMap<>();
    object(manifest.get("facts"), list).forEach((key, value) -> facts.put((String) key, value));
    return new MatrixFolder(facts, matrices);
  }

  private static Map<?, ?> object(Object value, Path list) throws IOException {
    if (value instanceof Map<?, ?> map) {
      return map;
    }
    throw new IOException("%s is not a manifest: a part is missing".formatted(list));
  }

  private static float[][] matrix(Path folder, String name, Map<?, ?> files, Path list)
      throws IOException {
    String fileName = name + ".npy";
    if (!fileName.matches("[A-Za-z0-9][A-Za-z0-9._-]*")
        || !(files.get(fileName) instanceof Map<?, ?> expected)) {
      throw new IOException("%s does not say what '%s' is".formatted(list, fileName));
    }
    Path file = folder.resolve(fileName);
    if (!Files.isRegularFile(file)) {
      throw new IOException("%s is missing".formatted(file));
    }
    if (!Sha256.summary(file).sha256().equals(expected.get("sha256"))) {
      throw new IOException("%s is damaged: its checksum is not the one written".formatted(file));
    }
    NpyArray array = Npy.read(file);
    if (array.shape().length != 2) {
      throw new IOException(
          "%s has %d dimensions, a matrix has 2".formatted(file, array.shape().length));
    }
    float[] flat = array.toFloats();
    int rows = (int) array.shape()[0];
    int columns = (int) array.shape()[1];
    float[][] all = new float[rows][columns];
    for (int i = 0; i < rows; i++) {
      System.arraycopy(flat, i * columns, all[i], 0, columns);
    }
    return all;
  }
}
