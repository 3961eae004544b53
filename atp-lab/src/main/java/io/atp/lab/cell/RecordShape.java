package io.atp.lab.cell;

import java.io.IOException;
import java.util.List;

/// What a record must hold, by what was looked at: whoever draws or compares it need not ask.
final class RecordShape {
  private RecordShape() {}

  /// @param file to name
  /// @throws IOException with the numbers, if some are missing or there are others
  static CellRecord checked(CellRecord record, Cell.Probe probe, int seeds, String file)
      throws IOException {
    if (record.failure().isEmpty()) {
      switch (probe) {
        case SCORES -> scores(record, seeds, file);
        case SECONDS -> scores(record, Measurement.TIMED_RUNS, file);
        case CURVES -> {
          for (int repeat = 0; repeat < seeds; repeat++) {
            for (String group : Measurement.DEGREE_GROUPS) {
              series(record, group + " " + repeat, file);
            }
          }
        }
        case WEIGHTS -> {
          for (int part = 0; part < WeightsByDegree.PARTS; part++) {
            List<Double> shares = series(record, "decile " + part, file);
            if (shares.size() != WeightsByDegree.PARTS) {
              throw new IOException(
                  "%s has %d numbers in series 'decile %d', not %d"
                      .formatted(file, shares.size(), part, WeightsByDegree.PARTS));
            }
          }
        }
      }
    }
    return record;
  }

  private static void scores(CellRecord record, int runs, String file) throws IOException {
    if (record.test().size() != runs || record.validation().size() != runs) {
      throw new IOException(
          "%s has %d validation and %d test scores, not %d of each"
              .formatted(file, record.validation().size(), record.test().size(), runs));
    }
  }

  private static List<Double> series(CellRecord record, String name, String file)
      throws IOException {
    List<Double> values = record.series().getOrDefault(name, List.of());
    if (values.isEmpty()) {
      throw new IOException("%s has no numbers in series '%s'".formatted(file, name));
    }
    return values;
  }
}
