package io.atp.io.doctor;

import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.Split;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Examines a data set: topology, features, labels, split, time, and the prospects of ATP.
public final class Doctor {
  private Doctor() {}

  /// The worst first; of one severity in the order of the flow. The same list for any number of
  /// threads.
  ///
  /// @param split the one to examine, which need not be the data's own
  public static List<Finding> examine(GraphData data, Optional<Split> split, Workspace work) {
    List<Finding> findings = new ArrayList<>();
    DegreeProfile degrees = DegreeProfile.of(data.graph());
    TopologyExam.examine(data, work, findings);
    FeatureExam.examine(data, work, findings);
    LabelExam.examine(data, findings);
    SplitExam.examine(data, split, findings);
    TimeExam.examine(data, split, work, findings);
    Optional<HomophilyBands> homophily =
        data.labels().flatMap(labels -> HomophilyBands.of(data.graph(), labels, degrees, work));
    homophily.ifPresent(bands -> findings.add(bands.finding()));
    boolean labelled = data.labels().isPresent() || data.multiLabels().isPresent();
    findings.add(Outlook.of(degrees, homophily, labelled).finding());
    findings.sort(Comparator.comparing(Finding::severity).reversed());
    return List.copyOf(findings);
  }
}
