package io.atp.cli.command;

import io.atp.cli.Main;
import io.atp.cli.Terminal;
import io.atp.cli.Text;
import io.atp.cli.option.CommonOptions;
import io.atp.cli.option.DataOptions;
import io.atp.core.runtime.Require;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.NodeIds;
import io.atp.io.json.Json;
import io.atp.learn.predict.Explainer;
import io.atp.learn.predict.Explanation;
import io.atp.learn.predict.SavedModel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
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

/// `atp explain RUN NODE [DATA]`.
@Command(
    name = "explain",
    header = "Tell which neighbours and hops a node's label comes from.",
    description =
        "%nPropagation is linear, so for sgc and s2gc the shares are exact and add up to the"
            + " logit; for other hop models they are gradient times input.%n",
    footer = {"%nExample:", "  atp explain run 17"},
    customSynopsis = "atp explain RUN NODE [DATA] [OPTIONS]",
    sortOptions = false)
final class ExplainCommand implements Callable<Integer> {
  private final Terminal terminal;
  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "RUN", description = "Folder that train or tune wrote.")
  private Path model;

  @Parameters(index = "1", paramLabel = "NODE", description = "Original id of the node.")
  private String node;

  @Parameters(
      index = "2",
      arity = "0..1",
      paramLabel = "DATA",
      description = "The graph. Default: the one the model was trained on.")
  private String data;

  @Option(
      names = "--top",
      paramLabel = "N",
      defaultValue = "10",
      description = "How many nodes to name. Default: ${DEFAULT-VALUE}.")
  private int top;

  @Mixin private DataOptions sources;
  @Mixin private CommonOptions common;

  ExplainCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    Require.atLeast("--top", top, 1);
    SavedModel saved = SavedModel.read(model);
    try (var run = new Run(terminal, common, spec)) {
      GraphData graph = TrainedOn.read(run, model, data, sources);
      int at = find(graph.ids());
      Explanation why = Explainer.explain(saved, graph, at, top, run.work());
      if (common.json()) {
        terminal.out().print(Json.write(map(graph.ids(), why)));
      } else {
        tell(run, graph.ids(), why);
      }
    }
    return Main.OK;
  }

  private int find(NodeIds ids) {
    for (int i = 0; i < ids.count(); i++) {
      if (ids.name(i).equals(node)) {
        return i;
      }
    }
    throw new IllegalArgumentException(
        "there is no node '%s' among the %d of the graph".formatted(node, ids.count()));
  }

  private static void tell(Run run, NodeIds ids, Explanation why) {
    run.say(
        String.format(
            Locale.ROOT,
            "%nnode %s: class %d, logit %.4f, of which %.4f without features; r = %.4f",
            ids.name(why.node()),
            why.label(),
            why.logit(),
            why.bias(),
            why.coefficient()));
    run.say(
        why.exact()
            ? "shares are exact: hops and bias add up to the logit"
            : "shares are gradient times input, not exact");
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("hop", "share"));
    for (int hop = 0; hop < why.hopShares().length; hop++) {
      rows.add(List.of("  " + hop, number(why.hopShares()[hop])));
    }
    run.say("\n" + Text.table(rows));
    rows.clear();
    rows.add(List.of("node", "share"));
    why.nodeShares()
        .forEach(each -> rows.add(List.of("  " + ids.name(each.node()), number(each.share()))));
    run.say("\n" + Text.table(rows));
    why.maskedNeighbours()
        .forEach(
            edge ->
                run.say(
                    "edge to %s was hidden: %s"
                        .formatted(ids.name(edge.neighbour()), edge.reason())));
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%+.4f", value);
  }

  private static Map<String, Object> map(NodeIds ids, Explanation why) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("node", ids.name(why.node()));
    map.put("label", why.label());
    map.put("logit", why.logit());
    map.put("exact", why.exact());
    map.put("bias", why.bias());
    map.put("coefficient", why.coefficient());
    List<Double> hops = new ArrayList<>();
    for (double share : why.hopShares()) {
      hops.add(share);
    }
    map.put("hops", hops);
    Map<String, Object> nodes = new LinkedHashMap<>();
    why.nodeShares().forEach(each -> nodes.put(ids.name(each.node()), each.share()));
    map.put("nodes", nodes);
    Map<String, Object> masked = new LinkedHashMap<>();
    why.maskedNeighbours().forEach(edge -> masked.put(ids.name(edge.neighbour()), edge.reason()));
    map.put("maskedEdges", masked);
    return map;
  }
}
