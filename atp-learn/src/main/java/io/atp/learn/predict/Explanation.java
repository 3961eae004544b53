package io.atp.learn.predict;

import io.atp.core.encode.Encoding;
import io.atp.learn.plan.OperatorUse;
import java.util.List;
import java.util.SortedMap;

/// Why a model says what it says of one node.
///
/// For a linear backbone shares are exact: those of all steps or of all nodes, of labels, and the
/// bias add up to the logit. Otherwise they are gradient times input, the linear part of the model
/// around what it saw.
///
/// @param node the node asked about
/// @param label the class explained: the one with the largest logit
/// @param logit its logit
/// @param exact whether the backbone is linear and none of its inputs are estimates
/// @param rest what no share explains; where they are exact, the bias
/// @param steps what `stepShares` are about
/// @param stepShares share of the features at each step, 0 first
/// @param labelShare share of known labels, where the backbone reads them
/// @param nodeShares share of the nodes that count most, largest magnitude first
/// @param use what of the operator acts in the backbone
/// @param coefficient r or r̃ of the node
/// @param encodings the node's, in the graph as corrected
/// @param maskedNeighbours edges of the node that the correction hid, by neighbour
public record Explanation(
    int node,
    int label,
    double logit,
    boolean exact,
    double rest,
    Steps steps,
    double[] stepShares,
    double labelShare,
    List<NodeShare> nodeShares,
    OperatorUse use,
    double coefficient,
    SortedMap<Encoding, Double> encodings,
    List<MaskedEdge> maskedNeighbours) {
  /// How shares are grouped.
  public enum Steps {
    /// By hop of the walk that brought features here; a walk may come back.
    HOPS,
    /// By distance of the node whose features they are, in the graph as corrected: the layers of
    /// such a backbone cannot be told apart.
    DISTANCE
  }

  /// @param features share of the node's features in the logit, over all hops
  /// @param label share of its known label
  /// @param perHop share of its features at each hop; empty where hops are not told apart
  public record NodeShare(int node, double features, double label, double[] perHop) {
    public double sum() {
      return features + label;
    }
  }

  /// @param reason whose edges were hidden and why
  public record MaskedEdge(int neighbour, String reason) {}
}
