package io.atp.io.doctor;

import static io.atp.io.doctor.Finding.text;

import io.atp.core.graph.CsrGraph;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.Labels;
import io.atp.io.dataset.MultiLabels;
import io.atp.io.registry.Counts;
import io.atp.io.registry.DataSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A data set that was asked for by name, against what is published about it.
public final class KnownCounts {
  private KnownCounts() {}

  /// A finding where the data are neither the whole set nor its largest component.
  public static Optional<Finding> compare(GraphData data, DataSet set) {
    List<String> differences = differences(data, set.counts());
    boolean asComponent =
        set.largestComponent().map(part -> differences(data, part).isEmpty()).orElse(false);
    if (differences.isEmpty() || asComponent) {
      return Optional.empty();
    }
    return Optional.of(
        Finding.of(
            Severity.WARNING,
            "counts-differ",
            text(
                "%s differs from the published counts: %s",
                set.title(), String.join(", ", differences)),
            "figures on it cannot be compared with published ones; see "
                + set.home()
                + " for the original"));
  }

  private static List<String> differences(GraphData data, Counts known) {
    CsrGraph graph = data.graph();
    List<String> found = new ArrayList<>();
    differ(found, "nodes", graph.nodeCount(), known.nodes());
    known.edges().ifPresent(edges -> differ(found, "edges", graph.edgeCount(), edges));
    differ(found, "features", data.features().map(x -> x.width()).orElse(0), known.features());
    int classes =
        data.labels()
            .map(Labels::classCount)
            .or(() -> data.multiLabels().map(MultiLabels::classCount))
            .orElse(0);
    differ(found, "classes", classes, known.classes());
    return found;
  }

  private static void differ(List<String> found, String what, long here, long published) {
    if (here != published) {
      found.add(text("%,d %s in place of %,d", here, what, published));
    }
  }
}
