package io.atp.cli.command;

import io.atp.cli.Main;
import io.atp.cli.Terminal;
import io.atp.cli.option.CommonOptions;
import io.atp.cli.option.DataOptions;
import io.atp.core.runtime.Require;
import io.atp.io.json.Json;
import io.atp.io.store.TemporaryFolder;
import io.atp.io.text.TextFile;
import io.atp.lab.Verification;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `atp verify RUN`.
@Command(
    name = "verify",
    header = "Make a run again, and compare all it wrote.",
    description =
        "%nReads the command from RUN/run.json, runs it into a folder beside RUN that is deleted"
            + " afterwards, and compares the SHA-256 of every file. Start it in the"
            + " folder the command was started in. The page report.html tells times and is left"
            + " out. Exits 2 if anything differs.%n%nOf a folder of atp reproduce, every"
            + " measurement in RUN/records is made again with the operator and settings it"
            + " records, and its scores compared number by number.%n",
    footer = {
      "%nExample:",
      "  atp generate --nodes 1000 --edges 5000 --out small && atp verify small"
    },
    customSynopsis = "atp verify RUN [OPTIONS]",
    sortOptions = false)
final class VerifyCommand implements Callable<Integer> {
  private static final String RECORD = "run.json";
  private static final String OUT = "--out";

  private final Terminal terminal;

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "RUN", description = "Folder with a run.json, or of atp reproduce.")
  private Path folder;

  @Option(
      names = "--cells",
      paramLabel = "N",
      description = "Only so many measurements of atp reproduce, drawn by --seed. Default: all.")
  private int cells = Integer.MAX_VALUE;

  @Mixin private DataOptions sources;
  @Mixin private CommonOptions common;

  VerifyCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    common.settings();
    if (Files.isDirectory(folder.resolve(ReproduceCommand.RECORDS))) {
      return verifyLab();
    }
    Map<?, ?> first = record(folder);
    List<String> command = command(first);
    Path beside = TemporaryFolder.create(folder);
    Path again = beside.resolve("run");
    try {
      List<String> words = replaced(command, again);
      int exit = run(words);
      Require.that(exit == Main.OK, "the command of %s ended with %d this time", folder, exit);
      List<String> differences = differences(first, record(again));
      tell(command, differences, folder + ": ");
      return differences.isEmpty() ? Main.OK : Main.BAD_INPUT;
    } finally {
      TemporaryFolder.delete(beside);
    }
  }

  private int verifyLab() throws IOException {
    Require.atLeast("--cells", cells, 1);
    try (var run = new Run(terminal, common, spec)) {
      List<Path> files =
          Verification.drawn(folder.resolve(ReproduceCommand.RECORDS), cells, common.seed());
      var subjects = new NamedSubjects(run, sources, false, OptionalDouble.empty());
      var told = new ToldOfRecords(run);
      int measured = new Verification(subjects, run.work(), told).of(files);
      List<String> differences = List.copyOf(told.differences());
      tell(List.of(), differences, "%s: %d measurements, ".formatted(folder, measured));
      return differences.isEmpty() ? Main.OK : Main.BAD_INPUT;
    }
  }

  /// What differs, by the name of the record.
  private record ToldOfRecords(Run run, SortedSet<String> differences)
      implements Verification.Listener {
    ToldOfRecords(Run run) {
      this(run, new TreeSet<>());
    }

    @Override
    public void at(Path record, long done, long all) {
      String found = differences.isEmpty() ? "" : ", %d differ".formatted(differences.size());
      run.work().progress().report("verify", record.getFileName() + found, done, all);
    }

    @Override
    public void differs(Path record, String difference) {
      differences.add(record.getFileName() + ": " + difference);
    }
  }

  private static Map<?, ?> record(Path folder) throws IOException {
    Path file = folder.resolve(RECORD);
    Require.that(Files.isRegularFile(file), "%s has no %s to run again", folder, RECORD);
    Object parsed = Json.parse(TextFile.whole(file, "record"), file.toString());
    Require.that(
        parsed instanceof Map<?, ?> map
            && map.get("command") instanceof List
            && map.get("files") instanceof Map,
        "%s is not the record of a run",
        file);
    return (Map<?, ?>) parsed;
  }

  private static List<String> command(Map<?, ?> record) {
    return ((List<?>) record.get("command")).stream().map(Object::toString).toList();
  }

  /// The command with another place to write to: what `--out` names, or else the word that is RUN.
  private List<String> replaced(List<String> command, Path again) {
    List<String> words = new ArrayList<>(command);
    int at = words.indexOf(OUT) + 1;
    for (int i = words.size() - 1; at == 0 && i > 0; i--) {
      if (absolute(Path.of(words.get(i))).equals(absolute(folder))) {
        at = i;
      }
    }
    Require.that(
        at > 0 && at < words.size(),
        "the command of %s names no %s, so it is not known where it would write",
        folder,
        OUT);
    words.set(at, again.toString());
    words.remove("--json");
    return words;
  }

  private static Path absolute(Path path) {
    return path.toAbsolutePath().normalize();
  }

  /// Its errors are heard, its summary is not.
  private int run(List<String> words) {
    try (var silent =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8)) {
      return Main.run(words.toArray(String[]::new), silent, terminal.err());
    }
  }

  private static List<String> differences(Map<?, ?> first, Map<?, ?> second) {
    List<String> differences = new ArrayList<>();
    var before = (Map<?, ?>) first.get("files");
    var after = (Map<?, ?>) second.get("files");
    Set<String> names = new TreeSet<>();
    before.keySet().forEach(name -> names.add(name.toString()));
    after.keySet().forEach(name -> names.add(name.toString()));
    names.remove(RunPage.FILE);
    for (String name : names) {
      if (!before.containsKey(name) || !after.containsKey(name)) {
        differences.add(
            name + " was written " + (before.containsKey(name) ? "only then" : "only now"));
      } else if (!before.get(name).equals(after.get(name))) {
        differences.add(name + " has other bytes");
      }
    }
    return differences;
  }

  private void tell(List<String> command, List<String> differences, String what) {
    if (common.json()) {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("run", folder.toString());
      map.put("command", command);
      map.put("same", differences.isEmpty());
      map.put("differences", differences);
      terminal.out().print(Json.write(map));
    } else {
      differences.forEach(difference -> terminal.out().println("differs: " + difference));
      if (!common.quiet()) {
        terminal.out().println(what + (differences.isEmpty() ? "the same again" : "not the same"));
      }
    }
    terminal.out().flush();
  }
}
