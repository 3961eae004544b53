package io.atp.io.store;

import java.util.LinkedHashMap;
import java.util.Map;

/// Size and checksums of one written file: SHA-256 of the whole, and CRC-32C of each block, which
/// tells where a damaged file is damaged.
///
/// @param sha256 in lower-case hexadecimal
/// @param blocks eight hexadecimal digits for each block of [#BLOCK_BYTES], the last one shorter
public record FileSummary(long bytes, String sha256, String blocks) {
  public static final int BLOCK_BYTES = 4 << 20;
  static final int BLOCK_DIGITS = 8;

  /// As it stands in manifests and run records.
  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("bytes", bytes);
    map.put("sha256", sha256);
    map.put("blockBytes", BLOCK_BYTES);
    map.put("blockCrc32c", blocks);
    return map;
  }
}
