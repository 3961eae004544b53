package io.atp.io.store;

import java.util.LinkedHashMap;
import java.util.Map;

/// Size and SHA-256 (lower-case hexadecimal) of one written file.
public record FileSummary(long bytes, String sha256) {
  /// As it stands in manifests and run records.
  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("bytes", bytes);
    map.put("sha256", sha256);
    return map;
  }
}
