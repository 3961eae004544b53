package io.atp.lab.cell;

import io.atp.io.json.Json;
import io.atp.io.store.OutputFile;
import io.atp.io.store.Sha256;
import io.atp.io.text.TextFile;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// A folder of records, one file per measurement, named by a hash of what was measured, how hard,
/// and on which bytes. What is there need not be measured again.
///
/// @param version of the program; another version measures anew
public record CellRecords(Path folder, Effort effort, String version) {
  private static final String KIND = "record of a measurement";

  /// @param data checksum of the graph, its features, labels and splits
  public Path file(Cell cell, String data) {
    Map<String, Object> key = new LinkedHashMap<>();
    key.put("cell", cell.toMap());
    key.put("effort", effort.toMap());
    key.put("data", data);
    key.put("version", version);
    return folder.resolve(
        "%s-%s-%s.json"
            .formatted(cell.dataSet(), cell.model(), Sha256.of(Json.write(key)).substring(0, 16)));
  }

  /// Where a search that is under way leaves its trials.
  Path trials(Cell search, String data) {
    Path record = file(search, data);
    return record.resolveSibling(record.getFileName() + ".trials");
  }

  public Optional<CellRecord> read(Cell cell, String data) throws IOException {
    Path file = file(cell, data);
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    Object parsed = Json.parse(TextFile.whole(file, KIND), file.toString());
    CellRecord record =
        RecordShape.checked(
            CellRecord.fromMap(parsed, file.toString()),
            cell.probe(),
            effort.seeds(),
            file.toString());
    return record.failure().isEmpty() ? Optional.of(record) : Optional.empty();
  }

  /// A file of such a folder.
  ///
  /// @param records the folder it lies in, with the effort it was measured with
  /// @param data checksum of what was measured on
  public record Kept(CellRecords records, Cell cell, CellRecord record, String data) {}

  /// @throws IOException naming the file, if it does not read as a record
  public static Kept open(Path file) throws IOException {
    Object parsed = Json.parse(TextFile.whole(file, KIND), file.toString());
    CellRecord record = CellRecord.fromMap(parsed, file.toString());
    try {
      var map = (Map<?, ?>) parsed;
      var effort = Effort.fromMap((Map<?, ?>) map.get("effort"));
      var records = new CellRecords(file.getParent(), effort, (String) map.get("version"));
      Cell cell = Cell.fromMap(record.cell());
      RecordShape.checked(record, cell.probe(), effort.seeds(), file.toString());
      return new Kept(records, cell, record, (String) map.get("data"));
    } catch (ClassCastException | NullPointerException | IllegalArgumentException e) {
      throw new IOException("%s is not a %s".formatted(file, KIND), e);
    }
  }

  /// The checksum of the data that records of this effort and version were made on; nothing where
  /// there are none of a data set.
  ///
  /// @throws IOException where they were made on different data, or one does not read as a record
  public Optional<String> dataOf(String dataSet) throws IOException {
    if (!Files.isDirectory(folder)) {
      return Optional.empty();
    }
    Set<String> checksums = new TreeSet<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, dataSet + "-*.json")) {
      for (Path file : files) {
        Kept kept = open(file);
        boolean own = file.equals(file(kept.cell(), kept.data()));
        if (own && kept.cell().dataSet().equals(dataSet)) {
          checksums.add(kept.data());
        }
      }
    }
    if (checksums.size() > 1) {
      throw new IOException(
          "not at hand, and its records are of %d versions of it: %s"
              .formatted(checksums.size(), String.join(", ", checksums)));
    }
    return checksums.stream().findFirst();
  }

  /// Whole or not at all.
  public void write(Cell cell, String data, CellRecord record) throws IOException {
    Map<String, Object> all = new LinkedHashMap<>(record.toMap());
    all.put("effort", effort.toMap());
    all.put("data", data);
    all.put("version", version);
    Files.createDirectories(folder);
    Path place = file(cell, data);
    // A failure gives way to what the next try finds.
    try (OutputFile file =
        Files.exists(place) ? OutputFile.replace(place) : OutputFile.create(place)) {
      Files.writeString(file.growing(), Json.write(all));
      file.commit();
    }
  }
}
