package io.atp.learn.experiment;

import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.SplitRule;
import io.atp.io.registry.DataSet;
import java.util.Optional;

/// How a data set is usually learned from.
public final class Protocol {
  private Protocol() {}

  /// Whether the usual experiments keep the largest component only.
  public static boolean largestComponent(Optional<DataSet> known) {
    return known.map(DataSet::largestComponentOnly).orElse(false);
  }

  /// The split the data brings, or else what the registry knows of it, or 20/30 per class.
  ///
  /// @param data what is learned from, its largest component where that was chosen
  public static SplitRule split(GraphData data, Optional<DataSet> known, boolean largest) {
    if (data.split().isPresent()) {
      return new SplitRule.Given();
    }
    SplitRule rule = known.flatMap(DataSet::split).orElse(new SplitRule.PerClass(20, 30, false));
    return largest && rule instanceof SplitRule.PerClass perClass
        ? new SplitRule.PerClass(perClass.train(), perClass.validation(), false)
        : rule;
  }
}
