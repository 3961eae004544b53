package io.atp.io.export;

import io.atp.core.feature.SparseFeatures;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.Labels;
import io.atp.io.dataset.NodeIds;
import io.atp.io.format.IdOrder;
import java.util.BitSet;
import java.util.function.Predicate;

/// What a graph may come with, beyond its nodes and edges, and a format may have no place for.
public enum ExportPart {
  FEATURES(
      "the features", data -> data.features().filter(features -> features.width() > 0).isPresent()),
  SPARSE_STORAGE(
      "that the features are sparse: they are written dense",
      data -> data.features().filter(SparseFeatures.class::isInstance).isPresent()),
  LABELS("the labels", data -> data.labels().isPresent()),
  MULTI_LABELS(
      "the labels of which a node may have several", data -> data.multiLabels().isPresent()),
  SPLIT("the split", data -> !data.splits().isEmpty()),
  MORE_SPLITS("the splits after the first", data -> data.splits().size() > 1),
  TIMES("the times of the nodes", data -> data.times().isPresent()),
  INDUCTIVE("that training sees the training nodes alone", GraphData::inductive),
  IDS("the original ids", data -> !(data.ids() instanceof NodeIds.Same)),
  DIRECTION("the directions of the edges", data -> !data.graph().symmetric()),
  NODE_ORDER(
      "the numbering of the nodes: it becomes the order of their ids",
      data ->
          data.ids() instanceof NodeIds.Names names && !IdOrder.sorted(names.count(), names::name)),
  CLASS_ORDER(
      "the numbering of the classes: it becomes the order of their names, of those that a node has",
      data -> data.labels().filter(labels -> !inOrder(labels)).isPresent());

  private final String words;
  private final Predicate<GraphData> present;

  ExportPart(String words, Predicate<GraphData> present) {
    this.words = words;
    this.present = present;
  }

  private static boolean inOrder(Labels labels) {
    BitSet seen = new BitSet();
    for (int label : labels.values()) {
      if (label != Labels.UNLABELLED) {
        seen.set(label);
      }
    }
    return seen.cardinality() == labels.classCount()
        && IdOrder.sorted(labels.classCount(), labels::className);
  }

  /// Whether a graph has this part.
  public boolean presentIn(GraphData data) {
    return present.test(data);
  }

  /// The part in words, as in `the features`.
  public String words() {
    return words;
  }
}
