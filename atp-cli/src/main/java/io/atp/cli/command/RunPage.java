package io.atp.cli.command;

import io.atp.io.store.OutputFolder;
import io.atp.lab.report.HtmlReport;
import io.atp.lab.report.Setup;
import io.atp.lab.run.Machine;
import io.atp.lab.run.RunFigures;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// `report.html` in the folder of a run. It tells times and the machine, so it is the one file of a
/// run whose bytes are not the same twice; everything else in it is.
final class RunPage {
  static final String FILE = "report.html";

  private RunPage() {}

  /// Comes after all other rooms, whose times stand in it.
  static void write(Run run, OutputFolder folder, Run.Room<RunFigures> figures) throws IOException {
    run.room(
        "report",
        () -> {
          folder.writeText(FILE, HtmlReport.write(figures.enter().toReport(setup(run))));
          return FILE;
        },
        name -> name + ": learning, degrees, coefficients, confusion, calibration");
  }

  /// What to tell people in the end.
  static String invitation(Path out) {
    return "\nOpen " + out.resolve(FILE) + " in a browser.";
  }

  private static Setup setup(Run run) {
    Map<String, Object> record = run.record().toMap();
    Map<String, String> configuration = new LinkedHashMap<>();
    ((Map<?, ?>) record.get("input"))
        .forEach((name, value) -> configuration.put("input " + name, String.valueOf(value)));
    ((Map<?, ?>) record.get("config"))
        .forEach((name, value) -> configuration.put(name.toString(), String.valueOf(value)));
    configuration.put("atp version", record.get("version").toString());
    return new Setup(
        command((List<?>) record.get("command")),
        configuration,
        Machine.facts((int) record.get("threads")),
        run.record().timings());
  }

  /// As it can be typed into a shell again.
  static String command(List<?> words) {
    return words.stream()
        .map(Object::toString)
        .map(
            word ->
                word.matches("[A-Za-z0-9_@%+=:,./-]+")
                    ? word
                    : "'" + word.replace("'", "'\\''") + "'")
        .collect(Collectors.joining(" ", "atp ", ""));
  }
}
