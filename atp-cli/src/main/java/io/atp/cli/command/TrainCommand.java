package io.atp.cli.command;

import io.atp.cli.Main;
import io.atp.cli.Terminal;
import io.atp.cli.option.CommonOptions;
import io.atp.cli.option.DataOptions;
import io.atp.cli.option.LearningOptions;
import io.atp.core.runtime.Require;
import io.atp.io.json.Json;
import io.atp.io.registry.DataSources;
import io.atp.io.text.TextFile;
import io.atp.lab.run.RunFigures;
import io.atp.learn.experiment.Experiment;
import io.atp.learn.experiment.ExperimentConfig;
import io.atp.learn.experiment.ExperimentResult;
import io.atp.learn.model.Backbone;
import io.atp.learn.model.Backbones;
import io.atp.learn.plan.OperatorPlan;
import io.atp.learn.predict.SavedModel;
import io.atp.learn.tune.TuneConfig;
import io.atp.learn.tune.Tuner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `atp train DATA --model M --out RUN`.
@Command(
    name = "train",
    header = "Train a backbone, without and with ATP, and save the model.",
    description =
        "%nEvery repeat starts from fresh weights and, where the rule draws one, a fresh split."
            + " Validation chooses the epoch; test is read once.%n",
    footer = {
      "%nExample:",
      "  atp train cora --model sgc --out run",
      "  atp train cora --model gamlp --atp auto --set hidden=128 --out run",
      "  atp train cora --model sign --nodewise scara,ndm --set ndm.rho=0.1 --out run"
    },
    customSynopsis = "atp train DATA --model NAME --out RUN [OPTIONS]",
    sortOptions = false)
final class TrainCommand implements Callable<Integer> {
  /// Training runs a short search may spend on the baseline and on ATP each.
  private static final int SHORT_SEARCH = 60;

  private final Terminal terminal;
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "DATA", description = DataOptions.DATA)
  private String data;

  @Mixin private LearningOptions learning;

  @Option(
      names = "--atp",
      paramLabel = "on|off|auto|FILE",
      defaultValue = "on",
      description =
          "on: baseline beside ATP's defaults; off: baseline only; auto: a short search on"
              + " validation for both; FILE: the operator of a JSON file, such as tune writes."
              + " Default: ${DEFAULT-VALUE}.")
  private String atp;

  @Option(
      names = "--checkpoint-every",
      paramLabel = "N",
      defaultValue = "200",
      description =
          "Epochs between two checkpoints in RUN.checkpoints; the same command goes on from them."
              + " 0 for none. Default: ${DEFAULT-VALUE}.")
  private int every;

  @Option(names = "--out", paramLabel = "RUN", required = true, description = "Folder to write.")
  private Path out;

  @Mixin private DataOptions sources;
  @Mixin private CommonOptions common;

  TrainCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    Require.atLeast("--checkpoint-every", every, 0);
    return train(Backbones.named(learning.model()));
  }

  private <S extends Record, I> Integer train(Backbone<S, I> backbone) throws IOException {
    Learning.check(backbone, learning); // a wrong setting costs no waiting
    try (var run = new Run(terminal, common, spec)) {
      var folder = run.output(out);
      run.spillBeside(out);
      DataSources.Found found = run.found(sources, data);
      Learning.Task task = Learning.task(run, found, learning);
      ExperimentConfig<S, I> baseline = Learning.baseline(backbone, task, learning, common.seed());
      Learning.requireMemory(run, task, baseline);
      run.config(Learning.settings(baseline)).config(Map.of("atp", atp));
      if (!atp.equals("off")) {
        Learning.sayLimits(run, baseline);
      }
      var outcome = atp.equals("auto") ? searched(run, task, baseline) : fixed(run, task, baseline);
      outcome.saved().write(folder);
      folder.writeText("operator.json", Json.write(outcome.plan().toMap()));
      run.record()
          .result("model", backbone.name())
          .result("dataset", task.name())
          .result("operator", outcome.plan().toMap())
          .results(outcome.results());
      RunPage.write(run, folder, () -> figures(run, task, backbone.name(), outcome));
      run.finish();
      run.say("\n" + outcome.board().table());
      run.say(outcome.words());
      run.say(RunPage.invitation(out));
    }
    CheckpointFolder.remove(out);
    return Main.OK;
  }

  /// What a training leaves behind.
  ///
  /// @param plan of the model that is saved
  /// @param adaptive the side with ATP, where there is one
  /// @param words what there is to say about it
  private record Outcome(
      SavedModel saved,
      OperatorPlan plan,
      ExperimentResult baseline,
      Optional<RunFigures.Adaptive> adaptive,
      Scoreboard board,
      Map<String, Object> results,
      String words) {}

  private RunFigures figures(Run run, Learning.Task task, String model, Outcome outcome) {
    var subject = new RunFigures.Subject(task.name(), model, common.seed(), false);
    return RunFigures.of(subject, task.data(), outcome.baseline(), outcome.adaptive(), run.work());
  }

  private <S extends Record, I> Outcome fixed(
      Run run, Learning.Task task, ExperimentConfig<S, I> baseline) throws IOException {
    Optional<OperatorPlan> plan =
        switch (atp) {
          case "off" -> Optional.empty();
          case "on" -> Optional.of(OperatorPlan.adaptive());
          default -> Optional.of(read(Path.of(atp)));
        };
    ExperimentResult without = experiment(run, "baseline", task, baseline);
    var board = new Scoreboard();
    board.add("baseline", without);
    Map<String, Object> results = new LinkedHashMap<>();
    if (plan.isEmpty()) {
      results.putAll(Scoreboard.record(without));
      return new Outcome(
          saved(baseline, without, task),
          baseline.plan(),
          without,
          Optional.empty(),
          board,
          results,
          "");
    }
    ExperimentConfig<S, I> adaptive = baseline.withPlan(plan.get());
    ExperimentResult with = experiment(run, "ATP", task, adaptive);
    board.add("ATP", with);
    results.putAll(Scoreboard.record(with));
    results.put("baseline", Scoreboard.record(without));
    String words =
        Scoreboard.comparison(without, with, common.seed())
            + "\nATP was not tuned to this graph: --atp auto or atp tune look for what suits it.";
    return new Outcome(
        saved(adaptive, with, task),
        adaptive.plan(),
        without,
        Optional.of(new RunFigures.Adaptive(with, adaptive.plan())),
        board,
        results,
        words);
  }

  private <S extends Record, I> Outcome searched(
      Run run, Learning.Task task, ExperimentConfig<S, I> baseline) throws IOException {
    var budget = new TuneConfig(SHORT_SEARCH, 0, baseline.repeats(), common.seed());
    Tuner.TuneResult<S> found =
        run.room(
            "search",
            () -> Tuner.tune(task.data(), baseline, budget, run.work()),
            result -> result.adviseAtp() ? "ATP is worth it" : "no ATP is the better choice");
    var board = new Scoreboard();
    board.add("baseline, tuned", found.baseline().result());
    board.add("ATP, tuned", found.adaptive().result());
    Map<String, Object> results = new LinkedHashMap<>();
    results.putAll(Scoreboard.record(found.advised().result()));
    results.put("baseline", TuneCommand.winner(found.baseline()));
    results.put("atp", TuneCommand.winner(found.adaptive()));
    results.put("adviseAtp", found.adviseAtp());
    var advised = found.advised();
    var config =
        baseline.withPlan(advised.candidate().plan()).withRecipe(advised.candidate().recipe());
    return new Outcome(
        saved(config, advised.result(), task),
        config.plan(),
        found.baseline().result(),
        Optional.of(
            new RunFigures.Adaptive(
                found.adaptive().result(), found.adaptive().candidate().plan())),
        board,
        results,
        TuneCommand.advice(found, common.seed()));
  }

  private <S extends Record, I> ExperimentResult experiment(
      Run run, String name, Learning.Task task, ExperimentConfig<S, I> config) throws IOException {
    var checkpoints = CheckpointFolder.of(out, name, config, task, every);
    return run.room(
        name.equals("ATP") ? "train ATP" : "train",
        () -> Experiment.run(task.data(), config, run.work(), checkpoints),
        result -> name + ": test " + Scoreboard.percent(result.test()));
  }

  private static SavedModel saved(
      ExperimentConfig<?, ?> config, ExperimentResult result, Learning.Task task) {
    int outputs = task.data().targets().outputs();
    return SavedModel.of(config, result, outputs, task.data().features().width());
  }

  private static OperatorPlan read(Path file) throws IOException {
    Require.that(
        Files.isRegularFile(file),
        "--atp must be on, off, auto or a JSON file, and there is no file '%s'",
        file);
    Object parsed = Json.parse(TextFile.whole(file, "operator"), file.toString());
    Require.that(parsed instanceof Map, "%s holds no JSON object", file);
    Map<String, Object> map = new LinkedHashMap<>();
    ((Map<?, ?>) parsed).forEach((key, value) -> map.put(key.toString(), value));
    return OperatorPlan.fromMap(map);
  }
}
