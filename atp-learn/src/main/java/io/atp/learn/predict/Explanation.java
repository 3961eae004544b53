package io.atp.learn.predict;

import java.util.List;

/// Why a model says what it says of one node.
///
/// For a linear backbone the shares are exact: those of all nodes and hops, and the bias, add up to
/// the logit. Otherwise they are gradient times input, the linear part of the model around this
/// node.
///
/// @param node the node asked about
/// @param label the class explained
/// @param logit its logit
/// @param exact whether shares add up to `logit − bias`
/// @param bias what the logit would be without any features, where the backbone is linear
/// @param hopShares share of each hop, X itself first
/// @param nodeShares share of the nodes whose features count most, largest magnitude first
/// @param coefficient r or r̃ of the node
/// @param maskedNeighbours edges of the node that the correction hid, by neighbour
public record Explanation(
    int node,
    int label,
    double logit,
    boolean exact,
    double bias,
    double[] hopShares,
    List<NodeShare> nodeShares,
    double coefficient,
    List<MaskedEdge> maskedNeighbours) {
  /// @param share of the node's features in the logit, over all hops
  public record NodeShare(int node, double share) {}

  /// @param reason whose edges were hidden and why
  public record MaskedEdge(int neighbour, String reason) {}
}
