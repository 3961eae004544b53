package io.atp.cli.command;

import io.atp.cli.Text;
import io.atp.cli.option.TableOptions;
import io.atp.io.dataset.GraphData;
import io.atp.tables.ImportedTables;
import io.atp.tables.TableImport;
import io.atp.tables.TableImportConfig;
import io.atp.tables.TableReport;
import io.atp.tables.TableSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;

/// Tables in, with the account of which column was taken for what. DuckDB is not touched before
/// this.
final class TableRoom {
  private TableRoom() {}

  static GraphData read(Run run, Path path, TableOptions options, OptionalLong memory)
      throws IOException {
    run.config(options.settings());
    TableImportConfig config = options.config(memory);
    TableSource source = options.source(path);
    ImportedTables read =
        run.room(
            "read",
            () -> TableImport.read(source, config, run.work()),
            tables -> tables.data().name() + ": " + Run.sizes(tables.data()));
    Run.requireEdges(path.toString(), read.data());
    run.record().input(path, read.data());
    TableReport report = read.report();
    report.decisions().forEach(decision -> run.say("  " + decision));
    if (report.nodesAdded() > 0) {
      run.say(
          "  %s nodes occur in edges only and were added; %s edges name one"
              .formatted(
                  Text.count(report.nodesAdded()), Text.count(report.edgesWithAddedNodes())));
    }
    if (report.missingFeatures() > 0) {
      run.say(
          "  %s empty features were taken as 0".formatted(Text.count(report.missingFeatures())));
    }
    run.record().result("tables", told(report));
    return read.data();
  }

  private static Map<String, Object> told(TableReport report) {
    Map<String, Object> told = new LinkedHashMap<>();
    told.put("decisions", report.decisions().stream().map(Object::toString).toList());
    told.put("nodeRows", report.nodeRows());
    told.put("edgeRows", report.edgeRows());
    told.put("nodesAdded", report.nodesAdded());
    told.put("edgesWithAddedNodes", report.edgesWithAddedNodes());
    told.put("missingFeatures", report.missingFeatures());
    return told;
  }
}
