package io.atp.lab.report;

import java.util.List;

/// All that a page says.
///
/// @param summary in plain words: what held, what did not, by how much
/// @param exhibits tables and figures in the order they are read
public record Report(String title, List<String> summary, List<Exhibit> exhibits, Setup setup) {
  public Report {
    summary = List.copyOf(summary);
    exhibits = List.copyOf(exhibits);
  }
}
