package io.atp.io.dataset;

import java.util.ArrayList;
import java.util.List;

/// How the labelled nodes of one class are parted; those left over are not this record's business.
public record ClassQuota(int label, int nodes, int train, int validation) {
  /// What was asked for; from a class with fewer than train + validation nodes at most half for
  /// train, and at most half of the others for validation.
  static ClassQuota of(int label, int nodes, int train, int validation) {
    if (nodes >= (long) train + validation) {
      return new ClassQuota(label, nodes, train, validation);
    }
    int fewer = Math.min(train, nodes / 2);
    return new ClassQuota(label, nodes, fewer, Math.min(validation, (nodes - fewer) / 2));
  }

  /// The quotas of the classes that are too small. A class without any node is absent, not small.
  static List<ClassQuota> tooSmall(LabelledNodes nodes, int train, int validation) {
    List<ClassQuota> found = new ArrayList<>();
    int[] sizes = nodes.classSizes();
    for (int label = 0; label < sizes.length; label++) {
      if (sizes[label] > 0 && sizes[label] < (long) train + validation) {
        found.add(of(label, sizes[label], train, validation));
      }
    }
    return List.copyOf(found);
  }
}
