package io.atp.cli.command;

import io.atp.cli.Main;
import io.atp.cli.Terminal;
import io.atp.cli.option.CommonOptions;
import io.atp.cli.option.DataOptions;
import io.atp.cli.option.LearningOptions;
import io.atp.core.runtime.Require;
import io.atp.io.json.Json;
import io.atp.io.registry.DataSources;
import io.atp.learn.experiment.ExperimentConfig;
import io.atp.learn.model.Backbone;
import io.atp.learn.model.Backbones;
import io.atp.learn.predict.SavedModel;
import io.atp.learn.tune.Trial;
import io.atp.learn.tune.TrialFile;
import io.atp.learn.tune.TuneConfig;
import io.atp.learn.tune.Tuner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `atp tune DATA --model M --budget B --out RUN`.
@Command(
    name = "tune",
    header = "Search operator and settings on validation, no ATP among the candidates.",
    description =
        "%nThe same budget goes to the baseline and to ATP; test is read once, for the winner of"
            + " each. Writes operator.json for train --atp, the trials, and the advised model. With"
            + " several node-wise strategies each selection of them is tried. Stopped at any"
            + " moment, the same command goes on.%n",
    footer = {
      "%nExample:",
      "  atp tune computers --model sgc --budget 200 --out tuned",
      "  atp tune my-graph --model gamlp --budget 60s --out tuned"
    },
    customSynopsis = "atp tune DATA --model NAME --budget B --out RUN [OPTIONS]",
    sortOptions = false)
final class TuneCommand implements Callable<Integer> {
  private final Terminal terminal;
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "DATA", description = DataOptions.DATA)
  private String data;

  @Mixin private LearningOptions learning;

  @Option(
      names = "--budget",
      paramLabel = "N|SECONDSs",
      defaultValue = "200",
      description =
          "Training runs for the baseline and for ATP each, or seconds like 60s; seconds make a"
              + " search that cannot be repeated exactly. Default: ${DEFAULT-VALUE}.")
  private String budget;

  @Option(names = "--out", paramLabel = "RUN", required = true, description = "Folder to write.")
  private Path out;

  @Mixin private DataOptions sources;
  @Mixin private CommonOptions common;

  TuneCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    return tune(Backbones.named(learning.model()));
  }

  private <S extends Record, I> Integer tune(Backbone<S, I> backbone) throws IOException {
    Learning.check(backbone, learning);
    TuneConfig config = config();
    try (var run = new Run(terminal, common, spec)) {
      var folder = run.output(out);
      run.spillBeside(out);
      DataSources.Found found = run.found(sources, data);
      Learning.Task task = Learning.task(run, found, learning);
      ExperimentConfig<S, I> base = Learning.baseline(backbone, task, learning, common.seed());
      Learning.requireMemory(run, task, base);
      run.config(Learning.settings(base)).config(Map.of("budget", budget));
      Learning.sayLimits(run, base);
      Tuner.TuneResult<S> result = search(run, task, base, config);
      var advised = result.advised();
      var best = base.withPlan(advised.candidate().plan()).withRecipe(advised.candidate().recipe());
      SavedModel.of(
              best,
              advised.result(),
              task.data().targets().outputs(),
              task.data().features().width())
          .write(folder);
      folder.writeText("operator.json", Json.write(best.plan().toMap()));
      folder.writeText("settings.json", Json.write(best.recipe().toMap()));
      folder.writeText("trials.json", Json.write(trials(result)));
      run.record()
          .result("model", backbone.name())
          .result("dataset", task.name())
          .result("baseline", winner(result.baseline()))
          .result("atp", winner(result.adaptive()))
          .result("adviseAtp", result.adviseAtp())
          .result("front", front(result.adaptive().trials()));
      run.finish();
      var board = new Scoreboard();
      board.add("baseline, tuned", result.baseline().result());
      board.add("ATP, tuned", result.adaptive().result());
      run.say("\n" + board.table());
      run.say(advice(result, common.seed()));
    }
    CheckpointFolder.remove(out);
    return Main.OK;
  }

  private <S extends Record, I> Tuner.TuneResult<S> search(
      Run run, Learning.Task task, ExperimentConfig<S, I> base, TuneConfig config)
      throws IOException {
    try (TrialFile log = CheckpointFolder.trials(out, base, task, config)) {
      return run.room(
          "search",
          () -> Tuner.tune(task.data(), base, config, log, run.work()),
          r ->
              "%d candidates without ATP, %d with"
                  .formatted(r.baseline().trials().size(), r.adaptive().trials().size()));
    }
  }

  private TuneConfig config() {
    String text = budget.strip().toLowerCase(Locale.ROOT);
    try {
      return text.endsWith("s")
          ? new TuneConfig(
              0,
              Double.parseDouble(text.substring(0, text.length() - 1)),
              learning.seeds(),
              common.seed())
          : new TuneConfig(Integer.parseInt(text), 0, learning.seeds(), common.seed());
    } catch (NumberFormatException e) {
      Require.that(false, "--budget takes a number of runs or seconds like 60s, got '%s'", budget);
      throw e;
    }
  }

  static <S extends Record> String advice(Tuner.TuneResult<S> result, long seed) {
    return "%s%nwinner without ATP: %s%nwinner with ATP: %s%nvalidation %s: %s"
        .formatted(
            Scoreboard.comparison(result.baseline().result(), result.adaptive().result(), seed),
            words(result.baseline()),
            words(result.adaptive()),
            result.adviseAtp() ? "prefers ATP clearly" : "does not clearly prefer ATP",
            "the model saved is the " + (result.adviseAtp() ? "one with ATP" : "baseline"));
  }

  private static String words(Tuner.Winner<?> winner) {
    String changes =
        winner.candidate().changes().isEmpty()
            ? "settings as they are"
            : winner.candidate().changes().toString();
    return "%s, %s, %.0f %% of the edges hidden"
        .formatted(
            Json.write(winner.candidate().plan().toMap()).replaceAll("\\s+", " ").strip(),
            changes,
            100 * winner.removedShare());
  }

  static Map<String, Object> winner(Tuner.Winner<?> winner) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("operator", winner.candidate().plan().toMap());
    map.put("changes", winner.candidate().changes());
    map.put("searchValidation", Scoreboard.spread(winner.validation()));
    map.put("candidates", winner.trials().size());
    map.putAll(Scoreboard.record(winner.result()));
    return map;
  }

  private static Map<String, Object> trials(Tuner.TuneResult<?> result) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("baseline", result.baseline().trials().stream().map(TuneCommand::trial).toList());
    map.put("atp", result.adaptive().trials().stream().map(TuneCommand::trial).toList());
    return map;
  }

  private static Map<String, Object> trial(Trial trial) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("operator", trial.plan().toMap());
    map.put("changes", trial.changes());
    map.put("validation", Scoreboard.spread(trial.validation()));
    map.put("removedShare", trial.removedShare());
    map.put("diverged", trial.diverged());
    return map;
  }

  /// The candidates no other beats in both validation and edges kept, by edges removed.
  private static List<Map<String, Object>> front(List<Trial> trials) {
    List<Trial> order = new ArrayList<>(trials);
    order.sort(
        Comparator.comparingDouble(Trial::removedShare)
            .thenComparing(trial -> -trial.validation().mean()));
    List<Map<String, Object>> front = new ArrayList<>();
    double best = Double.NEGATIVE_INFINITY;
    for (Trial trial : order) {
      if (!trial.diverged() && trial.validation().mean() > best) {
        best = trial.validation().mean();
        front.add(trial(trial));
      }
    }
    return front;
  }
}
