package io.atp.lab.report;

import java.util.List;

/// All that a page says.
///
/// @param opening what to know before: a paragraph each
/// @param summary in plain words: what held, what did not, by how much
/// @param exhibits tables and figures in the order they are read
public record Report(
    String title, List<String> opening, List<Answer> summary, List<Exhibit> exhibits, Setup setup) {
  /// For pages that speak of ATP to somebody who has not read of it.
  public static final String ATP =
      "ATP prepares a graph before a network learns on it. It hides a share of the edges of the"
          + " nodes that have most of them: the correction. And it gives every node a coefficient"
          + " r̃ of its own, from its degree, its eigenvector centrality and its clustering. With r"
          + " = 0 a node takes the mean of its neighbours, with r = 1 each node shares itself out"
          + " among its neighbours, and most networks have r = ½ for all.";

  public Report {
    opening = List.copyOf(opening);
    summary = List.copyOf(summary);
    exhibits = List.copyOf(exhibits);
  }

  /// The summary where there is no page.
  public List<String> sentences() {
    return summary.stream().map(Answer::text).toList();
  }
}
