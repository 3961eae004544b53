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
import java.util.Arrays;
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
        "%nPropagation is linear, so for linear backbones such as sgc and s2gc the shares are exact"
            + " and add up to the logit; for all others they are gradient times input, by hop where"
            + " the backbone reads hops and by distance where the graph is in its layers. Also the"
            + " node's encodings and r, and which of its edges were hidden and why.%n",
    footer = {"%nExample:", "  atp explain run 17"},
    customSynopsis = "atp explain RUN NODE [DATA] [OPTIONS]",
    sortOptions = false)
final class ExplainCommand implements Callable<Integer> {
  /// More hops than this are told together.
  private static final int MOST_STEPS = 10;

  /// Nodes are told apart by hop where there are no more than these.
  private static final int MOST_COLUMNS = 6;

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
      description = "How many nodes and hidden edges to name. Default: ${DEFAULT-VALUE}.")
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
      long own = Explainer.BYTES_PER_NODE * graph.graph().nodeCount();
      run.requireMemory("explaining a node among", graph, saved.neededBytes(graph) + own);
      Explanation why = Explainer.explain(saved, graph, at, top, run.work());
      if (common.json()) {
        terminal.out().print(Json.write(map(saved, graph, why)));
      } else {
        tell(run, saved, graph, why);
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

  private void tell(Run run, SavedModel saved, GraphData graph, Explanation why) {
    NodeIds ids = graph.ids();
    run.say(
        String.format(
            Locale.ROOT,
            "%nnode %s: class %s, logit %.4f",
            ids.name(why.node()),
            PredictionFile.classNames(graph, saved.outputs()).get(why.label()),
            why.logit()));
    run.say(coefficient(why));
    run.say("\n" + Text.table(steps(why)));
    run.say(
        why.exact()
            ? "shares are exact: with the bias they add up to the logit"
            : "shares are gradient times input; the rest is biases and what is not linear");
    run.say("\n" + Text.table(nodes(ids, why)));
    List<Explanation.MaskedEdge> hidden = why.maskedNeighbours();
    for (Explanation.MaskedEdge edge : hidden.subList(0, Math.min(top, hidden.size()))) {
      run.say("edge to %s was hidden: %s".formatted(ids.name(edge.neighbour()), edge.reason()));
    }
    if (hidden.size() > top) {
      run.say("and %d edges more; --json has them all".formatted(hidden.size() - top));
    }
  }

  private static String coefficient(Explanation why) {
    StringBuilder text = new StringBuilder();
    why.encodings()
        .forEach(
            (encoding, value) ->
                text.append(String.format(Locale.ROOT, "%s %.6f, ", name(encoding), value)));
    return text
        + switch (why.use()) {
          case WEIGHTS -> String.format(Locale.ROOT, "r = %.4f", why.coefficient());
          case TOPOLOGY -> "r has no part in this model, only which edges there are";
          case NOTHING -> "the graph has no part in this model";
        };
  }

  private static List<List<String>> steps(Explanation why) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of(why.steps() == Explanation.Steps.HOPS ? "hop" : "distance", "share"));
    double[] shares = why.stepShares();
    int shown = shares.length > MOST_STEPS + 1 ? MOST_STEPS : shares.length;
    for (int step = 0; step < shown; step++) {
      rows.add(List.of("  " + step, number(shares[step])));
    }
    if (shown < shares.length) {
      double beyond = Arrays.stream(shares, shown, shares.length).sum();
      rows.add(List.of("  %d … %d".formatted(shown, shares.length - 1), number(beyond)));
    }
    if (why.labelShare() != 0) {
      rows.add(List.of("  labels", number(why.labelShare())));
    }
    rows.add(List.of(why.exact() ? "  bias" : "  rest", number(why.rest())));
    return rows;
  }

  private static List<List<String>> nodes(NodeIds ids, Explanation why) {
    List<List<String>> rows = new ArrayList<>();
    boolean labels = why.labelShare() != 0;
    int hops = why.steps() == Explanation.Steps.HOPS ? why.stepShares().length : 0;
    int shown = hops > MOST_COLUMNS || hops == 1 ? 0 : hops;
    List<String> heading = new ArrayList<>(List.of("node", "share"));
    for (int hop = 0; hop < shown; hop++) {
      heading.add("hop " + hop);
    }
    if (labels) {
      heading.add("its label");
    }
    rows.add(heading);
    for (Explanation.NodeShare each : why.nodeShares()) {
      List<String> row = new ArrayList<>();
      row.add("  " + ids.name(each.node()));
      row.add(number(each.sum()));
      Arrays.stream(each.perHop(), 0, shown).forEach(share -> row.add(number(share)));
      if (labels) {
        row.add(number(each.label()));
      }
      rows.add(row);
    }
    return rows;
  }

  private static String name(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%+.4f", value);
  }

  private static Map<String, Object> map(SavedModel saved, GraphData graph, Explanation why) {
    NodeIds ids = graph.ids();
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("node", ids.name(why.node()));
    map.put("label", why.label());
    map.put("className", PredictionFile.classNames(graph, saved.outputs()).get(why.label()));
    map.put("logit", why.logit());
    map.put("exact", why.exact());
    map.put("rest", why.rest());
    map.put("r", why.coefficient());
    map.put("operatorUse", name(why.use()));
    Map<String, Object> encodings = new LinkedHashMap<>();
    why.encodings().forEach((each, value) -> encodings.put(name(each), value));
    map.put("encodings", encodings);
    map.put(
        why.steps() == Explanation.Steps.HOPS ? "hops" : "distances",
        Arrays.stream(why.stepShares()).boxed().toList());
    map.put("labels", why.labelShare());
    Map<String, Object> nodes = new LinkedHashMap<>();
    why.nodeShares().forEach(each -> nodes.put(ids.name(each.node()), each.sum()));
    map.put("nodes", nodes);
    Map<String, Object> perHop = new LinkedHashMap<>();
    why.nodeShares().stream()
        .filter(each -> each.perHop().length > 0)
        .forEach(
            each ->
                perHop.put(ids.name(each.node()), Arrays.stream(each.perHop()).boxed().toList()));
    map.put("nodeHops", perHop);
    Map<String, Object> labels = new LinkedHashMap<>();
    why.nodeShares().stream()
        .filter(each -> each.label() != 0)
        .forEach(each -> labels.put(ids.name(each.node()), each.label()));
    map.put("nodeLabels", labels);
    Map<String, Object> masked = new LinkedHashMap<>();
    why.maskedNeighbours().forEach(edge -> masked.put(ids.name(edge.neighbour()), edge.reason()));
    map.put("maskedEdges", masked);
    return map;
  }
}
