package io.atp.cli.command;

import io.atp.cli.Main;
import io.atp.cli.Terminal;
import io.atp.cli.TerminalProgress;
import io.atp.cli.Text;
import io.atp.cli.option.CommonOptions;
import io.atp.cli.option.DataOptions;
import io.atp.core.runtime.Progress;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.format.GraphFiles;
import io.atp.io.json.Json;
import io.atp.io.registry.DataSources;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `atp info DATA`.
@Command(
    name = "info",
    header = "Say what is in a graph, what is odd about it, and how to mend that.",
    footer = {
      "%nExample:",
      "  atp generate --nodes 1000 --edges 5000 --out small && atp info small"
    },
    customSynopsis = "atp info DATA [OPTIONS]",
    sortOptions = false)
final class InfoCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Parameters(paramLabel = "DATA", description = DataOptions.DATA)
  private String typed;

  @Mixin private DataOptions sources;

  @Mixin private CommonOptions common;

  InfoCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    common.settings();
    try (var progress = new TerminalProgress(terminal);
        var work = Workspace.open(common.threads(), common.quiet() ? Progress.NONE : progress)) {
      DataSources.Found found = sources.find(typed, work.progress());
      GraphData data = GraphFiles.read(found.path(), work);
      Run.requireEdges(found.path().toString(), data);
      GraphFacts facts = GraphFacts.of(data, work);
      Examination examination = Examination.of(typed, found.dataSet(), data, work);
      progress.clear();
      terminal.out().print(common.json() ? json(facts, examination) : text(facts, examination));
    }
    return Main.OK;
  }

  private static String json(GraphFacts facts, Examination examination) {
    Map<String, Object> map = facts.toMap();
    map.putAll(examination.toMap());
    return Json.write(map);
  }

  private static String text(GraphFacts facts, Examination examination) {
    return table(facts) + examination.text();
  }

  private static String table(GraphFacts facts) {
    Map<String, Object> map = facts.toMap();
    List<List<String>> rows = new ArrayList<>();
    row(rows, map, "nodes", "nodes");
    row(rows, map, "edges", facts.data().graph().symmetric() ? "edges" : "arcs (directed)");
    row(rows, map, "features", "features");
    row(rows, map, "classes", "classes");
    if (facts.data().split().isPresent()) {
      row(rows, map, "train", "train");
      row(rows, map, "validation", "validation");
      row(rows, map, "test", "test");
    }
    row(rows, map, "components", "components");
    row(rows, map, "isolated", "isolated nodes");
    row(rows, map, "maxDegree", "largest degree");
    row(rows, map, "meanDegree", "mean degree");
    row(rows, map, "homophily", "edge homophily");
    row(rows, map, "duplicatesRemoved", "duplicates removed");
    row(rows, map, "selfLoopsRemoved", "self-loops removed");
    row(rows, map, "reversesAdded", "reverse arcs added");
    return facts.data().name() + " (" + facts.data().format() + ")\n" + Text.table(rows) + "\n";
  }

  private static void row(
      List<List<String>> rows, Map<String, Object> map, String key, String name) {
    Object value = map.get(key);
    String text =
        switch (value) {
          case null -> "-";
          case Double number -> Text.decimal(number);
          case Number number -> Text.count(number.longValue());
          default -> value.toString();
        };
    rows.add(List.of("  " + name, text));
  }
}
