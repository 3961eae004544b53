package io.atp.tables;

import java.util.List;

/// What an import decided and counted.
///
/// @param decisions which column was taken for what, and why
/// @param nodeRows rows of the node table, 0 without one
/// @param edgeRows rows of the edge table
/// @param nodesAdded nodes that occur in edges only, where there is a node table
/// @param edgesWithAddedNodes edges that name such a node
/// @param missingFeatures empty features taken as zero
/// @param featureNames the columns of the features, in order
/// @param classNames the labels as they stood in the table, by class
public record TableReport(
    List<Decision> decisions,
    long nodeRows,
    long edgeRows,
    int nodesAdded,
    long edgesWithAddedNodes,
    long missingFeatures,
    List<String> featureNames,
    List<String> classNames) {
  public TableReport {
    decisions = List.copyOf(decisions);
    featureNames = List.copyOf(featureNames);
    classNames = List.copyOf(classNames);
  }

  /// One choice: `edges.src ← column 'from' (inferred from its name)`.
  public record Decision(String role, String choice, String reason) {
    @Override
    public String toString() {
      return "%s ← %s (%s)".formatted(role, choice, reason);
    }
  }
}
