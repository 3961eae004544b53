package io.atp.cli.command;

import io.atp.cli.Main;
import io.atp.cli.Terminal;
import io.atp.cli.Text;
import io.atp.core.nodewise.Strategy;
import io.atp.io.json.Json;
import io.atp.io.registry.DataSet;
import io.atp.io.registry.Registry;
import io.atp.learn.model.Backbone;
import io.atp.learn.model.Backbones;
import io.atp.learn.model.NodeWiseRecipes;
import io.atp.learn.settings.Settings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `atp models [NAME]`.
@Command(
    name = "models",
    header = "List backbones and node-wise strategies, or the settings of one.",
    footer = {
      "%nExample:",
      "  atp models",
      "  atp models gamlp --for cora",
      "  atp models ndm --for cora"
    },
    customSynopsis = "atp models [NAME] [OPTIONS]",
    sortOptions = false)
final class ModelsCommand implements Callable<Integer> {
  private static final int WIDTH = 100;
  private static final int SUMMARY_COLUMN = 19;

  private final Terminal terminal;

  @Parameters(
      arity = "0..1",
      paramLabel = "NAME",
      description = "Backbone or strategy to tell more about.")
  private String name;

  @Option(
      names = "--for",
      paramLabel = "DATA",
      defaultValue = "",
      description = "Defaults for this data set.")
  private String dataSet;

  @Option(names = "--json", description = "One JSON object on stdout.")
  private boolean json;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "This text.")
  private boolean help;

  ModelsCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    // Recipes go by the name in the registry, whatever people call the set.
    dataSet = Registry.builtIn().find(dataSet).map(DataSet::name).orElse(dataSet);
    if (name != null && Strategy.all().stream().anyMatch(s -> s.name().equals(name))) {
      strategy(NodeWiseRecipes.of(List.of(name), dataSet).getFirst());
      terminal.out().flush();
      return Main.OK;
    }
    List<Backbone<?, ?>> wanted = name == null ? Backbones.all() : List.of(Backbones.named(name));
    if (json) {
      Map<String, Object> all = new LinkedHashMap<>();
      wanted.forEach(backbone -> all.put(backbone.name(), describe(backbone)));
      terminal.out().print(Json.write(all));
    } else if (name == null) {
      Map<String, String> lines = new LinkedHashMap<>();
      wanted.forEach(backbone -> lines.put(backbone.name(), backbone.summary()));
      summaries(lines);
      terminal.out().println("\nnode-wise strategies (--nodewise NAME,NAME):");
      lines.clear();
      Strategy.all().forEach(strategy -> lines.put(strategy.name(), strategy.summary()));
      summaries(lines);
    } else {
      settings(wanted.getFirst());
    }
    terminal.out().flush();
    return Main.OK;
  }

  private void summaries(Map<String, String> lines) {
    String indent = " ".repeat(SUMMARY_COLUMN);
    lines.forEach(
        (key, summary) ->
            terminal
                .out()
                .println(
                    key
                        + indent.substring(key.length())
                        + Text.wrap(summary, WIDTH, indent).strip()));
  }

  private void strategy(Strategy strategy) {
    Map<String, Object> settings = Settings.toMap((Record) strategy);
    if (json) {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("summary", strategy.summary());
      map.put("settings", settings);
      terminal.out().print(Json.write(Map.of(strategy.name(), map)));
      return;
    }
    terminal.out().println(strategy.name() + ": " + strategy.summary());
    terminal.out().println("\nsettings (--set NAME=VALUE):");
    Map<String, Object> named = new LinkedHashMap<>();
    settings.forEach((key, value) -> named.put(strategy.name() + "." + key, value));
    list(named);
  }

  private <S extends Record> void settings(Backbone<S, ?> backbone) {
    var recipe = backbone.recipe(dataSet);
    terminal.out().println(backbone.name() + ": " + backbone.summary());
    terminal.out().println("\nsettings (--set NAME=VALUE):");
    list(Settings.toMap(recipe.settings()));
    terminal.out().println("training (--set NAME=VALUE):");
    list(Settings.toMap(recipe.training()));
    terminal.out().println("  scaling = " + recipe.toMap().get("scaling"));
    String limits = Learning.limits(backbone, recipe.settings());
    terminal
        .out()
        .println(
            limits.isEmpty() ? "baseline operator: r = " + recipe.kernelCoefficient() : limits);
  }

  private void list(Map<String, Object> settings) {
    settings.forEach((key, value) -> terminal.out().println("  " + key + " = " + value));
  }

  private Map<String, Object> describe(Backbone<?, ?> backbone) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("summary", backbone.summary());
    map.putAll(backbone.recipe(dataSet).toMap());
    map.put("r", backbone.recipe(dataSet).kernelCoefficient());
    return map;
  }
}
