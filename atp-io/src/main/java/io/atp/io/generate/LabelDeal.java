package io.atp.io.generate;

import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workers;
import io.atp.io.dataset.Labels;
import io.atp.io.dataset.Split;

/// Which classes are told, and what for: per class the lowest labelled ids for training, the next
/// for validation, the rest for testing. Ids tell nothing about a node, so the lowest are as good
/// as any.
record LabelDeal(Labels labels, Split split) {
  private static final int RANGE = 1 << 14;

  static LabelDeal of(GeneratorConfig config, ClassLayout layout, Workers workers) {
    int[] labels = new int[config.nodeCount()];
    workers.forEachRange(
        labels.length,
        RANGE,
        (from, to) -> {
          for (int node = from; node < to; node++) {
            labels[node] = labelled(config, node) ? layout.classOf(node) : Labels.UNLABELLED;
          }
        });
    return new LabelDeal(new Labels(config.classCount(), labels), split(config, layout, labels));
  }

  private static boolean labelled(GeneratorConfig config, int node) {
    return config.labelledShare() == 1
        || StatelessHash.unit(StatelessHash.of(config.seed(), Purpose.LABELLED, node))
            < config.labelledShare();
  }

  private static Split split(GeneratorConfig config, ClassLayout layout, int[] labels) {
    int classes = layout.classCount();
    int[] train = new int[classes];
    int[] validation = new int[classes];
    for (int klass = 0; klass < classes; klass++) {
      int members = layout.members(klass);
      train[klass] = Math.min(config.trainPerClass(), Math.ceilDiv(members, 5));
      validation[klass] = Math.min(config.validationPerClass(), (int) (3L * members / 10));
    }
    int[] sizes = walk(labels, train.clone(), validation.clone(), null);
    int[][] parts = {new int[sizes[0]], new int[sizes[1]], new int[sizes[2]]};
    walk(labels, train, validation, parts);
    return new Split(parts[0], parts[1], parts[2]);
  }

  /// Deals every labelled node, in the order of ids, and returns how many each part got.
  ///
  /// @param train how many are still wanted, per class
  /// @param parts where they go, or null to count
  private static int[] walk(int[] labels, int[] train, int[] validation, int[][] parts) {
    int[] sizes = new int[3];
    for (int node = 0; node < labels.length; node++) {
      int klass = labels[node];
      if (klass == Labels.UNLABELLED) {
        continue;
      }
      int part = train[klass]-- > 0 ? 0 : validation[klass]-- > 0 ? 1 : 2;
      if (parts != null) {
        parts[part][sizes[part]] = node;
      }
      sizes[part]++;
    }
    return sizes;
  }
}
