package io.atp.cli.command;

import io.atp.cli.Text;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.SplitRule;
import io.atp.io.doctor.DegreeProfile;
import io.atp.io.doctor.Doctor;
import io.atp.io.doctor.Finding;
import io.atp.io.doctor.HomophilyBands;
import io.atp.io.doctor.KnownCounts;
import io.atp.io.registry.DataSet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// What the doctor says, for people and for programs.
///
/// @param typed what the user typed for DATA, to stand in the commands
record Examination(
    String typed,
    Optional<DataSet> known,
    Optional<HomophilyBands> homophily,
    List<Finding> findings) {
  private static final int WIDTH = 100;
  private static final String INDENT = " ".repeat(11);

  static Examination of(String typed, Optional<DataSet> known, GraphData data, Workspace work) {
    List<Finding> findings = new ArrayList<>();
    known.flatMap(set -> KnownCounts.compare(data, set)).ifPresent(findings::add);
    findings.addAll(Doctor.examine(data, data.split(), work));
    DegreeProfile degrees = DegreeProfile.of(data.graph());
    return new Examination(
        typed,
        known,
        data.labels().flatMap(labels -> HomophilyBands.of(data.graph(), labels, degrees, work)),
        List.copyOf(findings));
  }

  /// The keys that follow the facts in the JSON object.
  Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("dataSet", known.map(Examination::dataSet).orElse(null));
    map.put(
        "homophilyByDegree",
        homophily.map(h -> h.bands().stream().map(Examination::band).toList()).orElse(List.of()));
    map.put("findings", findings.stream().map(this::finding).toList());
    return map;
  }

  private static Map<String, Object> dataSet(DataSet set) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("name", set.name());
    map.put("title", set.title());
    map.put("paper", set.paper().orElse(null));
    map.put("home", set.home().toString());
    map.put("licence", set.licence());
    map.put("split", set.split().map(SplitRule::text).orElse(null));
    map.put("largestComponentOnly", set.largestComponentOnly());
    return map;
  }

  private static Map<String, Object> band(HomophilyBands.Band band) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("name", band.name());
    map.put("fromDegree", band.fromDegree());
    map.put("toDegree", band.toDegree());
    map.put("nodes", band.nodes());
    map.put("homophily", band.homophily().isPresent() ? band.homophily().getAsDouble() : null);
    return map;
  }

  private Map<String, Object> finding(Finding finding) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("severity", severity(finding));
    map.put("code", finding.code());
    map.put("finding", finding.sentence());
    map.put("why", finding.why());
    map.put("command", command(finding).orElse(null));
    return map;
  }

  private static String severity(Finding finding) {
    return finding.severity().name().toLowerCase(Locale.ROOT);
  }

  private Optional<String> command(Finding finding) {
    String data = typed.indexOf(' ') < 0 ? typed : "'" + typed + "'";
    return finding.remedy().map(remedy -> remedy.command(data));
  }

  /// Where the data come from, if it was asked for by name, and the findings.
  String text() {
    var text = new StringBuilder();
    known.ifPresent(
        set ->
            text.append("%s: %s%n  licence: %s%n".formatted(set.title(), set.home(), set.licence()))
                .append(
                    set.split()
                        .map(rule -> "  usual split: %s%n".formatted(rule.text()))
                        .orElse("")));
    text.append("\nfindings\n");
    for (Finding finding : findings) {
      String head = "  " + severity(finding);
      text.append(head).append(" ".repeat(INDENT.length() - head.length()));
      text.append(Text.wrap(finding.sentence(), WIDTH, INDENT).stripLeading()).append('\n');
      text.append(Text.wrap("why: " + finding.why(), WIDTH, INDENT)).append('\n');
      command(finding).ifPresent(command -> text.append(INDENT).append("▸ " + command + "\n"));
    }
    return text.toString();
  }
}
