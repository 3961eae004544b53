package io.atp.cli.command;

import io.atp.cli.Main;
import io.atp.cli.Terminal;
import io.atp.cli.Version;
import io.atp.cli.option.CommonOptions;
import io.atp.cli.option.DataOptions;
import io.atp.core.runtime.Progress;
import io.atp.core.runtime.Require;
import io.atp.io.json.Json;
import io.atp.io.registry.NotAtHand;
import io.atp.io.registry.Registry;
import io.atp.lab.Lab;
import io.atp.lab.LabReport;
import io.atp.lab.Pace;
import io.atp.lab.Provenance;
import io.atp.lab.SideBySide;
import io.atp.lab.cell.Cell;
import io.atp.lab.cell.CellRecord;
import io.atp.lab.cell.CellRecords;
import io.atp.lab.cell.Effort;
import io.atp.lab.report.Report;
import io.atp.lab.report.ReportFolder;
import io.atp.lab.report.Setup;
import io.atp.lab.study.Findings;
import io.atp.lab.study.Studies;
import io.atp.lab.study.Study;
import io.atp.learn.model.Backbones;
import io.atp.learn.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `atp reproduce NAME|all --out DIR`.
@Command(
    name = "reproduce",
    header = "Run the paper's experiments on the data at hand, and make a report.",
    description =
        "%nWithout a name, lists the experiments. Every measurement is recorded in DIR/records as"
            + " it is made; stopped at any moment, the same command goes on. Baseline and ATP get"
            + " the same budget; test is read once.%n",
    footer = {
      "%nExample:",
      "  atp reproduce ablation --data cora,amazon-computers --out ablation",
      "  atp reproduce all --seeds 3 --quick --out quick"
    },
    customSynopsis = "atp reproduce [NAME|all] [--data A,B] --out DIR [OPTIONS]",
    sortOptions = false)
final class ReproduceCommand implements Callable<Integer> {
  private static final List<String> QUICK_DATA = List.of("cora", "amazon-computers");

  /// Where measurements are kept, in the folder given.
  static final String RECORDS = "records";

  private final Terminal terminal;
  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..1",
      paramLabel = "NAME",
      description = "An experiment, or all. None: list them.")
  private String name;

  @Option(
      names = "--data",
      paramLabel = "A,B",
      split = ",",
      description = "Data sets to look at. Default: all the experiment names.")
  private List<String> dataSets = new ArrayList<>();

  @Option(
      names = "--seeds",
      paramLabel = "N",
      defaultValue = "10",
      description = "Repeats, each from fresh weights. Default: ${DEFAULT-VALUE}.")
  private int seeds;

  @Option(
      names = "--budget",
      paramLabel = "RUNS",
      description =
          "Training runs of a search, for the baseline and for ATP each. Default: 12, 8 if quick,"
              + " 30 if full.")
  private Integer budget;

  @Option(
      names = "--quick",
      description =
          "A first look: Cora and Amazon Computers unless --data says otherwise, at most 100 epochs"
              + " a run, small searches, fewer points, and on the larger graph no backbones slower"
              + " than GCN. What it shows is not what the paper measured.")
  private boolean quick;

  @Option(
      names = "--full",
      description =
          "Recipes as they are, and searches of 30 runs: much longer. Without it a run has at"
              + " most 200 epochs and GCNII 16 layers of 64 columns, baseline and ATP alike; the"
              + " report says so.")
  private boolean full;

  @Option(
      names = "--at-most",
      paramLabel = "NAME=N",
      split = ",",
      description =
          "The largest value of a number in any recipe, epochs=200, or in one backbone's,"
              + " gcnii.layers=8. Recorded, and told in the report.")
  private Map<String, Integer> most = new TreeMap<>();

  @Option(
      names = "--judge-every",
      paramLabel = "N",
      description =
          "Epochs from one look at validation to the next. Default: 5, as recipes say if full.")
  private Integer judgeEvery;

  @Option(
      names = "--shape",
      paramLabel = "SCALE",
      description =
          "For data that are not at hand, a generated graph of their shape at this scale, such as"
              + " 0.01; every number of it says so.")
  private Double scale;

  @Option(
      names = "--recorded",
      description =
          "Measure nothing: a report of what DIR/records holds so far, for which the data need not"
              + " be at hand.")
  private boolean recorded;

  @Option(names = "--download", description = "Download data that are not at hand.")
  private boolean download;

  @Option(names = "--out", paramLabel = "DIR", description = "Folder of records and the report.")
  private Path out;

  @Mixin private DataOptions sources;
  @Mixin private CommonOptions common;

  ReproduceCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    if (name == null) {
      list();
      return Main.OK;
    }
    List<Study> studies = Studies.named(name);
    Require.that(out != null, "--out DIR is needed, for the records and the report");
    Require.that(!Files.exists(out) || Files.isDirectory(out), "--out %s is not a folder", out);
    Require.atLeast("--seeds", seeds, 1);
    Require.that(
        scale == null || scale > 0 && scale <= 1, "--shape must lie in (0, 1], got %s", scale);
    Effort effort = effort();
    List<String> only = dataSets();
    requireLookedAt(only, studies);
    sources.requireFolder();
    try (var run = new Run(terminal, common, spec)) {
      var records = new CellRecords(out.resolve(RECORDS), effort, Version.number());
      OptionalDouble shape = scale == null ? OptionalDouble.empty() : OptionalDouble.of(scale);
      var subjects = new NamedSubjects(run, sources, download, shape);
      var lab = new Lab(records, briefly(subjects), run.work(), new Told(run));
      Findings findings = recorded ? lab.recorded(studies, only) : lab.run(studies, only);
      findings.requireSome();
      Map<String, String> checksums = new LinkedHashMap<>(subjects.checksums());
      for (String dataSet : findings.dataSets()) {
        if (!subjects.opened(dataSet)) {
          checksums.put(dataSet, records.dataOf(dataSet).orElseThrow());
        }
      }
      Report report = LabReport.of(studies, findings, setup(effort, checksums, findings));
      ReportFolder.write(report, out);
      report.sentences().forEach(run::say);
      run.say("\nOpen " + out.resolve("index.html") + " in a browser.");
      if (common.json()) {
        terminal.out().print(Json.write(summary(report, findings)));
        terminal.out().flush();
      }
    }
    return Main.OK;
  }

  /// A report names many data sets that are not there: where they were looked for is not told for
  /// each.
  private static Lab.Subjects briefly(Lab.Subjects subjects) {
    return (dataSet, work) -> {
      try {
        return subjects.open(dataSet, work);
      } catch (NotAtHand e) {
        throw new NotAtHand("not at hand; --download fetches it");
      }
    };
  }

  private Effort effort() {
    Require.that(!(quick && full), "--quick and --full are opposites; give one");
    Depth depth = quick ? Depth.QUICK : full ? Depth.FULL : Depth.USUAL;
    return new Effort(
        seeds,
        budget != null ? budget : depth.budget(),
        bounds(depth),
        judgeEvery != null ? judgeEvery : depth.judgeEvery(),
        quick);
  }

  private SortedMap<String, Integer> bounds(Depth depth) {
    SortedMap<String, Integer> bounds = depth.most();
    most.forEach(
        (name, number) -> {
          Require.atLeast("--at-most " + name, number, 1);
          Require.that(
              name.equals(Effort.EPOCHS) || isSetting(name),
              "--at-most %s: no recipe has such a number; atp models NAME lists what it has",
              name);
          bounds.put(name, number);
        });
    return bounds;
  }

  private static boolean isSetting(String name) {
    int dot = name.indexOf('.');
    return Backbones.all().stream()
        .filter(backbone -> dot < 0 || backbone.name().equals(name.substring(0, dot)))
        .anyMatch(
            backbone ->
                name.endsWith("." + Effort.EPOCHS)
                    || Settings.toMap(backbone.recipe("").settings()).get(name.substring(dot + 1))
                        instanceof Integer);
  }

  private List<String> dataSets() {
    if (dataSets.isEmpty()) {
      return quick ? QUICK_DATA : List.of();
    }
    Registry registry = Registry.builtIn();
    return dataSets.stream()
        .map(
            typed ->
                registry
                    .find(typed.strip())
                    .orElseThrow(
                        () ->
                            new IllegalArgumentException(
                                "--data names data sets of the registry, and '%s' is none of them"
                                    .formatted(typed)))
                    .name())
        .toList();
  }

  private void requireLookedAt(List<String> only, List<Study> studies) {
    List<String> all = studies.stream().flatMap(s -> s.dataSets().stream()).distinct().toList();
    Require.that(
        only.isEmpty() || only.stream().anyMatch(all::contains),
        "--data %s: %s looks at %s",
        String.join(",", only),
        name,
        String.join(", ", all));
  }

  private void list() {
    int widest = Studies.all().stream().mapToInt(s -> s.name().length()).max().orElse(0);
    for (Study study : Studies.all()) {
      String indent = " ".repeat(widest - study.name().length() + 2);
      terminal.out().println(study.name() + indent + study.paper() + ": " + study.title());
    }
    terminal.out().flush();
  }

  private Setup setup(Effort effort, Map<String, String> checksums, Findings findings) {
    Map<String, String> configuration = new LinkedHashMap<>();
    configuration.put("seeds", Integer.toString(effort.seeds()));
    configuration.put("runs of a search", Integer.toString(effort.budget()));
    configuration.put("recipes", effort.most().isEmpty() ? "as they are" : "with bounds");
    effort.most().forEach((name, bound) -> configuration.put(name, "at most " + bound));
    if (effort.judgeEvery() > 1) {
      configuration.put("validation", "looked at every %d epochs".formatted(effort.judgeEvery()));
    }
    configuration.put("cells at a time", SideBySide.told(common.threads()));
    configuration.putAll(checksums);
    return new Setup(
        RunPage.command(spec.root().commandLine().getParseResult().originalArgs()),
        configuration,
        Provenance.machines(findings),
        Provenance.seconds(findings));
  }

  private static Map<String, Object> summary(Report report, Findings findings) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("summary", report.sentences());
    map.put("cells", findings.cells().size());
    map.put(
        "failed",
        findings.cells().values().stream().filter(cell -> !cell.failure().isEmpty()).count());
    map.put("absent", findings.absent());
    return map;
  }

  /// One line of progress; each failure once, however many cells share it.
  private record Told(Run run, Set<String> said) implements Lab.Listener {
    Told(Run run) {
      this(run, new HashSet<>());
    }

    @Override
    public void measuring(Cell cell, Pace.State state) {
      Progress progress = run.work().progress();
      Pace.Place place = state.place();
      String step = "%s (%d of %d)".formatted(cell.dataSet(), place.number(), place.of());
      progress.report(step, cell.model(), state.done(), state.all());
    }

    @Override
    public void measured(Cell cell, CellRecord record) {
      String sentence = "%s on %s: %s".formatted(cell.model(), cell.dataSet(), record.failure());
      if (!record.failure().isEmpty() && said.add(sentence)) {
        run.say(sentence);
      }
    }
  }
}
