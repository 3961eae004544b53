package io.atp.lab.study;

import io.atp.io.registry.Counts;
import io.atp.io.registry.DataSet;
import io.atp.io.registry.Registry;
import io.atp.lab.cell.Cell;
import io.atp.lab.report.Entry;
import io.atp.lab.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The data sets of the paper, and which are at hand.
record DataStudy() implements Study {
  @Override
  public String name() {
    return "data";
  }

  @Override
  public String paper() {
    return "Table 5";
  }

  @Override
  public String title() {
    return "Data sets";
  }

  @Override
  public String question() {
    return "What are the graphs, and which of them are at hand?";
  }

  @Override
  public List<String> dataSets() {
    return paperSets().stream().map(DataSet::name).toList();
  }

  private static List<DataSet> paperSets() {
    return Registry.builtIn().all().stream().filter(set -> set.paper().isPresent()).toList();
  }

  @Override
  public List<Cell> cells(String dataSet, boolean quick) {
    return List.of();
  }

  private static boolean measured(Findings findings, String dataSet) {
    return findings.cells().entrySet().stream()
        .anyMatch(found -> found.getKey().dataSet().equals(dataSet) && !found.getValue().pending());
  }

  @Override
  public Table exhibit(Findings findings) {
    List<Table.Row> rows = new ArrayList<>();
    for (DataSet set : paperSets()) {
      Counts counts = set.largestComponent().orElse(set.counts());
      String here =
          findings.dataSets().contains(set.name())
              ? measured(findings, set.name()) ? "measured on" : "at hand"
              : Optional.ofNullable(findings.absent().get(set.name()))
                  .map(why -> "%s, from %s".formatted(why, set.home()))
                  .orElse("not asked for");
      rows.add(
          new Table.Row(
              "",
              set.title(),
              List.of(
                  new Entry.Text(Long.toString(counts.nodes())),
                  new Entry.Text(
                      counts.edges().isPresent()
                          ? Long.toString(counts.edges().getAsLong())
                          : "unknown"),
                  new Entry.Text(Integer.toString(set.counts().features())),
                  new Entry.Text(Integer.toString(set.counts().classes())),
                  new Entry.Text(here))));
    }
    return new Table(
        name(),
        paper() + ": " + title(),
        question(),
        "data set",
        List.of("nodes", "edges", "features", "classes", "here"),
        rows,
        List.of(
            "Nodes and edges of the largest component where the usual experiments keep no more;"
                + " edges are undirected and counted once."),
        List.of());
  }
}
